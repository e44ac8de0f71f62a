"""Refusals of requests before any service is called."""

from rest_framework import exceptions, status


class Malformed(exceptions.APIException):
    """The request does not have the documented form; the detail says what to change."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "malformed"
    default_detail = (
        "The request is malformed: check the host name and the address, and compare query and body "
        "with /api/v1/schema."
    )


class BodyTooLarge(exceptions.APIException):
    """The body is longer than any request has to be."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"

    def __init__(self, most: int) -> None:
        super().__init__(f"The body is larger than {most} bytes: send less at a time.")


class NoSuchThing(exceptions.NotFound):
    """No such resource, or none that the caller may see."""

    default_detail = "There is nothing at this address, or nothing that you may see."


class PasswordNeeded(exceptions.PermissionDenied):
    """The operation needs the password, so that a leaked token or an open browser is not enough."""

    default_code = "password_needed"
    default_detail = (
        "This needs your password, not a token or a session: send user name and password by HTTP "
        "Basic (curl --user NAME)."
    )


class DatabaseAway(exceptions.APIException):
    """The database does not answer, or has dropped the connection.

    When that happened at the end of a transaction, it is unknown whether it was committed.
    """

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_code = "unavailable"
    default_detail = (
        "The database does not answer just now. The request may have been carried out all the "
        "same: send it again, a move with the same Idempotency-Key."
    )
    wait = 2


class Conflict(exceptions.APIException):
    """The resource is not in a state that allows this."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "conflict"
