import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTests } from "../../support/generators/amount.ts";
import { closedPort, serve } from "../../support/network/loopback.ts";

const specification = (title: string) =>
  JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: {} });

/** Compares two specifications with the hosted platform, which cannot be reached, or the local one. */
async function compare(url: string, flags: string, env: Readonly<Record<string, string>> = {}) {
  return openTome()(`openapi diff ${url}/a.json ${url}/b.json ${flags}`.trimEnd(), {
    env: { TOME_BASE_URL: await closedPort(), TOME_ALLOW_PRIVATE: "true", ...env },
  });
}

test.each([
  ["", {}],
  ["", { TOME_TOKEN: "secret" }],
  ["--local", {}],
  ["--local", { TOME_TOKEN: "secret" }],
])("a URL is read without a token: openapi diff %s with %j", async (flags, env) => {
  const files = await serve(({ url }, response) => response.end(specification(url)));
  const { code, stderr } = await compare(files.url, flags, env);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining("error")]);
  expect(files.seen.map(({ url }) => url)).toEqual(["/a.json", "/b.json"]);
  expect(files.seen.filter(({ headers }) => "authorization" in headers)).toEqual([]);
});

test.each(["", "--local"])("bytes are not text: openapi diff %s", async (flags) => {
  const files = await serve((_, response) => response.end(Buffer.from([0xff, 0xfe, 0])));
  const { code, stderr } = await compare(files.url, flags);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/UTF-8/)]);
});

slowTests.each<[status: number, code: number, text: string]>([
  [204, 2, "The text is empty"],
  [300, 1, "300"],
  [403, 4, "403"],
  [404, 5, "404"],
  [500, 7, "500"],
])("the status %d ends openapi diff with %d, with both platforms", async (status, code, text) => {
  const files = await serve((_, response) => response.writeHead(status).end());
  for (const flags of ["", "--local"]) {
    const ran = await compare(files.url, `--retries 0 ${flags}`);
    expect([flags, ran.code, ran.stderr]).toEqual([flags, code, expect.stringContaining(text)]);
  }
});

test("with the local platform, a private address is not read unless it is allowed", async () => {
  const files = await serve(({ url }, response) => response.end(specification(url)));
  const { code, stderr } = await compare(files.url, "--local", { TOME_ALLOW_PRIVATE: "" });
  expect([code, stderr, files.seen]).toEqual([2, expect.stringContaining("private"), []]);
});

test.each(["", "--local"])("a server that cannot be reached: openapi diff %s", async (flags) => {
  const url = await closedPort();
  const { code, stderr } = await compare(url, `--retries 0 ${flags}`);
  expect([code, stderr]).toEqual([7, expect.stringContaining(new URL(url).host)]);
});
