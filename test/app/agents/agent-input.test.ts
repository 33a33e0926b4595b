import { describe, expect, test } from "vitest";
import { fixTimes, toInputSchema, toWords } from "../../../src/app/agents/agent-input.ts";
import { findCatalogCommand, loadCatalog, searchCatalog } from "../../../src/app/agents/catalog.ts";

const catalog = await loadCatalog();

function listWords(command: string, input: Parameters<typeof toWords>[1]) {
  const { words, files } = toWords(findCatalogCommand(catalog, command), input, []);
  return { words: words.slice(command.split(" ").length), files: Object.fromEntries(files) };
}

test("flags precede arguments, which are never read as flags", () => {
  expect(listWords("space update", { space: "--all", title: "-x", emoji: null })).toEqual({
    words: ["--title=-x", "--no-emoji", "--", "--all"],
    files: {},
  });
});

test.each([
  ["a flag", "cr edit", { cr: "3", file: "Text" }, ["--file=file.yaml", "--", "3"]],
  [
    "an argument",
    "saml certificate add",
    { provider: "Okta", file: "Text" },
    ["--", "Okta", "file.yaml"],
  ],
])("a text is the content of a file that %s names", (_, command, input, words) => {
  expect(listWords(command, input)).toEqual({ words, files: { "file.yaml": "Text" } });
});

test.each([
  ["an unknown name", { space: "Handbook", titel: "x" }, 'no input "titel". Did you mean title?'],
  ["an object for a text", { space: "Handbook", title: { a: 1 } }, "title must be a text"],
  ["null for a required text", { space: "Handbook", title: null }, "title cannot be null"],
])("%s is refused", (_, input, message) => {
  expect(() => listWords("space update", input)).toThrow(message);
});

test.each([
  ["shared flags first", "space list", { deleted: true }, ["--local", "--deleted"]],
  ["no switch for false", "space list", { deleted: false }, ["--local"]],
  [
    "the opposite of a flag",
    "site share-link update",
    { active: false },
    ["--local", "--no-active"],
  ],
  ["a flag for true", "site share-link update", { active: true }, ["--local", "--active"]],
  ["a number", "org webhook rotate", { overlap: 0 }, ["--local", "--overlap=0"]],
  [
    "each item of a list",
    "org font update",
    { face: ["400=a.woff2", "700=b.woff2"], "remove-weight": [500, 600] },
    [
      "--local",
      "--face=400=a.woff2",
      "--face=700=b.woff2",
      "--remove-weight=500",
      "--remove-weight=600",
    ],
  ],
  ["a single item", "org font update", { face: "400=a.woff2" }, ["--local", "--face=400=a.woff2"]],
  [
    "an object as JSON",
    "saml create",
    { groups: [{ name: "writers" }] },
    ["--local", '--groups=[{"name":"writers"}]'],
  ],
  [
    "several arguments",
    "org invite users",
    { email: ["ada@example.com", "bob@example.com"] },
    ["--local", "--", "ada@example.com", "bob@example.com"],
  ],
  [
    "one argument",
    "org invite users",
    { email: "a@example.com" },
    ["--local", "--", "a@example.com"],
  ],
  ["a boolean as an argument", "space get", { space: true }, ["--local", "--", "true"]],
  [
    "the URL of a repository",
    "git import",
    { url: "https://git.example.com/docs.git", ref: "/main" },
    ["--local", "--url=https://git.example.com/docs.git", "--ref=/main"],
  ],
])("a command line has %s", (_, command, input, words) => {
  const entry = findCatalogCommand(catalog, command);
  expect(toWords(entry, input, ["--local"])).toEqual({
    words: [...command.split(" "), ...words],
    typedWords: [...command.split(" "), ...words],
    files: new Map(),
  });
});

const specification = { openapi: "3.1.0" };

test.each([
  ["a name", "openapi diff", { from: "pets" }, ["--", "pets"], {}],
  [
    "a text of several lines",
    "openapi diff",
    { from: "openapi: 3.1.0\ninfo: {}" },
    ["--", "from.yaml"],
    { "from.yaml": "openapi: 3.1.0\ninfo: {}" },
  ],
  [
    "an object",
    "openapi diff",
    { from: "pets", to: specification },
    ["--", "pets", "to.json"],
    { "to.json": '{"openapi":"3.1.0"}' },
  ],
  ["a number", "openapi diff", { from: 5 }, ["--", "5"], {}],
  ["a list", "openapi diff", { from: [1] }, ["--", "from.json"], { "from.json": "[1]" }],
  [
    "a text with JSON",
    "site redirect put",
    { file: ' [{"source": "/a"}]' },
    ["--file=file.json"],
    { "file.json": ' [{"source": "/a"}]' },
  ],
  [
    "JSON of a flag",
    "site redirect put",
    { file: [{ source: "/a" }] },
    ["--file=file.json"],
    { "file.json": '[{"source":"/a"}]' },
  ],
])("a parameter that may be a file takes %s", (_, command, input, words, files) => {
  expect(listWords(command, input)).toEqual({ words, files });
});

test.each([
  ["space list", { deleted: "yes" }, 'deleted must be true or false, not "yes".'],
  ["space list", { deleted: null }, "deleted must be true or false, not null."],
  ["site share-link update", { active: 1 }, "active must be true or false, not 1."],
  ["space update", { title: ["a"] }, 'title must be a text, not ["a"].'],
  ["space update", { title: { a: 1 } }, 'title must be a text, not {"a":1}.'],
  ["org font update", { face: [["a"]] }, 'face must be a text, not ["a"].'],
  ["saml create", { groups: null }, "groups cannot be null."],
  [
    "space create",
    { "from-folder": "docs" },
    /^The command space create has no input "from-folder"\. (?!Did)/,
  ],
  ["tree", { zzzzzzzz: 1 }, 'The command tree has no input "zzzzzzzz". Its inputs are org.'],
  [
    "tree",
    { orgg: 1 },
    'The command tree has no input "orgg". Did you mean org? Its inputs are org.',
  ],
] as const)("%s refuses %j", (command, input, message) => {
  expect(() => listWords(command, input)).toThrow(message);
});

test.each(["/srv/docs.git", " ~/docs", "file:///srv", "C:\\docs", "FILE:x"])(
  "the repository %j is refused, because it is on this machine",
  (url) => {
    expect(() => listWords("git import", { url })).toThrow(
      `url must be the URL of a server, not ${JSON.stringify(url)}.`,
    );
  },
);

describe("times", () => {
  const fix = (command: string, input: Parameters<typeof fixTimes>[1]) =>
    fixTimes(findCatalogCommand(catalog, command), input);

  test("that are relative become exact, in the direction of their flag", () => {
    const since = fix("org audit list", { since: "2026-03-01", until: "2026-03-01" });
    expect(Date.parse(String(since.until)) - Date.parse(String(since.since))).toBeGreaterThan(0);
    const { at } = fix("cr merge", { cr: "3", at: "1d" });
    expect(Date.parse(String(at))).toBeGreaterThan(Date.now());
    const past = fix("org audit list", { since: "1d" });
    expect(Date.parse(String(past.since))).toBeLessThan(Date.now());
  });

  test("that are empty or null, and other values, stay", () => {
    for (const input of [
      { cr: "1d", at: null, space: "2d" },
      { cr: "1d", at: "" },
      { cr: "1d", at: 5 },
      { cr: "1d", fail: "2d" },
    ]) {
      expect(fix("cr merge", input)).toEqual(input);
    }
    expect(fix("space update", { title: "1d" })).toEqual({ title: "1d" });
    expect(() => fix("cr merge", { at: "soon" })).toThrow("at must be a time such as");
  });
});

describe("the schema of the input", () => {
  const getSchema = (command: string) => toInputSchema(findCatalogCommand(catalog, command).verb);

  test("names the arguments and flags that are required, and no other", () => {
    expect(getSchema("tree")).toEqual({
      type: "object",
      properties: { org: { type: "string", description: "Title, id or URL of the organization" } },
      additionalProperties: false,
    });
    expect(getSchema("site finding fix")).toEqual({
      type: "object",
      properties: {
        finding: { type: "string", description: "Id or URL of the finding" },
        org: { type: "string", description: "Title, id or URL of the organization" },
        site: { type: "string", description: "Title, id or URL of the site" },
        wait: { type: "boolean", description: "Wait until the operation is complete" },
        "wait-limit": {
          type: "integer",
          minimum: 1,
          maximum: 86400,
          description: "Maximum number of seconds to wait",
        },
      },
      required: ["finding"],
      additionalProperties: false,
    });
  });

  test.each([
    [
      "integration installation accept",
      "integration-version",
      {
        type: "integer",
        minimum: 1,
        description: "Version to accept; refused if it is not the newest",
      },
    ],
    [
      "site share-link update",
      "active",
      {
        type: "boolean",
        description: "Activate the share link; false revokes it",
      },
    ],
    [
      "collection move",
      "parent",
      {
        anyOf: [{ type: "string" }, { type: "null" }],
        description: "Parent collection; null moves to the top level",
      },
    ],
    [
      "collection move",
      "before",
      {
        type: "string",
        examples: ["space:<id> or collection:<id>"],
        description: "Place it right before this space, or collection:<id>",
      },
    ],
    ["space create", "title", { type: "string", maxLength: 50, description: "Title" }],
    ["space create", "template", { description: "Template for the first pages" }],
    [
      "space create",
      "edit-mode",
      {
        type: "string",
        enum: ["live", "locked"],
        description: "Edit mode: live allows direct edits, locked refuses all edits",
      },
    ],
    [
      "org font update",
      "remove-weight",
      {
        type: "array",
        items: { type: "integer", minimum: 1, maximum: 1000 },
        description: "Weight to remove",
      },
    ],
    [
      "org invite users",
      "role",
      {
        anyOf: [
          { type: "string", enum: ["admin", "create", "review", "edit", "comment", "read"] },
          { type: "null" },
        ],
        description: "Default role of the invited users",
      },
    ],
    [
      "comment create",
      "body",
      {
        type: "string",
        contentMediaType: "text/markdown",
        description: "Text",
      },
    ],
    [
      "org instructions put",
      "file",
      {
        type: ["string", "object", "array"],
        description: "The text of: Markdown file with the instructions",
      },
    ],
    [
      "openapi diff",
      "from",
      {
        type: ["string", "object"],
        description: "Old version: slug, text of the file or URL",
      },
    ],
    ["openapi diff", "org", { type: "string", description: "Organization of the slug" }],
    [
      "space update",
      "reviewer",
      {
        type: "array",
        items: { type: "string" },
        description: "User who must approve change requests; replaces --merge-rules",
      },
    ],
  ])("of %s has --%s", (command, name, schema) => {
    const { properties = {} } = getSchema(command);
    expect(Object.getOwnPropertyDescriptor(properties, name)?.value).toStrictEqual(schema);
  });

  test.each([
    ["space create", "from-folder"],
    ["space pdf", "save"],
    ["integration publish", "icon"],
    ["saml create", "metadata"],
  ])("of %s has no --%s, which is a path on this machine", (command, name) => {
    expect(Object.keys(Object(getSchema(command).properties))).not.toContain(name);
  });
});

test("a search finds commands by any word", () => {
  const [first] = searchCatalog(catalog, "constructor of a space", 1);
  expect(first?.name).toContain("space");
});
