/** The result of an upload: without waiting, with errors, and of an unchanged specification. */
import { describe, expect, test } from "vitest";
import { create, publish, put } from "../../../src/features/openapi/put.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const target = { organizationId: "O1", specSlug: "pets" };
const url = "https://x.example/pets.yaml";
const line = "/orgs/O1/openapi/pets";

interface Upload {
  readonly input?: object;
  /** The responses to the reads, in order; the last one is repeated. */
  readonly states?: readonly unknown[];
  readonly stored?: object;
  readonly choice?: object;
  readonly text?: string;
}

function open({ states = [404], stored = {}, choice = {}, text = "openapi: 3.1.0\n" }: Upload) {
  const remaining = [...states];
  return openScriptedContext({
    answer: ({ line: request }) => {
      if (!request.startsWith("GET ")) return stored;
      return remaining.length > 1 ? remaining.shift() : remaining[0];
    },
    more: { choice, cwd: "/", readText: async () => text },
  });
}

async function upload(options: Upload) {
  const { context, sent, said } = open(options);
  const result = await put(context, { ...target, url, ...options.input });
  return { result, sent, said };
}

const columns = [
  { header: "SLUG", path: "slug" },
  { header: "STATE", path: "processingState", as: "state" },
  { header: "ERROR", path: "lastProcessErrorCode" },
  { header: "ERRORS", path: "lastProcessedErrors", as: "list", wide: true },
  { header: "VERSION", path: "lastVersion" },
  { header: "VISIBILITY", path: "visibility" },
  { header: "SOURCE", path: "sourceURL", wide: true },
  { header: "URL", path: "urls.app", as: "address", wide: true },
];

test.each<[object, string, string]>([
  [
    { processingState: "pending" },
    "Stored pets; it is not processed yet, so its errors are unknown.",
    "To wait for the result, add --wait. To show its status: tome openapi get pets",
  ],
  [
    { processingState: "complete" },
    "Stored pets; processing is complete.",
    "To show its status: tome openapi get pets",
  ],
  [
    { processingState: "complete", lastProcessErrorCode: null },
    "Stored pets; processing is complete.",
    "To show its status: tome openapi get pets",
  ],
  [
    { processingState: "complete", lastProcessErrorCode: "PARSE_ERROR" },
    "Stored pets; processing failed with PARSE_ERROR.",
    "To show its status: tome openapi get pets",
  ],
])("without --wait, %j is described", async (stored, done, next) => {
  const { result, sent } = await upload({ stored });
  expect(result).toEqual({ done, next, record: stored, columns });
  expect(sent).toEqual([[`PUT ${line}`, { source: { url } }]]);
});

describe("with --wait", () => {
  const input = { wait: true, waitLimit: 0 };
  const complete = { processingState: "complete", lastVersion: "V2" };

  test.each<[string, readonly unknown[], string]>([
    ["a new specification", [404, complete], "the new version is V2"],
    ["another version", [{ lastVersion: "V1" }, complete], "the new version is V2"],
    [
      "the same version",
      [{ lastVersion: "V2" }, complete],
      "the content is unchanged, so no version was created",
    ],
  ])("%s is named", async (_, states, change) => {
    const { result, sent } = await upload({ input, states });
    expect(result).toEqual({
      done: `Stored and processed pets; ${change}.`,
      record: complete,
      columns,
    });
    expect(sent).toEqual([`GET ${line}`, [`PUT ${line}`, { source: { url } }], `GET ${line}`]);
  });

  test.each<[object, string, string, readonly string[]]>([
    [
      { lastProcessErrorCode: "PARSE_ERROR", lastProcessedErrors: [{ message: "Wrong." }] },
      "an error (PARSE_ERROR)",
      "",
      ["Wrong."],
    ],
    [
      { lastProcessedErrors: [{ message: "One." }, { code: "X" }] },
      "2 errors (unknown)",
      "",
      ["One.", '{"code":"X"}'],
    ],
    [{ lastProcessErrorCode: "FETCH_ERROR" }, "an error (FETCH_ERROR)", "V1", []],
  ])("%j ends with findings", async (errors, count, version, messages) => {
    const ended = { ...complete, ...errors };
    const before = version === "" ? 404 : { lastVersion: version };
    const { result, said } = await upload({ input, states: [before, ended] });
    expect(said).toEqual(messages.map((message) => `warning: ${message}`));
    expect(result).toMatchObject({
      done: "Stored pets.",
      record: ended,
      columns,
      unsettled: {
        how: "findings",
        message: `Processing pets ended with ${count}.${version === "" ? "" : " The previous version remains current."}`,
      },
      findings: messages.map((message) => ({
        rule: "invalid-specification",
        level: "error",
        message,
        location: {},
      })),
    });
    const asData = await upload({ input, states: [before, ended], choice: { format: "json" } });
    expect(asData.said).toEqual([]);
    expect(asData.result).not.toHaveProperty("done");
    expect(asData.result).toMatchObject({ record: ended, unsettled: { how: "findings" } });
  });

  test.each<[string, object, readonly string[], readonly (readonly [string, object])[]]>([
    [
      "an unchanged file",
      { file: "api/pets.yaml" },
      [
        "openapi.yaml:7:10: Wrong.",
        "openapi.json: Wrong.",
        "See openapi.yaml: Wrong.",
        "openapi.yaml:7: Wrong.",
      ],
      [
        ["api/pets.yaml:7:10: Wrong.", { file: "api/pets.yaml", line: 7, column: 10 }],
        ["api/pets.yaml: Wrong.", { file: "api/pets.yaml" }],
        ["See openapi.yaml: Wrong.", { file: "api/pets.yaml" }],
        ["openapi.yaml:7: Wrong.", { file: "api/pets.yaml" }],
      ],
    ],
    [
      "standard input",
      { file: "-" },
      ["openapi.yaml:7:10: Wrong."],
      [["standard input:7:10: Wrong.", {}]],
    ],
    [
      "a body in a file",
      { input: "body.yaml" },
      ["openapi.yaml:7:10: Wrong."],
      [["the text of body.yaml:7:10: Wrong.", {}]],
    ],
    ["a URL", {}, ["openapi.yaml:7:10: Wrong."], [[`${url}:7:10: Wrong.`, {}]]],
  ])("errors have the name and lines of %s", async (_, source, messages, expected) => {
    const errors = messages.map((message) => ({ message }));
    const { context } = openScriptedContext({
      documents: { "body.yaml": { source: { text: "openapi: 3.1.0\n" } } },
      answer: () => ({ ...complete, lastProcessedErrors: errors }),
      more: { cwd: "/", readText: async () => "openapi: 3.1.0\n" },
    });
    const flags = Object.keys(source).length === 0 ? { url } : source;
    const result = await put(context, { ...target, ...flags, ...input });
    expect(result).toMatchObject({
      findings: expected.map(([message, location]) => ({ message, location })),
    });
    const { findings } = JSON.parse(JSON.stringify(result));
    expect(findings.map(({ location }: { location: object }) => location)).toEqual(
      expected.map(([, location]) => location),
    );
  });
});

test.each<[object, string, string]>([
  [{}, "--url or --file is required.", "openapi put pets"],
  [{ url, file: "a" }, "Specify only one of --url, --file and --input.", "openapi put pets"],
  [{ url, input: "a" }, "Specify only one of --url, --file and --input.", "openapi put pets"],
  [{ url, root: "." }, "--root requires --file.", "openapi put pets"],
])("put with %j is refused before a request", async (flags, message, command) => {
  const { context, sent } = open({});
  await expect(put(context, { ...target, ...flags })).rejects.toMatchObject({
    message,
    hint: `tome ${command} --file openapi.yaml`,
  });
  expect(sent).toEqual([]);
});

test("create sends the slug, and its errors name the command", async () => {
  const { context, sent } = open({ stored: { processingState: "complete" } });
  const input = { organizationId: "O1", slug: "pets" };
  expect(await create(context, { ...input, url })).toMatchObject({ done: expect.any(String) });
  expect(sent).toEqual([["POST /orgs/O1/openapi", { slug: "pets", source: { url } }]]);
  await expect(create(context, input)).rejects.toMatchObject({
    hint: "tome openapi create pets --file openapi.yaml",
  });
});

test.each([
  ["https://x.example/a", { source: { url: "https://x.example/a" } }],
  ["HTTP://x.example/a", { source: { url: "HTTP://x.example/a" } }],
  ["a.yaml", { source: { text: "openapi: 3.1.0\n" } }],
  ["docs/https://a", { source: { text: "openapi: 3.1.0\n" } }],
])("publish sends %s as a URL or a file", async (source, body) => {
  const { context, sent } = open({});
  await publish(context, { ...target, source });
  expect(sent).toEqual([[`PUT ${line}`, body]]);
});

test("the request is announced before anything is read", async () => {
  const { context, sent } = open({});
  const client = await context.client();
  const announce = () => {
    throw new Error("described");
  };
  const describing = { ...context, client: async () => ({ ...client, announce }) };
  await expect(put(describing, { ...target, url, wait: true })).rejects.toThrow("described");
  expect(sent).toEqual([]);
});
