/**
 * Redirects: a read follows them within its server, a write never, and the token is sent nowhere
 * else.
 */
import { describe, expect, test } from "vitest";
import { openTransport } from "../../../src/client/transport/transport.ts";
import { ApiError } from "../../../src/errors.ts";
import { slowTests } from "../../support/generators/amount.ts";
import { canary, getClient, rejection } from "../../support/network/client.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const codes = [301, 302, 303, 307, 308];
const writes = ["POST", "PUT", "PATCH", "DELETE"] as const;

describe.each([
  ["the direct wire", false],
  ["the pool", true],
])("over %s", (_, many) => {
  const wired = (url: string) =>
    getClient(url, { transport: openTransport({ many, environment: {} }) });

  test.each(codes)("a GET follows %i within its server, with the token", async (code) => {
    const server = await serve((seen, response) => {
      if (seen.url === "/v1/orgs") response.writeHead(code, { location: "/v1/moved?x=1" }).end();
      else answerJson(response, 200, { moved: true });
    });
    const answer = await wired(server.url).send({ method: "GET", path: "/orgs" });
    expect(JSON.parse(answer.text)).toEqual({ moved: true });
    expect(server.seen.map((seen) => [seen.url, seen.headers.authorization])).toEqual([
      ["/v1/orgs", `Bearer ${canary}`],
      ["/v1/moved?x=1", `Bearer ${canary}`],
    ]);
  });

  test.each(codes)("no method follows %i to another server", async (code) => {
    const other = await serve((_, response) => answerJson(response, 200, {}));
    const server = await serve((_, response) =>
      response.writeHead(code, { location: `${other.url}/v1/orgs?token=hunter2` }).end(),
    );
    for (const method of ["GET", ...writes] as const) {
      const error = await rejection(wired(server.url).send({ method, path: "/orgs" }));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toHaveProperty("message", expect.stringContaining(`${other.url}/v1/orgs was`));
    }
    expect(server.seen).toHaveLength(5);
    expect(other.seen).toEqual([]);
  });

  slowTests.each(codes)("no write is repeated after %i", async (code) => {
    const server = await serve((_, response) =>
      response.writeHead(code, { location: "/v1/elsewhere" }).end(),
    );
    for (const method of writes) {
      const error = await rejection(wired(server.url).send({ method, path: "/orgs", body: "{}" }));
      expect(error).toMatchObject({ name: "ApiError", status: code, hint: "tome api GET /orgs" });
    }
    expect(server.seen.map((seen) => seen.url)).toEqual(Array(4).fill("/v1/orgs"));
  });
});

test.each([
  ["another scheme", (url: string) => url.replace("http:", "https:")],
  ["another port", (url: string) => url.replace(/\d+$/, "1")],
  ["another name of the same machine", (url: string) => url.replace("127.0.0.1", "localhost")],
  ["a host behind a user", (url: string) => url.replace("//", "//127.0.0.1@")],
  ["no address", () => "http://"],
  ["a script", () => "javascript:alert(1)"],
])("a GET does not follow a redirect to %s", async (name, change) => {
  const server = await serve((seen, response) => {
    if (seen.url !== "/v1/orgs") return answerJson(response, 200, {});
    response.writeHead(302, { location: `${change(server.url)}/v1/moved` }).end();
  });
  const sent = getClient(server.url).send({ method: "GET", path: "/orgs" });
  // The user is removed from a URL before it is compared, so this one is the same server.
  if (name === "a host behind a user") expect((await sent).status).toBe(200);
  else expect(await rejection(sent)).toBeInstanceOf(ApiError);
  expect(server.seen.length).toBeLessThan(3);
});

test("five redirects are followed, and a sixth is not", async () => {
  const server = await serve((seen, response) => {
    const left = Number(seen.url.slice("/v1/".length));
    if (left === 0) answerJson(response, 200, {});
    else response.writeHead(302, { location: `/v1/${left - 1}` }).end();
  });
  const client = getClient(server.url);
  expect((await client.send({ method: "GET", path: "/5" })).status).toBe(200);
  expect(await rejection(client.send({ method: "GET", path: "/6" }))).toBeInstanceOf(ApiError);
  expect(server.seen).toHaveLength(12);
});
