"""Checks recorded traffic against the contract with openapi-core: traffic.py CONTRACT HAR."""
import json
import sys
from urllib.parse import parse_qs, urlsplit

from openapi_core import OpenAPI
from openapi_core.testing import MockRequest, MockResponse

contract, archive = sys.argv[1:]
judge = OpenAPI.from_file_path(contract)
with open(archive) as file:
    entries = json.load(file)["log"]["entries"]
findings = []
for entry in entries:
    sent, got = entry["request"], entry["response"]
    url = urlsplit(sent["url"])
    headers = {each["name"].lower(): each["value"] for each in sent["headers"]}
    # MockRequest wants the path as the router of a framework gives it; the host is the contract's default.
    request = MockRequest(
        "http://localhost:3000",
        sent["method"].lower(),
        url.path,
        args=parse_qs(url.query, keep_blank_values=True),
        headers=headers,
        data=(sent.get("postData") or {}).get("text", "").encode() or None,
        content_type=headers.get("content-type", ""),
    )
    response = MockResponse(
        got["content"].get("text", "").encode() or None,
        got["status"],
        {each["name"]: each["value"] for each in got["headers"]},
        (got["content"].get("mimeType") or "").split(";")[0],
    )
    try:
        judge.validate_response(request, response)
        # A refused request may be invalid.
        if got["status"] < 300:
            judge.validate_request(request)
    except Exception as error:
        message = f"{sent['method']} {url.path} {got['status']}: {error.__cause__ or error}"
        findings.append({"rule": type(error).__name__, "message": message})
json.dump({"examined": len(entries), "findings": findings}, sys.stdout)
