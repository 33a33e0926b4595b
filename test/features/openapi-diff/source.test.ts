import { describe, expect, test } from "vitest";
import {
  isSlug,
  isUrl,
  readDescription,
  readFromFile,
  readFromUrl,
  readStrictly,
} from "../../../src/features/openapi-diff/source.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
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

const fileNames = ["json", "yaml", "yml", "JSON", "Yaml", "YML", "jSon"].flatMap((ending) => [
  `pets.${ending}`,
  `.${ending}`,
  `a.b.${ending}`,
]);
const urls = ["http://a/pets", "https://a/pets.json", "HTTPS://a/pets", "Http://a"];
const paths = [
  "./pets",
  "specs/pets",
  "/pets",
  "..\\pets",
  "C:\\pets",
  "ftp://a/pets",
  "a/b.json/c",
];
const slugs = [
  ...["pets", "json", "yaml", "pets-json", "petsjson", "pets_yml", "https", "http-api"],
  // The ending is not at the end, or is another one.
  ...[
    "pets.json5",
    "pets.jsonc",
    "pets.json.bak",
    "pets.yamls",
    "pets.yaaml",
    "pets.ym",
    "pets.ml",
  ],
];

test.each<[string, boolean, boolean]>([
  ...fileNames.map((word): [string, boolean, boolean] => [word, false, false]),
  ...paths.map((word): [string, boolean, boolean] => [word, false, false]),
  ...urls.map((word): [string, boolean, boolean] => [word, false, true]),
  ...slugs.map((word): [string, boolean, boolean] => [word, true, false]),
  ["-", false, false],
])("%j is the slug of a specification: %s, or a URL: %s", (word, asSlug, asUrl) => {
  expect([isSlug(word), isUrl(word)]).toEqual([asSlug, asUrl]);
});

const specification = 'openapi: "3.1.0"\npaths: {}\n';

/** A context for which every file, URL and version has the same text. */
function openSources(text: string) {
  const read: string[] = [];
  const record = (kind: string) => async (word: string) => {
    read.push(`${kind} ${word}`);
    return { text, url: word };
  };
  const { context, sent } = openScriptedContext({
    answer: () => ({ text }),
    more: {
      readText: async (path: string) => (await record("file")(path)).text,
      fetchText: record("url"),
    },
  });
  return { context, sent, read };
}

test.each<[string, readonly string[], readonly string[], object]>([
  ["pets.YML", ["file pets.YML"], [], { name: "pets.YML", file: "pets.YML", slug: undefined }],
  ["-", ["file -"], [], { name: "standard input", file: undefined, slug: undefined }],
  [
    "https://a/b",
    ["url https://a/b"],
    [],
    { name: "https://a/b", file: undefined, slug: undefined },
  ],
  [
    "pets",
    [],
    ["GET /orgs/O1/openapi/pets/versions/latest/content/raw"],
    { name: "pets", file: undefined, slug: "pets" },
  ],
])("the specification %s is read from %j and with %j", async (word, expected, requests, source) => {
  const { context, sent, read } = openSources(specification);
  expect(await readDescription(context, word, async () => "O1")).toMatchObject({
    ...source,
    text: specification,
    isJson: false,
  });
  expect([read, sent]).toEqual([expected, requests]);
});

test("a file on standard input cannot reference other files", async () => {
  const { context } = openSources(`${specification}components:\n  a: { $ref: b.json }\n`);
  await expect(readFromFile(context, "-")).rejects.toThrow("references other files");
});

describe("a text that is YAML and not JSON", () => {
  const isJsonName = (name: string) => /json$/i.test(name);
  const texts = ["{a: 1}", "{'a': 1}", '\n {"a": 1,}', '[{"a": 1}, b]', '{"a": 1 # b\n}'];

  test.each([
    ...fileNames.filter(isJsonName),
    "https://a/pets.json?version=2",
    "https://a/pets.json?",
  ])("is invalid in %s, at its first error", async (name) => {
    const pattern = name.replaceAll("?", "\\?");
    for (const text of texts) {
      await expect(readStrictly(name, text)).rejects.toThrow(
        new RegExp(`^${pattern}:\\d+:\\d+: .`),
      );
    }
  });

  test.each([
    ...fileNames.filter((name) => !isJsonName(name)),
    ...["pets", "standard input", "pets.json.bak", "json", "https://a/json"],
  ])("is valid in %s", async (name) => {
    for (const text of texts) {
      expect(await readStrictly(name, text)).toMatchObject({ isJson: false });
    }
  });

  // A comment would become part of the next key.
  test.each([
    '{\n  // b\n  "a": 1\n}',
    '{ /* b */ "a": 1 }',
    '[// b\n  "a"\n]',
    '{"a": 1, // b\n  "c": 2\n}',
    '\n\t{"a": 1,\t/* b */ "c": 2}',
  ])("is invalid in every file if it has comments of JavaScript: %j", async (text) => {
    for (const name of ["pets.yaml", "pets", "pets.json"]) {
      await expect(readStrictly(name, text)).rejects.toThrow(new RegExp(`^${name}:\\d+:\\d+: .`));
    }
  });

  test("may begin without a brace in every file", async () => {
    for (const name of ["pets.json", "pets.yaml"]) {
      expect(await readStrictly(name, "a: 1\n")).toEqual({ value: { a: 1 }, isJson: false });
    }
  });
});

test.each(["pets.json", "pets.yaml", "pets"])("JSON in %s has each key once", async (name) => {
  expect(await readStrictly(name, '{"a": {"b": 1}, "b": 2}')).toEqual({
    value: { a: { b: 1 }, b: 2 },
    isJson: true,
  });
  await expect(readStrictly(name, '{"a": 1,\n  "a": 2}')).rejects.toThrow(
    `${name}:2:3: Duplicate key a in this object.`,
  );
});
