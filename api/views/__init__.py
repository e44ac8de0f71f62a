"""The views of the API, one module per group of resources."""
