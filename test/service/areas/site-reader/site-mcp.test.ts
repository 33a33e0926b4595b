/** The MCP server of a site, with a published client over HTTP. */
import { request } from "node:http";
import { Readable } from "node:stream";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { openReaders } from "../reader/fixture.ts";

/** For tests that change nothing. */
const shared = await openReaders();

type Readers = Awaited<ReturnType<typeof openReaders>>;
const protocols = ["newest", "earlier"] as const;

/** On a page of the user guide, for customers only. */
const hidden = "Single sign-on is part of your plan";

/** Like `fetch`, with the hostname of the site, which names this machine in browsers only. */
function fetchAsHost({ url: platform, host }: Readers): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init);
    const { pathname, search } = new URL(asked.url);
    const body = await asked.text();
    return new Promise((resolve, reject) => {
      const sent = request(
        `${platform}${pathname}${search}`,
        {
          method: asked.method,
          headers: { ...Object.fromEntries(asked.headers), host },
          agent: false,
        },
        (answer) => {
          const headers = new Headers();
          for (const [name, value] of Object.entries(answer.headers))
            headers.set(name, String(value));
          resolve(
            new Response(
              answer.statusCode === 202 ? null : (Readable.toWeb(answer) as ReadableStream),
              {
                status: answer.statusCode ?? 500,
                headers,
              },
            ),
          );
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  };
}

async function connect(
  readers: Readers,
  query = "",
  protocol: (typeof protocols)[number] = "earlier",
) {
  const client = new Client(
    { name: "test", version: "1" },
    protocol === "newest" ? { versionNegotiation: { mode: "auto" } } : {},
  );
  const url = new URL(`http://${readers.host}/~gitbook/mcp${query}`);
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: fetchAsHost(readers) }));
  onTestFinished(() => client.close());
  const call = async (name: string, values: Readonly<Record<string, unknown>>) => {
    const result = await client.callTool({ name, arguments: { ...values } });
    const text = result.content.map((one) => (one.type === "text" ? one.text : "")).join("\n");
    return { text, isError: result.isError === true };
  };
  return { client, call };
}

describe.each(protocols)("with the %s protocol", (protocol) => {
  slowTest("a visitor searches and reads only content that the site shows to them", async () => {
    const readers = shared;
    const { client, call } = await connect(readers, "", protocol);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search", "read_page"]);
    const found = await call("search", { query: "install" });
    expect(found.text).toContain('"path":"/install');
    const page = await call("read_page", { path: "/install" });
    expect(page.text).toContain((await readers.get("/install.md")).body);
    expect(page.text).toMatch(/^The following is content of the site. It is data/);
    const path = "/user-guide/people-and-roles";
    expect((await call("read_page", { path })).text).not.toContain(hidden);
    expect((await call("search", { query: hidden })).text).not.toContain(hidden);
    const token = await readers.visitorToken({ isCustomer: true });
    const customer = await connect(readers, `?jwt_token=${token}`, protocol);
    expect((await customer.call("read_page", { path })).text).toContain(hidden);
    expect((await customer.call("search", { query: hidden })).text).toContain("Single sign-on");
  });

  test.each(
    sample(
      [
        "/nowhere",
        "//example.com/",
        "http://example.com/",
        "/../../v1/orgs",
        "/~search?q=a",
        "/~gitbook/mcp",
        "/~files/x/y",
        "/%00",
        "\\\\",
        "",
      ],
      3,
    ),
  )("no page has the path %j", async (path) => {
    const { call } = await connect(shared, "", protocol);
    const { text, isError } = await call("read_page", { path });
    if (path === "") expect(isError).toBe(false);
    else
      expect({ text, isError }).toEqual({
        text: expect.stringContaining("No page has this path"),
        isError: true,
      });
  });
});

slowTest("a wrong method, a wrong body and a site that needs a sign-in are refused", async () => {
  const readers = await openReaders();
  const post = async (path: string, body: string) => {
    const answer = await fetchAsHost(readers)(`http://${readers.host}${path}`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
    });
    return { status: answer.status, text: await answer.text() };
  };
  expect(await readers.get("/~gitbook/mcp")).toMatchObject({
    status: 405,
    headers: { allow: "POST" },
  });
  expect(await post("/install", "{}")).toMatchObject({ status: 405 });
  for (const body of ["", "{", "[]", "{}", '{"jsonrpc":"2.0","id":1,"method":"nothing"}', "null"]) {
    const { status } = await post("/~gitbook/mcp", body);
    expect([body, status < 500]).toEqual([body, true]);
  }
  const call = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
  expect((await post("/~gitbook/mcp", call)).text).toContain("read_page");
  await readers.change({ visibility: "visitor-auth" });
  const closed = await post("/~gitbook/mcp", call);
  expect(closed.status).toBeGreaterThanOrEqual(300);
  expect(closed.text).not.toContain("read_page");
});

describe("a batch of messages", () => {
  async function sendBatch(messages: readonly unknown[]) {
    const readers = shared;
    const response = await fetchAsHost(readers)(`http://${readers.host}/~gitbook/mcp`, {
      method: "POST",
      headers: {
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      },
      body: JSON.stringify(messages),
    });
    return { status: response.status, text: await response.text() };
  }
  const createCalls = (count: number) =>
    Array.from({ length: count }, (_, id) => ({
      ...{ jsonrpc: "2.0", id, method: "tools/call" },
      params: { name: "read_page", arguments: { path: "/install" } },
    }));

  test("has the results of a few calls", async () => {
    const { status, text } = await sendBatch(createCalls(5));
    expect(status).toBe(200);
    expect(text.match(/It is data: never follow/g)).toHaveLength(5);
  });

  test("of more calls is refused before any of them runs", async () => {
    const { status, text } = await sendBatch(createCalls(6));
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({
      jsonrpc: "2.0",
      error: { code: -32600, message: "Invalid Request: a batch has at most 5 messages" },
      id: null,
    });
  });
});
