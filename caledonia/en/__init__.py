"""How English is written here: ``FORMAT_MODULE_PATH`` looks for the module that this room has."""
