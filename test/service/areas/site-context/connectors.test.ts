import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import {
  readRecords,
  testConnector,
} from "../../../../src/service/areas/site-context/connectors.ts";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import type { FetchRequest } from "../../../../src/service/engines/network/guarded-fetch.ts";
import { answering } from "../../../support/network/answering.ts";

const settings = { repository: "acme/docs", token: "secret\n" };

/** A server in place of the GitHub API. */
async function start(respond: (path: string, response: ServerResponse, body: string) => void) {
  const tokens: (string | undefined)[] = [];
  const server = await answering(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    tokens.push(request.headers.authorization);
    respond(request.url ?? "", response, Buffer.concat(chunks).toString());
  });
  const { fetch } = openOutside(["127.0.0.1"]);
  const outside = {
    fetch: (request: FetchRequest) =>
      fetch({ ...request, url: request.url.replace("https://api.github.com", server.url) }),
  };
  return { server, tokens, call: { outside } };
}

function answer(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

function makeIssue(number: number, more = {}) {
  return {
    number,
    title: `Issue ${number}`,
    body: number % 2 === 0 ? null : "Text",
    html_url: `https://github.com/acme/docs/issues/${number}`,
    created_at: "2026-01-02T03:04:05Z",
    ...more,
  };
}

describe("issues of a repository", () => {
  test("all pages are read, without pull requests, and with the label of the filter", async () => {
    const { server, tokens, call } = await start((path, response) => {
      const page = Number(new URL(path, "http://x").searchParams.get("page"));
      const items = Array.from({ length: page === 1 ? 100 : 3 }, (_, index) =>
        makeIssue(page * 1000 + index, index === 0 ? { pull_request: {} } : {}),
      );
      answer(response, items);
    });
    const records = await readRecords("builtin:github-issues", settings, "bug", call);
    expect(records).toHaveLength(101);
    expect(records[0]).toEqual({
      id: "1001",
      title: "Issue 1001",
      body: "Text",
      url: "https://github.com/acme/docs/issues/1001",
      createdAt: "2026-01-02T03:04:05.000Z",
    });
    expect(server.asked.every((path) => path.includes("labels=bug"))).toBe(true);
    expect(new Set(tokens)).toEqual(new Set(["Bearer secret"]));
  });

  test("items of another form are left out", async () => {
    const { call } = await start((_, response) =>
      answer(response, [1, null, {}, makeIssue(1, { html_url: "no" }), makeIssue(2)]),
    );
    expect(await readRecords("builtin:github-issues", settings, undefined, call)).toHaveLength(1);
  });
});

test("discussions are read page by page, and filtered by label", async () => {
  const { call } = await start((_, response, body) => {
    const { after } = JSON.parse(body).variables;
    const nodes = [
      { ...makeIssue(1), url: "https://github.com/1", createdAt: "2026-01-01T00:00:00Z" },
      makeIssue(after === undefined ? 2 : 3, { labels: { nodes: [{ name: "bug" }] } }),
    ];
    const pageInfo = { hasNextPage: after === undefined, endCursor: "next" };
    answer(response, { data: { repository: { discussions: { nodes, pageInfo } } } });
  });
  const read = (filter?: string) =>
    readRecords("builtin:github-discussions", settings, filter, call);
  expect((await read("bug")).map(({ id }) => id)).toEqual(["2", "3"]);
  expect(await read()).toHaveLength(4);
});

describe("failures", () => {
  test.each([
    [401, {}, "authentication"],
    [403, {}, "authentication"],
    [403, { "x-ratelimit-remaining": "0" }, "rate_limited"],
    [429, {}, "rate_limited"],
    [404, {}, "misconfigured"],
    [410, {}, "misconfigured"],
    [503, {}, "upstream_unavailable"],
    [418, {}, "unknown"],
  ])("status %i with %j is %s", async (status, headers, reason) => {
    const { call } = await start((_, response) => answer(response, {}, status, headers));
    const reading = readRecords("builtin:github-issues", settings, undefined, call);
    await expect(reading).rejects.toMatchObject({ reason });
    const error = await testConnector(settings, call);
    expect(error).toContain("https://api.github.com");
    expect(error).not.toContain("secret");
  });

  test("a working token passes the test", async () => {
    const { server, call } = await start((_, response) => answer(response, { id: 1 }));
    expect(await testConnector(settings, call)).toBeUndefined();
    expect(server.asked).toEqual(["/repos/acme/docs"]);
  });

  test.each(["../docs", "acme/..", "./docs"])(
    "the repository %s is not requested",
    async (repository) => {
      const { server, call } = await start((_, response) => answer(response, {}));
      expect(await testConnector({ ...settings, repository }, call)).toContain("owner/name");
      expect(server.asked).toEqual([]);
    },
  );
});

describe("requests to the API", () => {
  test("of issues end after 2000, and name what they read", async () => {
    const { server, call } = await start((path, response) => {
      const page = Number(new URL(path, "http://x").searchParams.get("page"));
      answer(
        response,
        Array.from({ length: 100 }, (_, index) => makeIssue(page * 1000 + index)),
      );
    });
    const records = await readRecords("builtin:github-issues", settings, undefined, call);
    expect([records.length, server.asked.length]).toEqual([2000, 20]);
    const query = "state=all&sort=created&direction=desc&per_page=100";
    expect(server.asked[1]).toBe(`/repos/acme/docs/issues?${query}&page=2`);
  });

  test("of discussions end after 2000, and continue at the cursor", async () => {
    const cursors: unknown[] = [];
    const { server, call } = await start((_, response, body) => {
      const { after, owner, name } = JSON.parse(body).variables;
      cursors.push([owner, name, after]);
      const nodes = Array.from({ length: 100 }, (_, index) => makeIssue(index));
      const pageInfo = { hasNextPage: true, endCursor: `C${cursors.length}` };
      answer(response, { data: { repository: { discussions: { nodes, pageInfo } } } });
    });
    const records = await readRecords("builtin:github-discussions", settings, undefined, call);
    expect([records.length, server.asked.length]).toEqual([2000, 20]);
    expect(cursors.slice(0, 2)).toEqual([
      ["acme", "docs", undefined],
      ["acme", "docs", "C1"],
    ]);
    expect(server.asked[0]).toBe("/graphql");
  });

  test.each<[object, string[] | string]>([
    [{ data: { repository: null }, errors: [{ message: "Not found" }] }, "GitHub: Not found"],
    [{ data: { repository: { discussions: { nodes: [makeIssue(7)] } } } }, ["7"]],
    [
      {
        data: {
          repository: {
            discussions: { nodes: [makeIssue(7)], pageInfo: { hasNextPage: true } },
          },
        },
      },
      ["7"],
    ],
    [{ data: {} }, []],
  ])("with the response %j", async (body, expected) => {
    const { call } = await start((_, response) => answer(response, body));
    const reading = readRecords("builtin:github-discussions", settings, undefined, call);
    if (typeof expected === "string") {
      await expect(reading).rejects.toMatchObject({ reason: "misconfigured", message: expected });
    } else {
      expect((await reading).map(({ id }) => id)).toEqual(expected);
    }
  });

  test.each([
    [{}, { title: "Issue 3", body: "Text" }],
    [{ title: "x".repeat(300) }, { title: "x".repeat(256) }],
    [{ title: "" }, { title: "#3" }],
    [
      { title: 7, body: 7 },
      { title: "#3", body: "" },
    ],
    [{ html_url: undefined, url: "https://a.example/" }, { url: "https://a.example/" }],
    [{ created_at: undefined, createdAt: "2026-02-03T00:00:00Z" }, { id: "3" }],
    [{ created_at: "x" }, undefined],
    [{ number: "3" }, undefined],
  ])("of an item with %j", async (more, expected) => {
    const { call } = await start((_, response) => answer(response, [makeIssue(3, more)]));
    const records = await readRecords("builtin:github-issues", settings, undefined, call);
    expect(records).toMatchObject(expected === undefined ? [] : [expected]);
    expect(records).toHaveLength(expected === undefined ? 0 : 1);
  });

  test("that are not JSON, are unreachable or of another kind are told apart", async () => {
    const { call } = await start((_, response) => void response.end("<html>"));
    await expect(
      readRecords("builtin:github-issues", settings, undefined, call),
    ).rejects.toMatchObject({
      reason: "upstream_unavailable",
      message: "https://api.github.com responded with invalid JSON.",
    });
    const { fetch } = openOutside([]);
    const outside = {
      fetch: (request: FetchRequest) => fetch({ ...request, url: "http://127.0.0.1:9/" }),
    };
    await expect(
      readRecords("builtin:github-issues", settings, undefined, { outside }),
    ).rejects.toMatchObject({ reason: "upstream_unavailable" });
    const broken = { outside: { fetch: () => Promise.reject(new TypeError("bug")) } };
    await expect(testConnector(settings, broken)).rejects.toThrow(TypeError);
    const { call: denied } = await start((_, response) => answer(response, {}, 422));
    expect(await testConnector(settings, denied)).toBe(
      "https://api.github.com has no repository acme/docs with this feature that the access token can read.",
    );
  });
});
