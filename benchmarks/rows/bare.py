"""The ceilings of requests: views that do nothing but read or insert one row.

They stand behind the middleware, the token check and the throttles of the project.
"""

from typing import ClassVar, Final

from django.db import connection, models
from django.http import HttpResponse
from django.test import override_settings
from django.urls import include, path
from rest_framework import serializers
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from benchmarks.visiting import Visitor

BYTES: Final = 5_000
JSON: Final = "application/json"


class BareRow(models.Model):
    """The one table of the bare views."""

    version = models.IntegerField()
    text = models.TextField()
    made_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager["BareRow"]] = models.Manager()

    class Meta:
        app_label = "benchmarks"

    def __str__(self) -> str:
        return self.text


class BareSerializer(serializers.ModelSerializer[BareRow]):
    """The body of an insert: as many fields as a move's."""

    class Meta:
        model = BareRow
        fields: ClassVar[list[str]] = ["id", "version", "text", "made_at"]


class InsertView(APIView):
    """Validates a body and inserts one row."""

    parser_classes = (JSONParser,)

    def post(self, request: Request) -> Response:
        """The row with its number."""
        serializer = BareSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        serializer.save()
        return Response(serializer.data, status=201)


class ReadView(APIView):
    """Reads 5 kB out of one row, which is JSON already."""

    def get(self, request: Request, pk: int) -> HttpResponse:
        """The text."""
        return HttpResponse(BareRow.objects.get(pk=pk).text, content_type=JSON)


urlpatterns = [
    path("api/v1/bare", InsertView.as_view()),
    path("api/v1/bare/<int:pk>", ReadView.as_view()),
    path("", include("caledonia.urls")),
]


class Bare(Visitor):
    """A caller of both views, once their table is there."""

    def __init__(self) -> None:
        super().__init__("bare")
        with connection.schema_editor() as editor:
            editor.create_model(BareRow)
        self.row = BareRow.objects.create(version=1, text=f'"{"x" * (BYTES - 2)}"')

    def insert(self) -> None:
        """One row more."""
        answered = self.client.post(
            "/api/v1/bare",
            {"version": 1, "text": "buy 1 whisky"},
            content_type=JSON,
            headers=self.headers,
        )
        assert answered.status_code == 201, answered.content

    def read(self) -> None:
        """The row of 5 kB."""
        assert len(self.get(f"bare/{self.row.pk}")) == BYTES


routed = override_settings(ROOT_URLCONF=__name__)
"""With the addresses of the bare views beside the others."""
