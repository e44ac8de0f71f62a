"""What a release is made of: containers, exact versions, the list of parts, known holes."""
