"""What runs beside the rules: commits, tasks, notifications, caches, limits, metrics, tracing."""
