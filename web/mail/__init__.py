"""Mail to users: about accounts and about games that wait, and how it goes out."""
