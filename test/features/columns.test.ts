/**
 * The columns and sentences of commands with a function of their own, for a platform that answers
 * each request with a value of its model.
 */
import { expect } from "vitest";
import type { ApiClient } from "../../src/client/client.ts";
import type { CommandField, CommandFields } from "../../src/commands/fields.ts";
import { getAcross, type Verb } from "../../src/commands/verb.ts";
import type {
  Context,
  PrintedColumn,
  Result,
  TerminalView,
  ViewBranch,
} from "../../src/context.ts";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { asObject, isList, type JsonObject, type JsonValue } from "../../src/json/values.ts";
import { everyVerb } from "../commands/tree.ts";
import { createPartial } from "../support/commands/partial.ts";
import { slowTest } from "../support/generators/amount.ts";
import { valueOfModel } from "../support/generators/model-values.ts";

/** Commands that need more than a value for each required field. */
const inputs: Readonly<Record<string, JsonObject>> = {
  "page get": { pagePath: "start" },
  "revision page": { pagePath: "start" },
  "cr page": { pagePath: "start" },
  "org instructions put": { text: "Be brief." },
  "site redirect create": { to: "https://x.example/" },
  "site redirect update": { to: "https://x.example/", permanent: true },
  "site customization update": { title: "Docs", logo: "https://x.example/a.png", corners: null },
  "site space customization update": { title: "Docs", primaryColor: "#346ddb" },
  "site agent update": { changeRequests: "never" },
  "openapi create": { url: "https://x.example/" },
  "openapi put": { url: "https://x.example/" },
  "git import": { ref: "refs/heads/main" },
  "git export": { ref: "refs/heads/main" },
  "translation glossary add": { terms: ["fr=espace"] },
  "translation glossary update": { terms: ["fr=espace"] },
  "user update": { displayName: "Ada" },
  "cr diff": { stat: true },
  "comment list": { orgWide: true },
};

/** They wait, read local files, run programs, or use parts of the context without a platform. */
const others =
  /^(?:serve|mcp|tour|preview|local exec|integration (?:dev|tail|publish|render)|open|git plan|agent setup|doctor|completion|undo|history (?:list|show)|auth \w+|backup \w+|export|plan|apply|drift|access (?:apply|explain|review)|site export|member (?:sync|enable)|org ask|org questions|site (?:ask|chat|question suggest|answer show|sort|redirect put|adaptive-schema put)|org font \w+|saml certificate \w+|cr (?:edit|resolve|preview)|openapi diff|conversation ingest|local token revoke|space links|cr links)$/;

function createInput(field: CommandField): JsonValue {
  switch (field.kind) {
    case "id":
      return "X1";
    case "text":
      if (field.format === "date-time") return "2026-01-01T00:00:00Z";
      return field.format === "url" ? "https://x.example/" : "word";
    case "integer":
      return field.min ?? 1;
    case "boolean":
      return true;
    case "enum":
      return field.values[0] ?? "";
    case "list":
      return [createInput(field.of)];
    case "group":
      return createInputs(field.fields);
    case "pointer":
      return { type: field.to[0] ?? "", id: "X1" };
    case "json":
      return {};
  }
}

/** A value for each required field. */
function createInputs(fields: CommandFields): JsonObject {
  const required = Object.entries(fields).filter(([, { optional }]) => optional !== true);
  return Object.fromEntries(required.map(([name, field]) => [name, createInput(field)]));
}

const values = new Map<Endpoint, JsonValue>();

async function createResponse(endpoint: Endpoint): Promise<JsonValue> {
  const cached = values.get(endpoint);
  if (cached !== undefined) return cached;
  const model = await endpoint.output?.();
  const value: JsonValue = JSON.parse(
    JSON.stringify((model && valueOfModel(model, "word", 4)) ?? {}),
  );
  values.set(endpoint, value);
  return value;
}

const client = createPartial<ApiClient>({
  call: async (endpoint: Endpoint) => ({ value: await createResponse(endpoint), status: 200 }),
  async *pages(endpoint: Endpoint) {
    const value = await createResponse(endpoint);
    const items = isList(value) ? value : asObject(value).items;
    yield { items: isList(items) ? items.map(asObject) : [] };
  },
  describe: ({ route }: Endpoint) => ({ method: "GET", url: `https://x.example${route}` }),
  describeRaw: () => ({ method: "GET", url: "https://x.example/user" }),
  announce() {},
  announceAll() {},
  announceRaw() {},
  upload: async () => {},
  send: async () => ({ json: { value: {} }, status: 200 }),
});

/** A context whose local platform and files have nothing. */
function createContext(isScreen: boolean): Context {
  return createPartial<Context>({
    client: async () => client,
    yes: true,
    choice: {},
    cwd: "/nonexistent",
    env: {},
    settings: {
      baseUrl: { value: "https://x.example", from: "flag" },
      profile: { value: "default", from: "default" },
      org: { value: "X1", from: "flag" },
      local: false,
    },
    terminal: {
      note() {},
      warn() {},
      aside() {},
      write: async () => {},
      outIsTerminal: isScreen,
      interactive: false,
      progress: () => ({ update() {}, stop() {} }),
    },
    readText: async () => "word",
    readDocument: async () => ({}),
    readBytes: async () => new Uint8Array([1]),
    writePrivateFile: async () => {},
    saveFile: async () => {},
    requireLocalFolders() {},
    parentId: async () => "X1",
    lookUp: async () => ({ id: "X1" }),
    candidates: async () => [],
    toMarkdown: async () => "text",
    conceal() {},
    secrets: { receive() {}, allow() {} },
    store: {
      rows: () => [{ name: "word", value: "value", from: "file", help: "Help" }],
      path: "/nonexistent",
      set: async () => "default",
      unset: async () => {},
    },
    local: {
      administer: async () => ({ items: [] }),
      access: async () => ({ url: "https://x.example" }),
      folder: "/data",
      location: "/data",
      organization: async () => "O1",
    },
    idCache: { forgetData() {}, forgetAddress() {} },
  });
}

type Run = (context: Context, input: JsonObject) => Promise<Result>;

/** The functions of a command, with their fields. */
async function loadRuns(verb: Verb): Promise<readonly (readonly [CommandFields, Run])[]> {
  if (verb.kind === "custom") {
    const run = await verb.load();
    return [[verb.fields, (context, input) => run(context, input, [])]];
  }
  const across = getAcross(verb);
  return across === undefined ? [] : [[across.fields, await across.load()]];
}

/** `TITLE: title, as title, wide`; titles and descriptions are functions of the command. */
function describeColumn({ header, path, titles: _, describe: __, ...options }: PrintedColumn) {
  const words = Object.entries(options).map(([name, value]) =>
    value === true ? name : `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${header}: ${[path, ...words].join(", ")}`;
}

function describeTree(branches: readonly ViewBranch[], depth = 0): string[] {
  return branches.flatMap(({ title, notes, id, below }) => [
    `| ${". ".repeat(depth)}${[title, ...notes.map(({ text }) => text), id].join(", ")}`,
    ...describeTree(below, depth + 1),
  ]);
}

/** The text of a view without colors. */
function describeView(view: TerminalView): string[] {
  return view.flatMap((block) =>
    "tree" in block
      ? describeTree(block.tree)
      : block.lines.map(
          (line) =>
            `| ${line.map((span) => (typeof span === "string" ? span : span.text)).join("")}`,
        ),
  );
}

function describeResult(result: Result): readonly string[] {
  if (result === undefined || typeof result !== "object") return [];
  const sentences = ["done", "none", "order", "aside", "next"] as const;
  const said = new Map(Object.entries(result));
  return [
    ...("view" in result ? describeView(result.view) : []),
    ...("columns" in result ? (result.columns ?? []).map(describeColumn) : []),
    ...("brief" in result && result.brief !== undefined
      ? [`(brief: ${result.brief.map(({ header }) => header).join(", ")})`]
      : []),
    ...sentences.flatMap((name) => {
      const text: unknown = said.get(name);
      // The time is that of the run.
      return typeof text === "string" && text !== ""
        ? [`(${name}) ${text.replace(/valid until .*/, "valid until …")}`]
        : [];
    }),
  ];
}

slowTest(
  "every command with a function of its own shows its columns and states its result",
  async () => {
    const described: string[] = [];
    for (const [words, verb] of await everyVerb()) {
      if (others.test(words)) continue;
      for (const [fields, run] of await loadRuns(verb)) {
        const input = { ...createInputs(fields), ...inputs[words] };
        const describe = async (isScreen: boolean) =>
          describeResult(
            await run(createContext(isScreen), input).catch((error: unknown) => {
              throw new Error(`tome ${words} fails.`, { cause: error });
            }),
          );
        const [piped, shown] = [await describe(false), await describe(true)];
        const isSame = shown.join("\n") === piped.join("\n");
        const lines = [...piped, ...(isSame ? [] : ["on a terminal:", ...shown])];
        described.push(`tome ${words}\n${lines.map((line) => `  ${line}\n`).join("")}`);
      }
    }
    await expect(described.join("\n")).toMatchFileSnapshot("columns.txt");
  },
);
