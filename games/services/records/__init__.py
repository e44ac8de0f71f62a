"""Games that come from elsewhere, and requests that are carried out once."""
