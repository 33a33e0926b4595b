import { describe, expect, test } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { type Client, createClient } from "../../src/library/library.ts";
import { answerJson, serve } from "../support/network/loopback.ts";
import { callOperation, openList, readItems } from "../support/network/program-client.ts";

test("an operation returns the response as received, and reports warnings and requests", async () => {
  const server = await serve((_, response) => {
    response.writeHead(200, {
      "content-type": "application/json",
      warning: '299 - "The icon was ignored."',
    });
    response.end('{"id":"S1","size":90071992547409931,"unknown":null}');
  });
  const [trace, warnings]: string[][] = [[], []];
  const client = createClient({
    baseUrl: `${server.url}/v1`,
    token: "own",
    onTrace: (line) => trace?.push(line),
    onWarning: (text) => warnings?.push(text),
  });
  expect(await callOperation(client, "getSpaceById", { spaceId: "S1" })).toEqual({
    id: "S1",
    size: 90071992547409931n,
    unknown: null,
  });
  const seen = server.seen.map(({ method, url, headers }) => [method, url, headers.authorization]);
  expect(seen).toEqual([["GET", "/v1/spaces/S1", "Bearer own"]]);
  expect(server.seen[0]?.headers["user-agent"]).toMatch(/^tome\/\d/);
  expect(warnings).toEqual([expect.stringContaining("The icon was ignored.")]);
  expect(trace?.join("\n")).toContain("/v1/spaces/S1");
});

test("an operation without input can be called without an argument", async () => {
  const server = await serve((_, response) => answerJson(response, 200, { id: "U1" }));
  const client = createClient({ baseUrl: server.url });
  expect(await callOperation(client, "getAuthenticatedUser")).toEqual({ id: "U1" });
});

test("retries and the time limit of a call can be set", async () => {
  const server = await serve((_, response) => answerJson(response, 503, {}));
  const read = (client: Client) => callOperation(client, "getAuthenticatedUser");
  const client = createClient({ baseUrl: server.url, retries: 0 });
  await expect(read(client)).rejects.toMatchObject({ name: "ApiError", status: 503 });
  expect(server.seen).toHaveLength(1);
  const hanging = await serve(() => {});
  const hasty = createClient({ baseUrl: hanging.url, retries: 0, timeoutSeconds: 0.01 });
  await expect(read(hasty)).rejects.toMatchObject({ name: "NetworkError" });
});

test("a download sends no token", async () => {
  const server = await serve((_, response) => response.end("PDF"));
  const client = createClient({ baseUrl: server.url, token: "own" });
  expect(Buffer.from(await client.download(`${server.url}/file`)).toString()).toBe("PDF");
  expect(server.seen.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ["/file", undefined],
  ]);
});

describe("a list", () => {
  const pages = [
    { items: [{ id: "S1" }, { id: "S2" }], next: { page: "second" }, count: 3 },
    { items: [{ id: "S3" }] },
  ];
  const open = async (input: object) => {
    const server = await serve((_, response, before) =>
      answerJson(response, 200, pages[before] ?? {}),
    );
    const client = createClient({ baseUrl: server.url });
    return { server, list: openList(client, "listSpacesInOrganizationById", input) };
  };

  test.each([{ count: 0 }, { count: 3 }, {}])("has pages with the count of %j", async (count) => {
    const server = await serve((_, response) => answerJson(response, 200, { items: [], ...count }));
    const client = createClient({ baseUrl: server.url });
    const list = openList(client, "listSpacesInOrganizationById", { organizationId: "O1" });
    const found: unknown[] = [];
    for await (const page of list.pages()) found.push(page);
    expect(found).toEqual([{ items: [], ...count }]);
  });

  test("requests its pages on demand, and iterates over their items", async () => {
    const { server, list } = await open({ organizationId: "O1", limit: 2 });
    expect(server.seen).toEqual([]);
    expect(await readItems(list)).toEqual([{ id: "S1" }, { id: "S2" }, { id: "S3" }]);
    expect(server.seen.map(({ url }) => url)).toEqual([
      "/v1/orgs/O1/spaces?limit=2",
      "/v1/orgs/O1/spaces?limit=2&page=second",
    ]);
  });

  test("iterates over its pages", async () => {
    const { list } = await open({ organizationId: "O1" });
    expect(await readItems(list.pages())).toStrictEqual(pages);
  });

  test("with invalid input is refused, and nothing is sent", async () => {
    const { server, list } = await open({});
    const refused = new UsageError("listSpacesInOrganizationById: organizationId is required.");
    await expect(readItems(list)).rejects.toThrow(refused);
    await expect(readItems(list.pages())).rejects.toThrow(refused);
    expect(server.seen).toEqual([]);
  });
});

test.each([
  ["getSpaceById", {}, "getSpaceById: spaceId is required."],
  [
    "updateSpaceById",
    { spaceId: "S1", title: 5, editMode: "frozen" },
    'updateSpaceById: title must be a string, not 5; editMode must be live or locked, not "frozen".',
  ],
  ["updateSpaceById", { spaceId: "S1" }, /^updateSpaceById needs at least one of .*title/],
  ["getSpaceById", { spaceId: "S1", more: 1 }, /^getSpaceById: more .*\.$/],
  ["getSpaceById", [], /^getSpaceById: the input .*\.$/],
])("%s with %j is refused, and nothing is sent", async (operation, input, message) => {
  const server = await serve((_, response) => answerJson(response, 200, {}));
  const client = createClient({ baseUrl: server.url });
  const result = callOperation(client, operation, input);
  await expect(result).rejects.toThrow(UsageError);
  await expect(result).rejects.toThrow(message);
  expect(server.seen).toEqual([]);
});

test("a change needs only one of its fields", async () => {
  const server = await serve((_, response) => answerJson(response, 200, { id: "S1" }));
  const client = createClient({ baseUrl: server.url });
  const input = { spaceId: "S1", emoji: null };
  expect(await callOperation(client, "updateSpaceById", input)).toEqual({ id: "S1" });
  expect(server.seen.map(({ method, body }) => [method, body])).toEqual([
    ["PATCH", '{"emoji":null}'],
  ]);
});
