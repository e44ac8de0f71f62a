"""Load on a whole server of its own: what it carries, where its knee is, what it does beyond it."""
