"""`cg mcp`, driven by the client of the protocol's authors (the package `mcp`).

`CG=target/debug/cg python -m pytest cg-mcp/tests/client.py`
"""

import asyncio
import json
import os

import pytest

pytest.importorskip("mcp")
from mcp import ClientSession, StdioServerParameters  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402

CG = os.environ.get("CG", "cg")


def drive(work, *options):
    """Does some work with a session of a server that is started for it."""

    async def driven():
        server = StdioServerParameters(command=CG, args=["mcp", *options])
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            begun = await session.initialize()
            return await work(session, begun)

    return asyncio.run(asyncio.wait_for(driven(), 120))


def field(thing, old, new):
    """A field whose name the second version of the package changed."""
    return getattr(thing, new, None) if hasattr(thing, new) else getattr(thing, old)


def structured(result):
    found = field(result, "structuredContent", "structured_content")
    assert json.loads(result.content[0].text) == found
    return found


def failed(result):
    return field(result, "isError", "is_error")


def test_the_server_says_what_it_is_and_has():
    async def work(session, begun):
        assert field(begun, "serverInfo", "server_info").name == "cg"
        assert "canonical form" in begun.instructions
        tools = (await session.list_tools()).tools
        assert len(tools) == 9
        for tool in tools:
            schema = field(tool, "inputSchema", "input_schema")
            assert schema["type"] == "object" and tool.description
        resources = (await session.list_resources()).resources
        addresses = {str(resource.uri) for resource in resources}
        assert {"cg://guide/language", "cg://help/mean"} <= addresses
        page = await session.read_resource("cg://guide/language")
        assert page.contents[0].text.startswith("#")

    drive(work)


def test_tools_answer():
    async def work(session, _):
        async def call(tool, **arguments):
            result = await session.call_tool(tool, arguments)
            assert not failed(result), result
            return structured(result)

        found = await call("evaluate", program="{1|-1}; Clobber(\"xo|ox\")")
        assert [reply["text"]["standard"] for reply in found["replies"]] == ["+-1", "*"]
        found = await call("who_wins", game='Clobber("xoxo") + *2')
        assert found["outcome"] == "first player win"
        found = await call("winning_moves", game='Clobber("xo") + ^')
        assert "first player win" in json.dumps(found)
        found = await call("explain", game="{0,*|*}")
        assert found["kind"] == "why"
        assert (await call("compare", left="^", right="*"))["relation"] == "<>"
        assert (await call("ruleset_help", name="clobber"))["title"] == "Clobber"
        assert (await call("solve", sum="nim 1 2 3"))["nimber"] == 0
        found = await call("octal", code="Kayles", position=[5, 9, 12])
        assert found["sum"]["nim_sum"] == 4
        assert (await call("prove", claim="{1|-1} <> 0"))["kind"] == "proof"

    drive(work)


def test_errors_are_answers():
    async def work(session, _):
        result = await session.call_tool("evaluate", {"program": "1 +"})
        assert failed(result) and structured(result)["replies"][0]["error"]["line"] == 1
        result = await session.call_tool("who_wins", {"game": "*", "file": "/etc/passwd"})
        assert failed(result) and "unknown field" in result.content[0].text
        result = await session.call_tool("evaluate", {"program": "1+" * 200_000})
        assert failed(result) and "at most" in result.content[0].text
        result = await session.call_tool("evaluate", {"program": "[k : k = 1..100000]"})
        assert "cut" in structured(result)
        with pytest.raises(Exception, match="shell"):
            await session.call_tool("shell", {})
        with pytest.raises(Exception, match="nothing"):
            await session.read_resource("cg://guide/nothing")
        assert not failed(await session.call_tool("evaluate", {"program": "1"}))

    drive(work)


def test_limits_and_cancellation():
    async def work(session, _):
        long = {"game": 'Amazons("6x6")'}
        result = await session.call_tool("who_wins", {**long, "seconds": 1})
        assert failed(result) and structured(result)["error"]["limit"]
        # A task that is given up: what comes after it has its answer.
        given_up = asyncio.create_task(session.call_tool("who_wins", {**long, "session": "a"}))
        await asyncio.sleep(0.3)
        given_up.cancel()
        result = await session.call_tool("evaluate", {"program": "2", "session": "b"})
        assert not failed(result)

    drive(work, "--time", "5s")


def test_many_calls_at_once():
    async def work(session, _):
        async def one(number):
            program = f"a = {number}; a + a"
            result = await session.call_tool("evaluate", {"program": program})
            return structured(result)["replies"][-1]["text"]["standard"]

        found = await asyncio.gather(*(one(number) for number in range(20)))
        assert found == [str(2 * number) for number in range(20)]

    drive(work)
