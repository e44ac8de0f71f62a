"""Pictures and animations of finished games, for links to them and for the end page."""
