"""Every parser of what users send, with its worst inputs at the largest size that is taken."""
