"""An MCP server of the functions that LangChain makes of the contract: program DOCUMENT BASE_URL TOKEN ADMIN_KEY, on stdin and stdout."""
import sys

from fastmcp import FastMCP
from fastmcp.tools import Tool, ToolResult
from langchain_classic.chains.openai_functions.openapi import openapi_spec_to_openai_fn
from langchain_community.utilities.openapi import OpenAPISpec

document, base_url, token, admin_key = sys.argv[1:]
specification = OpenAPISpec.from_file(document)
specification.servers[0].url = base_url
functions, call = openapi_spec_to_openai_fn(specification)


class Function(Tool):
    async def run(self, arguments):
        response = call(self.name, arguments, headers={"Authorization": f"Bearer {token}", "X-Admin-Api-Key": admin_key})
        response.raise_for_status()
        return ToolResult(content=response.text)


server = FastMCP()
for function in functions:
    server.add_tool(Function(**function))
server.run(show_banner=False)
