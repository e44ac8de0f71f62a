"""What the templates show, worked out from states, views and tables; without requests."""
