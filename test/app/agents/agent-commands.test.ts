import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, test } from "vitest";
import { openAgentCommands } from "../../../src/app/agents/agent-commands.ts";
import type { Machine, Program } from "../../../src/app/run/machine.ts";
import { openCapture } from "../../../src/app/run/nested-command.ts";

/** A run of the program. */
interface ProgramRun {
  readonly args: readonly string[];
  readonly machine: Machine;
  readonly stdin: string;
}

const runs: ProgramRun[] = [];
/** The output of the next runs of the program. */
let response = { code: 0, stdout: "", stderr: "" };

const program: Program = async (args, machine) => {
  runs.push({ args, machine, stdin: await text(machine.stdin) });
  machine.stdout.write(response.stdout);
  machine.stderr.write(response.stderr);
  return response.code;
};

const screen = openCapture();
const surrounding: Machine = {
  stdin: Readable.from(["of the surrounding command"]),
  stdout: screen.stream,
  stderr: screen.stream,
  env: { HOME: "/home/ada", FORCE_COLOR: "1", NO_COLOR: "" },
  cwd: "/home/ada/docs",
  interrupted: () => new Promise(() => {}),
};

const commands = openAgentCommands(surrounding, program, new Map());
const inheriting = openAgentCommands(
  surrounding,
  program,
  new Map<string, string | true>([
    ["profile", "work"],
    ["local", true],
    ["json", true],
    ["timeout", "5"],
  ]),
);

beforeEach(() => {
  runs.length = 0;
  response = { code: 0, stdout: "", stderr: "" };
});

describe("the command line of an agent", () => {
  test.each([
    [
      "a list",
      { command: "space list", input: { org: "Acme" }, mode: "read", limit: 5 },
      ["space", "list", "--json", "--no-input", "--limit=5", "--org=Acme"],
    ],
    [
      "a resource, which has no limit",
      { command: "space get", input: { space: "Docs" }, mode: "read", limit: 5 },
      ["space", "get", "--json", "--no-input", "--", "Docs"],
    ],
    [
      "fields",
      { command: "space get", input: { space: "Docs" }, mode: "read", fields: "id,title" },
      ["space", "get", "--json=id,title", "--no-input", "--", "Docs"],
    ],
    [
      "a read command that asks to write",
      { command: "space list", input: {}, mode: "write" },
      ["space", "list", "--json", "--no-input"],
    ],
    [
      "a description",
      { command: "space delete", input: { space: "Docs" }, mode: "describe" },
      ["space", "delete", "--json", "--no-input", "--dry-run", "--", "Docs"],
    ],
    [
      "a write that asks for a confirmation",
      { command: "space delete", input: { space: "Docs" }, mode: "write" },
      ["space", "delete", "--json", "--no-input", "--yes", "--", "Docs"],
    ],
    [
      "a write that never asks",
      { command: "space update", input: { space: "Docs", title: "Guide" }, mode: "write" },
      ["space", "update", "--json", "--no-input", "--title=Guide", "--", "Docs"],
    ],
    [
      "a command of three words",
      { command: "org domain list", input: { org: "Acme" }, mode: "read" },
      ["org", "domain", "list", "--json", "--no-input", "--org=Acme"],
    ],
  ] as const)("for %s", async (_, run, args) => {
    await commands.run(run, "editor 1.0");
    expect(runs.map((one) => one.args)).toEqual([args]);
  });

  test("inherits the connection of the surrounding command, not its output", async () => {
    await inheriting.run({ command: "space list", input: {}, mode: "read" }, "editor 1.0");
    await inheriting.readPath("/v1/user", "editor 1.0");
    const inherited = ["--json", "--no-input", "--profile=work", "--local", "--timeout=5"];
    expect(runs.map(({ args }) => args)).toEqual([
      ["space", "list", ...inherited],
      ["api", "GET", "/v1/user", ...inherited],
    ]);
  });
});

test("a command of an agent has its own streams and files, and no color", async () => {
  const input = { cr: "3", file: "# Title" };
  await commands.run({ command: "cr edit", input, mode: "write", isBrief: true }, "editor 1.0");
  await commands.run({ command: "cr edit", input, mode: "describe" }, "editor 1.0");
  await commands.readPath("/v1/user", "editor 2.0");
  const files = new Map([["file.yaml", "# Title"]]);
  expect(runs.map(({ machine }) => machine.delegation)).toEqual([
    { isReadOnly: false, files, client: "editor 1.0", isBrief: true },
    { isReadOnly: true, files, client: "editor 1.0", isBrief: false },
    { isReadOnly: true, files: new Map(), client: "editor 2.0" },
  ]);
  for (const { machine, stdin } of runs) {
    expect(machine.env).toEqual({
      HOME: "/home/ada",
      FORCE_COLOR: "1",
      NO_COLOR: "1",
      TOME_AGENT: "1",
    });
    expect([machine.cwd, stdin]).toEqual(["/home/ada/docs", ""]);
  }
  expect(screen.text()).toBe("");
});

test.each([
  ["JSON", '{"id":90071992547409931}\n', { id: 90071992547409931n }],
  ["no output", " \n", null],
  ["a text", "not JSON\n", "not JSON\n"],
])("the outcome of a command with %s", async (_, stdout, value) => {
  response = { code: 7, stdout, stderr: " Two notes.\nDone.\n" };
  const outcome = await commands.run({ command: "tree", input: {}, mode: "read" }, "editor 1.0");
  expect(outcome).toEqual({ code: 7, value, notes: "Two notes.\nDone." });
});

test("a path is read as JSON; a failure has no value", async () => {
  response = { code: 0, stdout: '{"id":"u1"}', stderr: "" };
  expect(await commands.readPath("/v1/user", "editor 1.0")).toEqual({ id: "u1" });
  response = { code: 5, stdout: '{"id":"u1"}', stderr: "" };
  expect(await commands.readPath("/v1/user", "editor 1.0")).toBeUndefined();
});

describe("the line for a user", () => {
  test.each([
    ["words", "space get", { space: "Docs" }, "tome space get -- Docs"],
    ["quoted words", "space get", { space: "Our docs" }, "tome space get -- 'Our docs'"],
    [
      "the text of a flag as a here-document",
      "cr edit",
      { cr: "3", file: "# Title\n\nText\n" },
      "tome cr edit --file - -- 3 <<'END'\n# Title\n\nText\nEND",
    ],
    [
      "the text of an argument as a here-document",
      "saml certificate add",
      { provider: "Okta", file: "PEM" },
      "tome saml certificate add -- Okta - <<'END'\nPEM\nEND",
    ],
    [
      "an end mark that is not in the text",
      "cr edit",
      { cr: "3", file: "END\nEND_\nEND__x" },
      "tome cr edit --file - -- 3 <<'END__'\nEND\nEND_\nEND__x\nEND__",
    ],
    [
      "a value that contains the name of a file",
      "cr edit",
      { cr: "3", page: "file", title: "new=file.yaml", file: "Text" },
      "tome cr edit --page=file --file - --title=new=file.yaml -- 3 <<'END'\nText\nEND",
    ],
    [
      "a value and an argument that are the name of the file",
      "cr edit",
      { cr: "file.yaml", title: "file.yaml", file: "Text" },
      "tome cr edit --file - --title=file.yaml -- file.yaml <<'END'\nText\nEND",
    ],
  ])("has %s", async (_, command, input, line) => {
    expect(await commands.toLine(command, input)).toBe(line);
  });

  test("has the connection of the surrounding command", async () => {
    expect(await inheriting.toLine("space list", {})).toBe(
      "tome space list --profile=work --local --timeout=5",
    );
  });
});

test("a command is described by its input, and by the examples that an agent can run", async () => {
  const summary = {
    name: "space create",
    summary: "Create a space",
    effect: "write",
    role: "create in the collection or organization that it is put in",
    irreversible: undefined,
  };
  expect(await commands.get("space create")).toEqual(summary);
  const { input, examples, ...entry } = await commands.describe("space create");
  expect(entry).toEqual(summary);
  // The others name a folder or a file of this machine.
  expect(examples).toEqual(['space create --title "User guide" --parent Guides']);
  expect(Object.keys(Object(input.properties))).toContain("title");
  const list = await commands.describe("space list");
  expect(list.examples).toEqual([
    "space list --org Acme",
    "space list --json id,title",
    "space list --deleted",
  ]);
  const move = await commands.describe("collection move");
  expect(move.examples).toContain("collection move Guides --no-parent --before Handbook");
});

test("a search returns at most the given number of commands", async () => {
  const own = openAgentCommands(surrounding, program, new Map());
  const [first, ...others] = await own.find("create a space", 2);
  expect(others).toHaveLength(1);
  expect(first).toEqual(await own.get("space create"));
});

test("relative times are fixed before a plan is stored", async () => {
  expect(await commands.fixInput("org audit list", { since: "2026-03-01T00:00:00Z" })).toEqual({
    since: "2026-03-01T00:00:00Z",
  });
});
