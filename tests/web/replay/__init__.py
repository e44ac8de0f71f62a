"""The pages of a replay."""
