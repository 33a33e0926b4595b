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
