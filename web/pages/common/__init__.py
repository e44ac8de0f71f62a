"""What the pages of several rooms use."""
