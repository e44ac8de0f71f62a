"""What goes on behind a page: requests, what the console says, what the policy forbids."""

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError


class Watch:
    """Everything that is wrong with the pages of a browser's context, as it comes."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.troubles: list[str] = []
        self._allowed: list[str] = []
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("requestfailed", self._failed)
        context.on("console", self._said)
        context.on("weberror", self._raised)

    def begin(self, *allowed: str) -> None:
        """Forget what there was; from now on these texts are part of what is tested."""
        self.troubles.clear()
        self._allowed = list(allowed)

    def allow(self, *texts: str) -> None:
        """Troubles with one of these texts are part of what is tested."""
        self._allowed += texts

    @property
    def found(self) -> list[str]:
        """The troubles that were not allowed for."""
        return [one for one in self.troubles if not any(text in one for text in self._allowed)]

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self.url + "/", "data:")):
            self.troubles.append(f"leaves the server: {request.url}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"{response.status}: {response.url}")

    def _failed(self, request: Request) -> None:
        # Who leaves a page leaves what it was asking for.
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"{request.failure}: {request.url}")

    def _said(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"console {message.type}: {message.text}")

    def _raised(self, error: WebError) -> None:
        self.troubles.append(f"not caught: {error.error}")
