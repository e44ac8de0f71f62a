"""What requests cost when there are 1,000, 10,000 and 100,000 games."""
