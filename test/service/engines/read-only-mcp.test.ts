import { expect, it } from "vitest";
import {
  answerMcp,
  type McpServerDescription,
  McpToolError,
} from "../../../src/service/engines/read-only-mcp.ts";

const errors: string[] = [];
const description: McpServerDescription = {
  name: "docs",
  title: "Documentation",
  version: "1.2.3",
  instructions: "Search before you answer.",
  tools: {
    search: {
      description: "Search the pages",
      argument: { name: "query", description: "Words" },
      async run(value) {
        if (value === "nothing") throw new McpToolError("No page matches.");
        if (value === "bug") throw new TypeError("secret detail");
        return `Results of ${value}`;
      },
    },
  },
  onError: (error) => errors.push(error.message),
};

async function send(message: unknown, headers: Record<string, string> = {}) {
  const { status, ...response } = await answerMcp(
    {
      method: "POST",
      url: "https://docs.example.com/~mcp",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      ...(message !== undefined && {
        body: typeof message === "string" ? message : JSON.stringify(message),
      }),
    },
    description,
  );
  const body = String(response.body);
  const data = /^data: (.*)$/m.exec(body)?.[1] ?? body;
  return { status, headers: response.headers, body: data === "" ? "" : JSON.parse(data) };
}

const request = (method: string, params: object = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params,
});
const call = (name: string, args?: object) =>
  request("tools/call", { name, ...(args && { arguments: args }) });

it("describes itself and its tools", async () => {
  const clientInfo = { name: "test", version: "1" };
  const hello = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  expect(await send(request("initialize", hello))).toEqual({
    status: 200,
    headers: {
      "content-type": "text/event-stream",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    },
    body: {
      result: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "docs", title: "Documentation", version: "1.2.3" },
        instructions: "Search before you answer.",
      },
      jsonrpc: "2.0",
      id: 1,
    },
  });
  expect((await send(request("tools/list"))).body).toEqual({
    result: {
      tools: [
        {
          name: "search",
          description: "Search the pages",
          inputSchema: {
            type: "object",
            properties: { query: { type: "string", description: "Words", maxLength: 2000 } },
            required: ["query"],
          },
          annotations: { readOnlyHint: true },
        },
      ],
    },
    jsonrpc: "2.0",
    id: 1,
  });
});

it.each([
  [
    "a tool",
    call("search", { query: "tea" }),
    { result: { content: [{ type: "text", text: "Results of tea" }] }, jsonrpc: "2.0", id: 1 },
  ],
  [
    "a tool without a result",
    call("search", { query: "nothing" }),
    {
      result: { content: [{ type: "text", text: "No page matches." }], isError: true },
      jsonrpc: "2.0",
      id: 1,
    },
  ],
  [
    "an argument of the maximum length",
    call("search", { query: "a".repeat(2000) }),
    {
      result: {
        content: [
          {
            type: "text",
            text: `Results of ${"a".repeat(2000)}`,
          },
        ],
      },
      jsonrpc: "2.0",
      id: 1,
    },
  ],
  [
    "an argument that is too long",
    call("search", { query: "a".repeat(2001) }),
    {
      result: {
        content: [
          { type: "text", text: "The argument query must be a text of at most 2000 characters." },
        ],
        isError: true,
      },
      jsonrpc: "2.0",
      id: 1,
    },
  ],
  [
    "an argument that is not a text",
    call("search", { query: 7 }),
    {
      result: {
        content: [
          { type: "text", text: "The argument query must be a text of at most 2000 characters." },
        ],
        isError: true,
      },
      jsonrpc: "2.0",
      id: 1,
    },
  ],
  [
    "no argument",
    call("search"),
    {
      result: {
        content: [
          { type: "text", text: "The argument query must be a text of at most 2000 characters." },
        ],
        isError: true,
      },
      jsonrpc: "2.0",
      id: 1,
    },
  ],
  [
    "an unknown tool",
    call("x".repeat(101)),
    {
      result: {
        content: [
          {
            type: "text",
            text: `Unknown tool "${"x".repeat(100)}".`,
          },
        ],
        isError: true,
      },
      jsonrpc: "2.0",
      id: 1,
    },
  ],
  [
    "an inherited name",
    call("toString", { query: "a" }),
    {
      result: { content: [{ type: "text", text: 'Unknown tool "toString".' }], isError: true },
      jsonrpc: "2.0",
      id: 1,
    },
  ],
])("%s", async (_, message, body) => {
  expect((await send(message)).body).toEqual(body);
});

it("an error of the program is reported, and its message is not sent", async () => {
  errors.length = 0;
  expect((await send(call("search", { query: "bug" }))).body).toEqual({
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32603, message: "Internal error" },
  });
  expect(errors).toEqual(["secret detail"]);
});

it("the headers of the protocol are those of the request", async () => {
  expect((await send(request("tools/list"), { "mcp-protocol-version": "1900-01-01" })).status).toBe(
    400,
  );
  expect((await send(request("tools/list"), { accept: "text/html" })).status).toBe(406);
  expect((await send(request("tools/list"), { "content-type": "text/html" })).status).toBe(415);
});

it("a batch has at most five messages", async () => {
  const batch = (length: number) =>
    Array.from({ length }, (_, at) => ({ ...request("tools/list"), id: at }));
  expect((await send(batch(5))).status).toBe(200);
  expect(await send(batch(6))).toEqual({
    status: 400,
    headers: { "content-type": "application/json", "cache-control": "private, no-store" },
    body: {
      jsonrpc: "2.0",
      error: { code: -32600, message: "Invalid Request: a batch has at most 5 messages" },
      id: null,
    },
  });
});

it.each([
  [
    "no body",
    undefined,
    {
      status: 400,
      headers: {
        "content-type": "application/json",
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
      },
      body: {
        jsonrpc: "2.0",
        error: { code: -32700, message: "Parse error: Invalid JSON" },
        id: null,
      },
    },
  ],
  [
    "a text",
    "{",
    {
      status: 400,
      headers: {
        "content-type": "application/json",
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
      },
      body: {
        jsonrpc: "2.0",
        error: { code: -32700, message: "Parse error: Invalid JSON" },
        id: null,
      },
    },
  ],
  [
    "a body that is too large",
    JSON.stringify(Array(40_000).fill(1)),
    {
      status: 413,
      headers: {
        "content-type": "application/json",
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
      },
      body: {
        jsonrpc: "2.0",
        error: {
          code: -32000,
          message: "Payload Too Large: Request body must not exceed 65536 bytes",
        },
        id: null,
      },
    },
  ],
])("%s is refused", async (_, message, result) => {
  expect(await send(message)).toEqual(result);
});
