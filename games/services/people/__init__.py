"""Users: accounts, chat, quotas."""
