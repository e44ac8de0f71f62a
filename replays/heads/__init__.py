"""Signed heads: a log of the chains of all streams that its own server cannot rewrite unseen.

``merkle``, ``statements``, ``verifying`` and ``arguments`` need no server; the other modules do.
What a head proves, and how to keep one, stands in ``docs/heads.md``.
"""
