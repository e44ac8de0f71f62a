"""What the expansions that are shipped add to pages: one module each."""
