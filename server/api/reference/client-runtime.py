from __future__ import annotations

import http.client
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, Dict, Iterator, List, Literal, Mapping, Optional, Tuple, TypedDict, Union

Form = Tuple[bytes, str, Mapping[str, Any]]

MAX_RUNNING_SECONDS = 300
"""Seconds to wait for a request that the server reports as still running."""


class ApiRefusal(Exception):
    """A refusal by the server. `code` is stable; the text is a sentence for people."""

    def __init__(self, status: int, said: Mapping[str, Any]) -> None:
        super().__init__(said.get("detail", f"The server answered {status}."))
        self.status = status
        self.code: str = said.get("code", "server-error")
        self.parameters: Dict[str, Union[str, int, float]] = said.get("parameters", {})
        self.idempotency_key: Optional[str] = None
        """Passing it to the same method again makes sure that the change is made once."""


class ConnectionLost(Exception):
    """There was no response. A change may have been made: repeat it with `idempotency_key`."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.idempotency_key: Optional[str] = None


class Caller:
    """Sends requests. A request that was asked to wait or got no response is retried if that is safe."""

    def __init__(self, url: str, key: str, *, tries: int = 3, timeout: float = 120) -> None:
        if urllib.parse.urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("The URL must start with https:// or http://.")
        self._url = url.rstrip("/")
        self._key = key
        self._tries = tries
        self._timeout = timeout
        # The default opener would send the key to the target of a redirect.
        self._opener = urllib.request.build_opener(_NoRedirects)

    def _call(self, method: str, path: str, **given: Any) -> Any:
        return self._ask(method, path, **given)[0]

    def _rows(self, method: str, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        cursor: Optional[str] = None
        while True:
            content, headers = self._ask(method, path, query={**query, "cursor": cursor})
            yield from content
            following = re.search(r'<([^>]*)>\s*;[^,]*\brel="?next"?', headers.get("link") or "")
            if not following:
                return
            asked = urllib.parse.parse_qs(urllib.parse.urlsplit(following.group(1)).query)
            cursor = asked.get("cursor", [None])[0]
            if cursor is None:
                return

    def _ask(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        form: Optional[Form] = None,
        repeatable: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> Tuple[Any, Mapping[str, str]]:
        headers = {"Authorization": f"Bearer {self._key}"}
        key = (idempotency_key or str(uuid.uuid4())) if repeatable else None
        if key is not None:
            headers["Idempotency-Key"] = key
        data = None
        if form is not None:
            data, headers["Content-Type"] = _multipart(form)
        elif body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        asked = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = self._url + path + ("?" + urllib.parse.urlencode(asked) if asked else "")
        request = urllib.request.Request(url, data=data, headers=headers, method=method)
        try:
            return self._until_answered(request, repeatable or method == "GET")
        except (ApiRefusal, ConnectionLost) as error:
            error.idempotency_key = key
            raise

    def _until_answered(self, request: urllib.request.Request, again: bool) -> Tuple[Any, Mapping[str, str]]:
        tried, waited = 1, 0.0
        while True:
            wait = 1.0
            running = False
            try:
                status, headers, content = self._send(request)
            except (OSError, http.client.HTTPException) as error:
                if not again or tried >= self._tries:
                    raise ConnectionLost(error) from error
            else:
                asked = _wait(status, headers, again)
                running = status == 409
                spent = waited >= MAX_RUNNING_SECONDS if running else tried >= self._tries
                if asked is None or spent:
                    return _read(status, headers, content), headers
                wait = asked
            if running:
                waited += wait
            else:
                tried += 1
            time.sleep(wait)

    def _send(self, request: urllib.request.Request) -> Tuple[int, Mapping[str, str], bytes]:
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def quoted(part: str) -> str:
    return urllib.parse.quote(part, safe="")


def _text(value: Any) -> str:
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _wait(status: int, headers: Mapping[str, str], again: bool) -> Optional[float]:
    """Seconds to wait before a retry; None if the response is final."""
    given = headers.get("retry-after") or ""
    asked = float(min(60, int(given) or 1)) if given.isdigit() else 1.0
    # A 429 is sent before anything is done. For other errors it is unknown how far the server got.
    if status == 429:
        return asked
    if not again:
        return None
    if 502 <= status <= 504:
        return asked
    # The first attempt is still running. If it was interrupted, there is no such header.
    return asked if status == 409 and given else None


def _read(status: int, headers: Mapping[str, str], content: bytes) -> Any:
    kind = headers.get("content-type") or ""
    if not 200 <= status < 300:
        raise ApiRefusal(status, json.loads(content) if "json" in kind else {})
    if status == 204:
        return None
    return json.loads(content) if kind.startswith("application/json") else content


def _multipart(form: Form) -> Tuple[bytes, str]:
    file, name, texts = form
    boundary = uuid.uuid4().hex
    parts = []
    for key, value in texts.items():
        if value is not None:
            parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{_text(value)}\r\n'.encode())
    shown = name.replace("\\", "\\\\").replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{shown}"\r\n\r\n'.encode())
    parts += [file, f"\r\n--{boundary}--\r\n".encode()]
    return b"".join(parts), f"multipart/form-data; boundary={boundary}"
