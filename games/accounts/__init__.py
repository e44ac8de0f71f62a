"""Signing in: passwords, devices, second factors, and how often each may be tried."""
