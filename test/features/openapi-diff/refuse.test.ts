/** Refusal to store a specification with breaking changes. */
import { expect, test } from "vitest";
import { ApiError, IncompleteError } from "../../../src/errors.ts";
import { refuseBreaking } from "../../../src/features/openapi-diff/refuse.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

type Tree = Readonly<Record<string, unknown>>;

function buildText(paths: Tree, more: Tree = {}): string {
  return JSON.stringify({ openapi: "3.1.0", info: {}, paths, ...more }, null, 2);
}

const get = { get: { responses: {} } };
const live = buildText({ "/pets": get, "/cats": get });
const fewer = buildText({ "/pets": get });
const more = buildText({ "/pets": get, "/cats": get, "/dogs": get });

interface Candidate {
  readonly source?: { readonly text: string } | { readonly url: string };
  readonly file?: string;
}

/** @param stored the live version, or the status of the error */
function start(stored: string | number, files: Readonly<Record<string, string>> = {}) {
  const scripted = openScriptedContext({
    answer: () => (typeof stored === "number" ? stored : { text: stored }),
    more: {
      readText: async (path: string) => files[path],
      fetchText: async (url: string) => ({ text: files[url], url }),
    },
  });
  const refuse = ({ source = { text: fewer }, file }: Candidate = {}) =>
    refuseBreaking(
      scripted.context,
      { organizationId: "O1", specSlug: "pets" },
      { source, file, name: file ?? "candidate" },
      {},
    );
  return { ...scripted, refuse };
}

test("a breaking change is refused, with the command that shows all changes", async () => {
  const { refuse, said, sent } = start(live);
  const failure = await refuse().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(IncompleteError);
  expect(failure).toMatchObject({
    message: expect.stringMatching(/^1 breaking change\. .* The specification was not stored\.$/),
    hint: "tome openapi diff pets candidate",
    findings: [
      {
        rule: "operation-removed",
        level: "error",
        message: "GET /cats was removed.",
        location: { name: "candidate" },
      },
    ],
  });
  expect(said).toEqual(["warning: GET /cats was removed."]);
  expect(sent).toEqual(["GET /orgs/O1/openapi/pets/versions/latest/content/raw"]);
});

test("other changes are counted, and only the breaking ones are findings", async () => {
  const { refuse, said } = start(live);
  await refuse({ source: { text: more } });
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/^note: 1 change, none of them breaking\. Compared /);
  const other = start(live);
  const failure = await other
    .refuse({ source: { text: buildText({ "/pets": get, "/dogs": get }) } })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: expect.stringMatching(/^1 breaking change, 1 further\. /),
    findings: [{ rule: "operation-removed" }],
  });
});

test("the text of standard input is not read a second time", async () => {
  // Standard input is at its end.
  const { refuse, said } = start(live, { "-": "" });
  await expect(refuse({ file: "-" })).rejects.toMatchObject({
    hint: "tome openapi diff pets -",
    findings: [{ rule: "operation-removed" }],
  });
  expect(said).toEqual(["warning: GET /cats was removed."]);
});

test("without a live version every specification is accepted", async () => {
  const { refuse, said } = start(404);
  await refuse();
  expect(said).toEqual([]);
});

test("another error of the platform is not a missing version", async () => {
  const failure = await start(403)
    .refuse()
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
});

test("an invalid specification is refused before any request", async () => {
  const { refuse, sent } = start(live);
  await expect(refuse({ source: { text: "[" } })).rejects.toThrow(/candidate/);
  expect(sent).toEqual([]);
});

test("references that cannot be resolved are warnings if they are accepted", async () => {
  const broken = buildText({ "/pets": { ...get, put: { $ref: "#/none" } }, "/cats": get });
  const { context, said } = start(live);
  const candidate = { source: { text: broken }, file: undefined, name: "candidate" };
  const target = { organizationId: "O1", specSlug: "pets" };
  await refuseBreaking(context, target, candidate, { allowUnresolved: true });
  expect(said).toEqual([
    "warning: candidate:10: The reference to #/none does not resolve.",
    expect.stringMatching(
      /^note: 1 change, none of them breaking\. .*; 1 reference not followed\.$/,
    ),
  ]);
  await expect(refuseBreaking(context, target, candidate, {})).rejects.toThrow(
    "candidate:10: The reference to #/none does not resolve. Use --allow-unresolved to compare without this part.",
  );
});

test("a change of the new version is located by its line", async () => {
  const parameters = [{ name: "q", in: "query", required: true, schema: {} }];
  const text = buildText({ "/pets": { get: { ...get.get, parameters } }, "/cats": get });
  const { refuse } = start(live, { "a.json": text });
  const failure = await refuse({ source: { text }, file: "a.json" }).catch(
    (error: unknown) => error,
  );
  expect(failure).toMatchObject({ findings: [{ location: { file: "a.json", line: 9 } }] });
});

test("differences that are not compared are named", async () => {
  const build = (links: Tree) =>
    buildText({ "/pets": { get: { responses: { 200: { description: "", links } } } } });
  const first = { operationId: "one" };
  const linked = build({ first, second: { operationId: "two" } });
  const added = start(build({ first }));
  await added.refuse({ source: { text: linked } });
  expect(added.said).toEqual([
    "note: Not compared: 1 of the links differs; the first is in line 14.",
    expect.stringMatching(
      /^note: Nothing that a client notices has changed\. .*; 1 difference not/,
    ),
  ]);
  const removed = start(linked);
  await removed.refuse({ source: { text: build({}) } });
  expect(removed.said[0]).toBe(
    "note: Not compared: 2 of the links differ; the first is in line 11 of the old version.",
  );
});

test("the command that shows all changes has the name of the file", async () => {
  const { refuse } = start(live, { "a.json": fewer });
  const failure = await refuse({ file: "a.json" }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    hint: "tome openapi diff pets a.json",
    findings: [{ location: { name: "a.json" } }],
  });
});

test("a specification at a URL is fetched", async () => {
  const url = "https://a.example/api.json";
  const { refuse } = start(live, { [url]: fewer });
  const failure = await refuse({ source: { url } }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ findings: [{ location: { name: url } }] });
});

test("a file that has changed since it was read is compared as it was read", async () => {
  const { refuse } = start(live, { "a.json": more });
  await expect(refuse({ file: "a.json" })).rejects.toThrow(/^1 breaking change\. /);
});

test("standard input is not read again", async () => {
  const { refuse } = start(live, { "-": more });
  await expect(refuse({ file: "-" })).rejects.toThrow(/^1 breaking change\. /);
});
