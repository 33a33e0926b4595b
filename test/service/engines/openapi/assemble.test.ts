import { describe, expect, test } from "vitest";
import { bounds } from "../../../../src/document/openapi/bounds.ts";
import { assemble } from "../../../../src/service/engines/openapi/assemble.ts";
import type { FetchedFile } from "../../../../src/service/engines/openapi/fetch-referenced.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";

const base = "https://specs.example/api/v1/main.yaml";

/** A set of files; all others are unavailable. */
function web(files: Record<string, string>) {
  const asked: string[] = [];
  const fetchFiles = async (urls: readonly string[]): Promise<FetchedFile[]> => {
    asked.push(...urls);
    return urls.map((url) => {
      const text = files[url];
      return text === undefined
        ? { url, failure: `${url} responded with status 404.`, isTimeout: false }
        : { url, at: url, text };
    });
  };
  return { asked, fetchFiles };
}

function description(schemas: string, version = "3.0.3"): string {
  return `openapi: ${version}\ninfo: {title: A, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n${schemas}`;
}

async function good(
  text: string,
  files: Record<string, string> = {},
  url: string | undefined = base,
) {
  const { asked, fetchFiles } = web(files);
  const assembled = await assemble({ text, url }, fetchFiles);
  if ("faults" in assembled) throw new Error(JSON.stringify(assembled.faults));
  return { ...assembled, asked, filesystem: JSON.parse(assembled.filesystem) };
}

async function faults(
  text: string,
  files: Record<string, string> = {},
  url: string | undefined = base,
) {
  const { fetchFiles } = web(files);
  const assembled = await assemble({ text, url }, fetchFiles);
  if (!("faults" in assembled)) throw new Error("It has no faults.");
  return assembled.faults.map(({ code, message }) => `${code} ${message}`);
}

test("referenced files are fetched, and references lead to them in the file system", async () => {
  const { filesystem, asked } = await good(
    description(
      "    Pet: {$ref: 'schemas/pet.yaml#/Pet'}\n    Far: {$ref: 'https://other.example/x?y=1#/Z'}\n",
    ),
    {
      "https://specs.example/api/v1/schemas/pet.yaml":
        "Pet: {properties: {owner: {$ref: 'owner.json'}, self: {$ref: '#/Pet'}, api: {$ref: '../main.yaml#/components/schemas/Far'}}}",
      "https://specs.example/api/v1/schemas/owner.json": '{"type":"object"}',
      "https://other.example/x?y=1": '{"Z":{"type":"string"}}',
    },
  );
  expect(Object.keys(filesystem)).toEqual([
    "openapi.yaml",
    "schemas/pet.yaml",
    "other.example/x_y_1.json",
    "schemas/owner.json",
  ]);
  expect(filesystem["openapi.yaml"].components.schemas).toEqual({
    Pet: { $ref: "schemas/pet.yaml#/Pet" },
    Far: { $ref: "other.example/x_y_1.json#/Z" },
  });
  expect(filesystem["schemas/pet.yaml"].Pet.properties).toEqual({
    owner: { $ref: "owner.json" },
    self: { $ref: "#/Pet" },
    api: { $ref: "../openapi.yaml#/components/schemas/Far" },
  });
  expect(asked).toHaveLength(3);
});

test("file names stay inside the file system for any URL", async () => {
  const addresses = [
    "..%2f..%2fetc/passwd",
    "%2e%2e%5c%2e%2e/a",
    "a%00b",
    "C%3A/x",
    "~/.ssh/id",
    "A.json",
    "a.json",
  ];
  const schemas = addresses.map(
    (address, index) => `    S${index}: {$ref: 'https://x.example/${address}'}\n`,
  );
  const files = Object.fromEntries(
    addresses.map((address) => [new URL(address, "https://x.example/").href, '{"type":"string"}']),
  );
  const { filesystem } = await good(description(schemas.join("")), files);
  const names = Object.keys(filesystem);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(8);
  for (const name of names) {
    expect(name).toMatch(/^[\w.-]+(\/[\w.-]+)*$/);
    expect(name.split("/")).not.toContain("..");
  }
});

test("references in examples and in properties named $ref are data and unchanged", async () => {
  const schemas = [
    "    A: {example: {$ref: 'https://never.example/'}, default: {$ref: './never'}, properties: {$ref: {type: string}}}",
    "    example: {$ref: '#/components/schemas/A'}",
    "    B: {properties: {default: {$ref: '#/components/schemas/example'}}}",
    "  examples: {E: {value: {$ref: 'never'}}}",
    "",
  ].join("\n");
  expect((await good(description(schemas))).asked).toEqual([]);
});

test("an unresolved reference is reported with its location", async () => {
  expect(await faults(description("    A: {$ref: '#/components/schemas/B'}\n"))).toEqual([
    "REFERENCE openapi.yaml:6:15: The $ref to #/components/schemas/B cannot be resolved.",
  ]);
  const names = ["constructor", "__proto__", "toString"];
  for (const name of names) {
    expect(
      await faults(description(`    A: {$ref: '#/components/schemas/${name}'}\n`)),
    ).toHaveLength(1);
  }
});

test("circular references are reported, and recursive schemas are not", async () => {
  const circle =
    "    A: {$ref: '#/components/schemas/B'}\n    B: {$ref: '#/components/schemas/A'}\n";
  expect(await faults(description(circle))).toEqual([
    "REFERENCE openapi.yaml:6:15: The $ref to #/components/schemas/B is circular.",
    "REFERENCE openapi.yaml:7:15: The $ref to #/components/schemas/A is circular.",
  ]);
  const across = {
    "https://specs.example/api/v1/b.yaml": "$ref: 'main.yaml#/components/schemas/A'",
  };
  expect(await faults(description("    A: {$ref: 'b.yaml'}\n"), across)).toHaveLength(2);
  const tree = "    A: {properties: {child: {$ref: '#/components/schemas/A'}}}\n";
  await good(description(tree));
});

test("a pointer can lead through another reference, contain escaped names, and name an anchor", async () => {
  const schemas = [
    "    A: {$ref: '#/components/schemas/B'}",
    "    B: {properties: {'a/b': {type: string}, 'p%20q': {type: string}}}",
    "    C: {$ref: '#/components/schemas/A/properties/a~1b'}",
    "    D: {$anchor: here, type: string}",
    "    E: {$ref: '#here'}",
    "    F: {$id: 'https://schemas.example/f', type: string}",
    "    G: {$ref: 'https://schemas.example/f'}",
    "",
  ].join("\n");
  expect((await good(description(schemas, "3.1.0"))).asked).toEqual([]);
});

test("a submitted text has no other files, and only http and https are followed", async () => {
  const beside = description("    A: {$ref: 'pet.yaml'}\n");
  expect((await assemble({ text: beside }, web({}).fetchFiles)) as unknown).toMatchObject({
    faults: [{ code: "REFERENCE", message: expect.stringContaining("sent as text") }],
  });
  for (const address of [
    "file:///etc/passwd",
    "FILE:/etc/passwd",
    "ftp://x.example/a",
    "data:,a",
  ]) {
    const [fault, ...others] = await faults(description(`    A: {$ref: '${address}'}\n`));
    expect(fault).toContain("only http and https are supported");
    expect(others).toEqual([]);
  }
});

test("an unavailable file is reported at the reference to it", async () => {
  const text = description("    A: {type: string}\n    B: {$ref: gone.yaml}\n");
  expect(await faults(text)).toEqual([
    "FETCH openapi.yaml:7:15: https://specs.example/api/v1/gone.yaml responded with status 404.",
  ]);
});

test("a description without end is aborted", async () => {
  let served = 0;
  const endless = async (urls: readonly string[]) => {
    served += urls.length;
    return urls.map((url) => ({ url, at: url, text: `{"next":{"$ref":"${url}x"}}` }));
  };
  const text = description("    A: {$ref: 'https://x.example/x'}\n");
  const assembled = await assemble({ text, url: base }, endless);
  expect(assembled).toMatchObject({ faults: [{ code: "LIMIT" }] });
  expect(served).toBeLessThanOrEqual(100);
});

test("a text that is not a description is reported by its type", async () => {
  const whats: [string, RegExp][] = [
    ["<!doctype html><title>404</title>", /^FORMAT openapi.yaml:1:1: The document is HTML or XML/],
    ["just words", /^VERSION .*has no version/],
    ["[]", /^VERSION .*has no version/],
    ["openapi: 4.0.0", /^VERSION .*the unsupported version 4.0.0/],
    ["swagger: '1.2'", /^VERSION .*the unsupported version 1.2/],
    ["openapi: 3.9.0", /^VERSION/],
    ['{"openapi": "3.0.0",\n "info": {} "paths": {}}', /^JSON_SYNTAX openapi.json:2:13: /],
    ["openapi: 3.0.0\ninfo: [unclosed", /^YAML_SYNTAX openapi.yaml:2:/],
    ["openapi: 3.0.0\nopenapi: 3.0.1\n", /^YAML_KEY openapi.yaml:2:1: Duplicate key openapi/],
    ["? {a: b}\n: c\n", /^YAML_KEY/],
    ["", /^VERSION/],
    ["openapi: 3.0.0\n---\nopenapi: 3.0.0\n", /^YAML_SYNTAX/],
  ];
  for (const [text, expected] of whats) expect((await faults(text))[0]).toMatch(expected);
});

slowTest(
  "an invalid response is reported by its missing fields, not by all alternatives",
  async () => {
    const text = `openapi: 3.0.3
info: {title: A, version: '1'}
paths:
  /a:
    get:
      responses:
        '200': {content: {}}
        '400': {description: 7}
    put:
      parameters: [{name: x, in: nowhere, schema: {}}, {name: y, in: query}]
      responses: {'200': {description: fine}}
`;
    expect(await faults(text)).toEqual([
      "SCHEMA openapi.yaml:7:16: paths › /a › get › responses › 200 has no description, which is required.",
      "SCHEMA openapi.yaml:8:30: paths › /a › get › responses › 400 › description must be of the type string.",
      "SCHEMA openapi.yaml:10:34: paths › /a › put › parameters › 0 › in must be one of path, query, header, cookie.",
      "SCHEMA openapi.yaml:10:56: paths › /a › put › parameters › 1 has no schema or content, which is required.",
    ]);
    expect(await faults(text.replace("3.0.3", "3.1.0"))).toEqual([
      "SCHEMA openapi.yaml:7:16: paths › /a › get › responses › 200 has no description, which is required.",
      "SCHEMA openapi.yaml:8:30: paths › /a › get › responses › 400 › description must be of the type string.",
      "SCHEMA openapi.yaml:10:34: paths › /a › put › parameters › 0 › in must be one of query, header, path, cookie.",
      "SCHEMA openapi.yaml:10:56: paths › /a › put › parameters › 1 has no schema or content, which is required.",
    ]);
  },
);

slowTest("at most twenty errors are reported, with a note about the rest", async () => {
  const paths = Array.from({ length: 50 }, (_, index) => `  /p${index}: {get: {}}\n`);
  const told = await faults(
    `openapi: 3.0.3\ninfo: {title: A, version: '1'}\npaths:\n${paths.join("")}`,
  );
  expect(told).toHaveLength(21);
  expect(told.at(-1)).toBe("MORE Further errors are not listed.");
});

test("the digest changes with any of the files and with nothing else", async () => {
  const text = description("    A: {$ref: a.yaml}\n");
  const file = "https://specs.example/api/v1/a.yaml";
  const first = await good(text, { [file]: "type: string" });
  expect((await good(text, { [file]: "type: string" })).digest).toBe(first.digest);
  expect((await good(text, { [file]: "type: number" })).digest).not.toBe(first.digest);
  expect((await good(`${text}\n`, { [file]: "type: string" })).digest).not.toBe(first.digest);
});

test("fields named __proto__ are kept as data", async () => {
  for (const text of [
    '{"openapi":"3.0.0","info":{"title":"A","version":"1"},"paths":{},"x-a":{"__proto__":{"polluted":true}}}',
    "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths: {}\nx-a: {__proto__: {polluted: true}}\nx-b: {<<: {__proto__: {polluted: true}}}\n",
  ]) {
    const { fetchFiles } = web({});
    const assembled = await assemble({ text }, fetchFiles);
    expect("filesystem" in assembled && assembled.filesystem).toContain(
      '"__proto__":{"polluted":true}',
    );
    expect(Object.prototype).not.toHaveProperty("polluted");
  }
});

describe("the limit", () => {
  const refer = (count: number, name: string) =>
    Array.from({ length: count }, (_, n) => `    ${name}${n}: {$ref: '${name}${n}.json'}\n`).join(
      "",
    );
  const serve = (count: number, name: string, text: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, n) => [new URL(`${name}${n}.json`, base).href, text]),
    );

  test.each([
    ["at once", bounds.files, 0],
    ["in two steps", 1, bounds.files - 1],
    ["in two steps of many", 40, bounds.files - 40],
  ])("of files that are referred to %s is %i and %i", async (_, count, more) => {
    const build = (further: number) => {
      const references = Array.from({ length: further }, (__, n) => ({ $ref: `b${n}.json` }));
      return {
        ...serve(count, "a", "{}"),
        [new URL("a0.json", base).href]: JSON.stringify({ allOf: references }),
        ...serve(further, "b", "{}"),
      };
    };
    const text = description(refer(count, "a"));
    const { asked } = await good(text, build(more));
    expect(asked).toHaveLength(bounds.files);
    const tooMany = more === 0 ? description(refer(count + 1, "a")) : text;
    const files = more === 0 ? serve(count + 1, "a", "{}") : build(more + 1);
    const where = more === 0 ? "openapi.yaml:6:16" : "a0.json:1:19";
    expect(await faults(tooMany, files)).toEqual([
      `LIMIT ${where}: The description refers to more than ${bounds.files} files.`,
    ]);
  });

  slowTests.each([
    [1, false],
    [bounds.faults - 1, false],
    [bounds.faults, false],
    [bounds.faults + 1, true],
    [bounds.faults * 2, true],
  ])("of listed errors applies to %i errors: %s", async (count, hasMore) => {
    const schemas = Array.from(
      { length: count },
      (_, n) => `    A${n}: {$ref: '#/components/schemas/B${n}'}\n`,
    );
    const listed = await faults(description(schemas.join("")));
    const shown = Math.min(count, bounds.faults);
    expect(listed.slice(0, shown)).toEqual(
      Array.from({ length: shown }, (_, n) =>
        expect.stringContaining(`#/components/schemas/B${n} cannot be resolved`),
      ),
    );
    expect(listed.slice(shown)).toEqual(hasMore ? ["MORE Further errors are not listed."] : []);
  });
});

test.each([
  ["a.yaml", "a: {}", "a.yaml"],
  ["a.yml", "a: {}", "a.yml"],
  ["a.YML", "a: {}", "a.YML"],
  ["a.Yaml", "a: {}", "a.Yaml"],
  ["a.json", '{"a": {}}', "a.json"],
  ["a.JSON", '{"a": {}}', "a.JSON"],
  ["a", "a: {}", "a.yaml"],
  ["a", '{"a": {}}', "a.json"],
  ["a.txt", "a: {}", "a.txt.yaml"],
  ["ayml", "a: {}", "ayml.yaml"],
  // The ending is that of the format.
  ["a.json", "a: {}", "a.json.yaml"],
  ["a.yaml", '{"a": {}}', "a.yaml.json"],
  ["a.yml.old", '{"a": {}}', "a.yml.old.json"],
])("the referenced file %s with the text %j is stored as %s", async (name, text, stored) => {
  const { filesystem } = await good(description(`    A: {$ref: '${name}#/a'}\n`), {
    [new URL(name, base).href]: text,
  });
  expect(Object.keys(filesystem)).toEqual(["openapi.yaml", stored]);
  expect(filesystem["openapi.yaml"].components.schemas).toEqual({ A: { $ref: `${stored}#/a` } });
});
