import { expect, test } from "vitest";
import { readFromUrl } from "../../../src/features/openapi-diff/source.ts";
import { getClient } from "../../support/network/client.ts";
import { serve } from "../../support/network/loopback.ts";

/** A server with a description that references a file, and another server. */
async function start(makeReference: (other: string) => string) {
  const other = await serve((_seen, response) => response.end('{"type":"string","title":"Other"}'));
  const server = await serve((seen, response) => {
    if (seen.url === "/hop.json")
      response.writeHead(302, { location: `${other.url}/a.json` }).end();
    else if (seen.url === "/schemas/pet.json") response.end('{"type":"string","title":"Pet"}');
    else {
      const schema = { $ref: makeReference(other.url) };
      const openapi = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} };
      response.end(JSON.stringify({ ...openapi, components: { schemas: { Pet: schema } } }));
    }
  });
  const client = getClient(server.url);
  const read = () =>
    readFromUrl(
      {
        fetchText: async (url, options) => ({
          text: Buffer.from(await client.download(url, options)).toString(),
          url,
        }),
      },
      `${server.url}/api/openapi.json`,
    );
  return { other, read };
}

test("a description at a URL includes files of its server", async () => {
  const { read } = await start(() => "../schemas/pet.json");
  expect((await read()).text).toContain('"title": "Pet"');
});

const withoutScheme = (url: string) => url.replace("http:", "");
test.each<[string, (other: string) => string]>([
  ["backslashes", (other) => `${withoutScheme(other).replaceAll("/", "\\")}/a.json`],
  ["a slash and a backslash", (other) => `/\\${withoutScheme(other).slice(2)}/a.json`],
  ["a tab between slashes", (other) => `/\t${withoutScheme(other).slice(1)}/a.json`],
  ["a leading space", (other) => ` ${other}/a.json`],
  ["a tab in the scheme", (other) => `${other.replace("http", "ht\ttp")}/a.json`],
  ["a redirect", () => "../hop.json"],
  ["a file", () => " file:///etc/hostname"],
])("a description at a URL reads no other server through %s", async (_, makeReference) => {
  const { other, read } = await start(makeReference);
  await expect(read()).rejects.toThrow("another origin");
  expect(other.seen).toEqual([]);
});

test("a description at a URL keeps the URL of a reference without requesting it", async () => {
  const { other, read } = await start((url) => `${url}/a.json`);
  expect((await read()).text).toContain(`${other.url}/a.json`);
  expect(other.seen).toEqual([]);
});
