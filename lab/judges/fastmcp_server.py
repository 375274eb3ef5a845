"""An MCP server whose tools FastMCP makes of the contract: program DOCUMENT BASE_URL TOKEN ADMIN_KEY, on stdin and stdout."""
import json
import sys

import httpx
from fastmcp import FastMCP

document, base_url, token, admin_key = sys.argv[1:]
headers = {"Authorization": f"Bearer {token}", "X-Admin-Api-Key": admin_key}
client = httpx.AsyncClient(base_url=base_url, headers=headers)
with open(document) as file:
    FastMCP.from_openapi(openapi_spec=json.load(file), client=client).run(show_banner=False)
