"""Pages: thin, they call the same services and selectors as the API."""
