import { beforeAll, expect, test } from "vitest";
import { z } from "zod/mini";
import { listFlagRows } from "../../../src/app/completion/flags.ts";
import {
  buildCompletionModel,
  type CommandNode,
  type CompletionModel,
} from "../../../src/app/completion/model.ts";
import { buildTable } from "../../../src/app/completion/table.ts";
import { describeValueCompletion } from "../../../src/app/completion/value.ts";
import { listParameters } from "../../../src/app/parse/parameters.ts";
import { titleColumn } from "../../../src/commands/columns.ts";
import {
  boolean,
  enumeration,
  id,
  integer,
  json,
  list,
  nullable,
  optional,
  pointer,
  text,
} from "../../../src/commands/fields.ts";
import { findPlural, tree } from "../../../src/commands/tree.ts";
import { custom, query, type Verb } from "../../../src/commands/verb.ts";
import * as contract from "../../../src/contract/space.ts";
import { everyVerb } from "../../commands/tree.ts";
import { slowTests } from "../../support/generators/amount.ts";

let model: CompletionModel;
beforeAll(async () => {
  model = await buildCompletionModel();
});

function getNode(words: string): CommandNode {
  const found = model.nodes.find(({ path }) => path.join(" ") === words);
  if (found === undefined) throw new Error(`The model has no ${words}.`);
  return found;
}

function flag(words: string, name: string) {
  return getNode(words).flags.find((row) => row.name === name);
}

test("the model contains exactly the commands of the tree", async () => {
  const verbs = (await everyVerb()).map(([words]) => words);
  const inModel = model.nodes
    .filter(({ below }) => below.length === 0)
    .map(({ path }) => path.join(" "));
  expect(inModel.sort()).toEqual(verbs.sort());
  expect(getNode("").below.map(({ word }) => word)).toEqual([...Object.keys(tree), "help"]);
});

test("a plural is an alias of its noun, and not the name of another command", () => {
  for (const { path, plural } of model.nodes) {
    if (plural !== undefined) expect(plural).toBe(findPlural(path.at(-1) ?? ""));
  }
  expect(getNode("space").plural).toBe("spaces");
  const named = new Set(model.nodes.map(({ path }) => path.join(" ")));
  const taken = model.nodes
    .filter(({ plural }) => plural !== undefined)
    .map(({ path, plural }) => [...path.slice(0, -1), plural].join(" "))
    .filter((words) => named.has(words));
  expect(taken).toEqual([]);
});

test("an enum completes its values and the word for null", () => {
  const words = flag("space update", "--default-level")?.value?.words;
  expect(words).toEqual(expect.arrayContaining(["admin", "read", "inherit", "none"]));
  expect(flag("space update", "--merge-rules")?.value?.words).toEqual(
    expect.arrayContaining(["inherit", "none", "approval"]),
  );
});

test("a boolean flag has a negated form, and a nullable flag a form that removes the value", () => {
  const names = (words: string) => getNode(words).flags.map(({ name }) => name);
  expect(names("collection list")).toEqual(expect.arrayContaining(["--nested", "--no-nested"]));
  expect(names("space move")).toEqual(expect.arrayContaining(["--parent", "--no-parent"]));
  expect(names("space move")).not.toContain("--no-before");
});

test("short flags complete the same values as long ones", () => {
  expect(flag("space list", "-L")?.value).toEqual(flag("space list", "--limit")?.value);
  expect(flag("api", "-f")?.value).toEqual(flag("api", "--field")?.value);
});

test("--organization is accepted wherever --org is, but not suggested", () => {
  for (const { flags } of model.nodes) {
    const has = (name: string) => flags.some((row) => row.name === name);
    expect(has("--organization")).toBe(has("--org"));
    expect(flags.find(({ name }) => name === "--organization")?.hidden ?? true).toBe(true);
  }
});

test("file names are suggested for files, and not for paths of URLs", () => {
  expect(flag("space update", "--input")?.value?.path).toBe("file");
  expect(flag("api", "--input")?.value?.path).toBe("file");
  expect(flag("serve", "--ready-file")?.value?.path).toBe("file");
  expect(flag("serve", "--data")?.value?.path).toBe("folder");
  expect(getNode("local import").arguments[0]?.path).toBe("file");
  expect(getNode("api").arguments[1]?.path).toBeUndefined();
  expect(flag("space update", "--title")?.value?.path).toBeUndefined();
});

test("config completes the names of settings, and not those of profiles", () => {
  for (const verb of ["get", "set", "unset"]) {
    expect(getNode(`config ${verb}`).arguments[0]?.words).toContain("base-url");
  }
  expect(getNode("config unset").arguments[0]?.repeats).toBe(true);
  expect(getNode("auth switch").arguments[0]?.words).toEqual([]);
});

test("an id of several kinds completes with the prefix of each kind", () => {
  const ids = flag("space move", "--before")?.value?.ids;
  expect(ids?.map(({ noun, prefix }) => [noun, prefix])).toEqual([
    ["space", ""],
    ["collection", "collection:"],
  ]);
});

test("the parent of an id is read from its flag, argument or environment variable", () => {
  const sources = flag("space create", "--parent")?.value?.ids[0]?.parentSources;
  expect(sources?.slice(0, 2)).toEqual(["--org", "TOME_ORG"]);
  const ofArgument = flag("org update", "--default-content")?.value?.ids[0]?.parentSources;
  expect(ofArgument?.slice(0, 2)).toEqual(["#0", "TOME_ORG"]);
  expect(getNode("space get").arguments[0]?.ids[0]?.parentSources).toEqual([]);
});

test("a flag with the name of a global flag completes the values of both once", () => {
  const verb = custom({
    summary: "Test",
    fields: { format: optional(enumeration(["document", "markdown"], "Form of the text")) },
    load: async () => async () => undefined,
  });
  const rows = listFlagRows(verb, listParameters(verb)).filter(({ name }) => name === "--format");
  expect(rows).toHaveLength(1);
  expect(rows[0]?.value?.words).toEqual(
    expect.arrayContaining(["document", "markdown", "table", "ndjson"]),
  );
});

test("a list completes the values of its items", () => {
  const fields = {
    levels: optional(list(enumeration(["low", "high"], "level"), "Levels", { flag: "level" })),
    target: optional(pointer(["space", "site"], "Target", { bare: "space" })),
    files: list(text("file"), "Files", { placeholder: "file" }),
  };
  const verb = custom({
    summary: "Test",
    fields,
    arguments: ["files"],
    load: async () => async () => undefined,
  });
  const parameters = listParameters(verb);
  const values = parameters.map((one) => describeValueCompletion(one, parameters));
  expect(values).toMatchObject([
    { path: "file", repeats: true },
    { words: ["low", "high"], repeats: false },
    {
      ids: [
        { noun: "space", prefix: "" },
        { noun: "site", prefix: "site:" },
      ],
    },
  ]);
});

test("a value that a script cannot encode is refused when the scripts are generated", () => {
  const row = { name: "--x", summary: "", hidden: false };
  const value = { words: ["a$(b)"], members: [], path: undefined, ids: [], repeats: false };
  const bad: CommandNode = {
    path: ["x"],
    plural: undefined,
    below: [],
    arguments: [],
    flags: [{ ...row, value }],
  };
  expect(() => buildTable({ nodes: [bad], topics: [] }, true)).toThrow("a$(b)");
});

test.each([
  ["import cancel", "runningImport"],
  ["import get", "import"],
  ["cr merge", "openCr"],
  ["cr get", "cr"],
  ["cr update", "cr"],
  ["space restore", "deletedSpace"],
  ["space get", "space"],
])("%s completes the ids of %s", (words, noun) => {
  expect(
    getNode(words)
      .arguments.at(-1)
      ?.ids.map((ids) => ids.noun),
  ).toEqual([noun]);
});

/** The rows of one command in the scripts. */
function listRows(verb: Verb) {
  const parameters = listParameters(verb);
  const node: CommandNode = {
    path: ["x"],
    plural: "xs",
    below: [{ word: "y", summary: " Two\n lines " }],
    arguments: parameters
      .filter(({ isArgument }) => isArgument)
      .map((one) => describeValueCompletion(one, parameters, true)),
    flags: listFlagRows(verb, parameters),
  };
  return buildTable({ nodes: [node], topics: [] }, true).commands[0];
}

test("each kind of field completes its own values", () => {
  const kinds = z.object({ kind: z.string() });
  const verb = custom({
    summary: "Test",
    fields: {
      importId: id("import", "Import"),
      other: id("cr", "Other", { flag: "other" }),
      files: list(text("Files"), "Files", { placeholder: "path" }),
      orgId: id("org", "Organization"),
      spaceId: optional(id("space", "", { short: "s" })),
      gone: optional(id("space", "Deleted", { deleted: true, flag: "gone" })),
      page: optional(id("page", "Page", { flag: "page" })),
      pages: optional(list(id("page"), "", { flag: "pages" })),
      spec: optional(text("Specification", { names: "specification" })),
      level: optional(nullable(enumeration(["low", "high"], "Level", { nullWord: "none" }))),
      levels: optional(list(enumeration(["low"], "Level"), "Levels", { nullWord: "no" })),
      shape: optional(
        json(async () => kinds, "Shape", { words: { round: { kind: "round" } }, nullWord: "none" }),
      ),
      plain: optional(json(async () => kinds, "Plain", { placeholder: "file" })),
      folder: optional(text("Folder", { placeholder: "folder" })),
      path: optional(text("Path", { placeholder: "path" })),
      place: optional(text("Place", { placeholder: "path" })),
      source: optional(text("Source", { placeholder: "file-or-url" })),
      file: optional(text("File")),
      count: optional(integer("Count", { placeholder: "file" })),
      sso: optional(boolean("SSO")),
      target: optional(pointer(["space", "site"], "Target", { bare: "site" })),
    },
    arguments: ["importId", "other", "files"],
    load: async () => async () => undefined,
  });
  expect(listRows(verb)).toEqual({
    keys: ["x", "xs"],
    path: "x",
    below: ["y|Two lines"],
    arguments: [
      "^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @running-import",
      "^space:--space @open-cr",
      "...",
    ],
    flags: [
      "--org|@org|Organization",
      "!--organization|@org|",
      "--space|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Title, id or URL of the space",
      "-s|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space|Title, id or URL of the space",
      "--gone|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @deleted-space|Deleted",
      "--page|^space:--space @page|Page",
      "--pages|^space:--space @page|Path, id or URL of the page",
      "--spec|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @specification|Specification",
      "--level|=low =high =none|Level",
      "--no-level||No level",
      "--levels|=low =no|Levels",
      "--shape|=round =none|Shape",
      "--plain|%file|Plain",
      "--folder|%folder|Folder",
      "--path|.|Path",
      "--place|%file|Place",
      "--source|%file|Source",
      "--file|%file|File",
      "--count|.|Count",
      "--sso||SSO",
      "!--no-sso||",
      "--target|^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @space:space: ^org:--org,TOME_ORG,GITBOOK_ORGANIZATION @site|Target",
    ],
    groups: ["every"],
  });
});

test("a query completes the names of its columns, in rows that are not offered twice", () => {
  const rows = listRows(
    query(contract.list, { columns: [titleColumn, { header: "Edit mode", path: "editMode" }] }),
  );
  expect(rows).toEqual({
    keys: ["x", "xs"],
    path: "x",
    below: ["y|Two lines"],
    arguments: [],
    flags: [
      "--org|@org|Title, id or URL of the organization",
      "!--organization|@org|",
      "!--columns|,title ,edit-mode|",
      "!--sort|=title =edit-mode|",
      "!--filter|=title= =edit-mode=|",
    ],
    groups: ["limits", "choices", "tables", "lists", "requests", "every"],
  });
  expect(listRows(query(contract.list))?.flags).toEqual([
    "--org|@org|Title, id or URL of the organization",
    "!--organization|@org|",
  ]);
});

slowTests.each([
  ["", [[""], [], ["every", "early"], "status", "help"]],
  [
    "space move",
    [
      ["space move"],
      ["@space ..."],
      ["bodies", "many", "requests", "writes", "every"],
      undefined,
      undefined,
    ],
  ],
  [
    "space list",
    [
      ["space list"],
      [],
      ["limits", "choices", "tables", "lists", "requests", "every"],
      undefined,
      undefined,
    ],
  ],
  [
    "config set",
    [
      ["config set"],
      [
        "=org =space =site =base-url =format =token-store =timeout =retries =ca-file =data-dir",
        ".",
      ],
      ["every"],
      undefined,
      undefined,
    ],
  ],
  [
    "org update",
    [
      ["org update"],
      ["@org ..."],
      ["bodies", "many", "requests", "writes", "every"],
      undefined,
      undefined,
    ],
  ],
  ["help", [["help"], [], [], "status", "flags"]],
])("the words, arguments and shared flags of %j", (words, expected) => {
  const topics = ["flags", "space"].map((word) => ({ word, summary: "" }));
  const { commands } = buildTable({ ...model, topics }, false);
  const row = commands.find(({ keys }) => keys[0] === words);
  const below = row?.below ?? [];
  expect([row?.keys, row?.arguments, row?.groups, below[0], below.at(-1)]).toEqual(expected);
});
