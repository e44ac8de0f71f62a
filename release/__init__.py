"""Tools of who makes a release: known vulnerabilities, the list of parts, digests of images."""
