"""How dates and times are written, where Django's own way for a language does not do."""
