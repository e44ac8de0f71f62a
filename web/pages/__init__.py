"""The pages, room by room: plain structs made of states and tables, and the views that answer."""
