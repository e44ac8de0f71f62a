"""Tools for releases: known vulnerabilities, the list of parts, digests of images."""
