"""The Django project: settings, urls, servers, Celery. No domain code."""

from caledonia.celery import app as celery_app

__all__ = ["celery_app"]
