"""What is shown of a player, on the page and over the API."""
