import { expect, test } from "vitest";
import { formatNounHelp, formatRootHelp, formatVerbHelp } from "../../../src/app/help/help.ts";
import { isWrite } from "../../../src/app/parse/global-flags.ts";
import { tree } from "../../../src/commands/tree.ts";
import type { NounCommands, Verb } from "../../../src/commands/verb.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";
import { openMany } from "../bulk/many.ts";

/** Every noun and verb with its words. */
async function everyCommand(): Promise<readonly [path: readonly string[], Verb | NounCommands][]> {
  const found: [readonly string[], Verb | NounCommands][] = [];
  const walk = (path: readonly string[], command: Verb | NounCommands): void => {
    found.push([path, command]);
    if (command.kind !== "noun") return;
    for (const [name, inner] of Object.entries(command.verbs)) walk([...path, name], inner);
  };
  for (const [name, branch] of Object.entries(tree)) walk([name], await branch.load());
  return found;
}

const commands = await everyCommand();
const getHelp = (line: string): string => {
  const path = line.split(" ");
  const [, command] = commands.find(([own]) => own.join(" ") === line) ?? [];
  if (command === undefined) throw new Error(`There is no ${line}.`);
  return command.kind === "noun" ? formatNounHelp(path, command) : formatVerbHelp(path, command);
};

test("help lists the plural of a noun, and the plural works as an alias", async () => {
  const told = commands
    .filter(([, { kind }]) => kind === "noun")
    .flatMap(([path]) => /Alias: tome (.*)/.exec(getHelp(path.join(" ")))?.[1] ?? []);
  expect(told.join("\n")).not.toMatch(/ss\b|crs|gits|openapis|contents|schemas/);
  expect(told).toContain("comment replies");
  const tome = openTome();
  for (const plural of told) {
    const { code, stdout } = await tome([...plural.split(" "), "--help"]);
    expect([plural, code]).toEqual([plural, 0]);
    expect(stdout).toContain("<verb> [arguments] [flags]");
  }
});

test.each(["crs list", "ssos list", "org instructionss get", "whoamis", "apis GET /user"])(
  "tome %s is not a command",
  async (line) => {
    expect(await openTome()(line)).toMatchObject({ code: 2 });
  },
);

test("help for a topic with the name of a noun shows the topic, and each refers to the other", async () => {
  const tome = openTome();
  const topic = await tome("help local");
  expect(topic.stdout).toContain("The local platform is built into tome.");
  expect(topic.stdout).toContain("tome local --help");
  const noun = await tome("local --help");
  expect(noun.stdout).toContain("tome local <verb>");
  expect(noun.stdout).toContain("tome help local");
  expect((await tome("help local seed")).stdout).toContain("tome local seed");
});

slowTest(
  "only commands with a confirmation list --yes, and longer commands still accept it",
  async () => {
    const offering = commands
      .filter(([path, { kind }]) => kind === "custom" && getHelp(path.join(" ")).includes("--yes"))
      .map(([path]) => path.join(" "));
    expect(offering).toEqual([
      "member disable",
      "member sync",
      "member offboard",
      "access apply",
      "site redirect put",
      "cr merge",
      "git connect",
      "git disconnect",
      "git import",
      "apply",
      "backup restore",
      "translation glossary delete",
      "api",
      "local reset",
      "local import",
      "local token revoke",
      "local token rotate",
      "undo",
    ]);
    for (const [path, command] of commands) {
      if (command.kind !== "mutation") continue;
      const isOffered = getHelp(path.join(" ")).includes("--yes");
      const mayAsk = command.confirm !== undefined || command.loadQuestion !== undefined;
      expect([path.join(" "), isOffered]).toEqual([path.join(" "), mayAsk]);
    }
    const import_ =
      "git import --space S1000000000000000000 --url https://example.com/d.git --ref refs/heads/main";
    expect((await openTome()(`${import_} --yes --local --dry-run`)).code).toBe(0);
  },
);

test("every list command accepts --limit and --all", () => {
  for (const [path] of commands) {
    const line = path.join(" ");
    if (!/ (list|structure|for-domain|conditions)$/.test(line)) continue;
    expect([line, getHelp(line).includes("--limit <n>"), getHelp(line).includes("--all")]).toEqual([
      line,
      true,
      true,
    ]);
  }
});

test("a list without pages is cut at the limit in every format, and a note says so", async () => {
  const page = (id: string, pages: readonly object[] = []) => ({ id, title: id, pages });
  const pages = [
    page("P1000000000000000000", [page("P2000000000000000000"), page("P3000000000000000000")]),
    page("P4000000000000000000"),
  ];
  const server = await serve((_, response) => answerJson(response, 200, { pages }));
  const { run } = openMany(server.url);
  const rows = await run("page list --space S1000000000000000000 --limit 3 --format id");
  expect(rows.stdout).toBe("P1000000000000000000\nP2000000000000000000\nP3000000000000000000\n");
  expect(rows.stderr).toContain("Showing 3 of 4.");
  expect(
    (await run("page list --space S1000000000000000000 --format id")).stdout.trim().split("\n"),
  ).toHaveLength(4);
  const json = await run("page list --space S1000000000000000000 -L 2 --json");
  expect(JSON.parse(json.stdout)).toEqual({
    pages: [page("P1000000000000000000", [page("P2000000000000000000")])],
  });
  expect((await run("page list --space S1000000000000000000 --all --json")).stdout).toContain(
    "P4000000000000000000",
  );
  const wrong = await run("page list --space S1000000000000000000 --limit 0");
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toContain("--limit must be an integer");
});

test("no verb that writes is in the group of verbs that show something", () => {
  const shown = commands.flatMap(([path, command]) => {
    if (command.kind !== "noun") return [];
    const [, section = ""] = /\nView:\n([\s\S]*?)\n\n/.exec(formatNounHelp(path, command)) ?? [];
    return [...section.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, word = ""]) =>
      [...path, word].join(" "),
    );
  });
  const written = commands.flatMap(([path, command]) =>
    command.kind !== "noun" && isWrite(command) ? [path.join(" ")] : [],
  );
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter((line) => written.includes(line))).toEqual([]);
});

test("switches have no negated form", () => {
  expect(getHelp("git import")).toContain("--wait ");
  expect(getHelp("git import")).toContain("--[no-]force");
  expect(getHelp("cr edit")).not.toContain("[no-]");
  expect(getHelp("cr review")).not.toContain("[no-]");
});

slowTest("a rest argument is not repeated, and its dots say how often it can occur", () => {
  for (const [path, command] of commands) {
    if (command.kind === "noun") continue;
    const help = formatVerbHelp(path, command);
    const section = /\nArguments:\n([\s\S]*?)\n\n/.exec(help)?.[1] ?? "";
    expect([path, section]).toEqual([path, expect.not.stringContaining("can be repeated")]);
  }
  expect(getHelp("access explain")).toContain("<command>...  Command to explain, after --\n");
});

test.each([
  ["space delete", "tome space delete <space>... [flags]"],
  ["space get", "tome space get <space> [flags]"],
  ["org invite users", "tome org invite users <email>... [flags]"],
  ["team add", "tome team add <team> <user>... [flags]"],
  ["space list", "tome space list [flags]"],
])("the usage of %s shows whether it accepts several resources", (line, usage) => {
  expect(getHelp(line)).toContain(`\n  ${usage}\n`);
});

test.each(["member sync", "conversation ingest"])(
  "tome %s has a file of items and does not offer --from",
  async (line) => {
    expect(getHelp(line)).not.toContain("--from");
    const { code, stderr } = await openTome()(`${line} --from rows.csv`);
    expect(code).toBe(2);
    expect(stderr).toContain(`The flag --from is not supported by "tome ${line}".`);
  },
);

test("the root help lists every command once, in at most 60 lines", () => {
  const text = formatRootHelp();
  expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
  const listed = [...text.matchAll(/^ {2}([a-z-]+(?:, [a-z-]+)*) {2,}\S/gm)]
    .flatMap(([, words = ""]) => words.split(", "))
    .sort();
  expect(listed).toEqual(Object.keys(tree).sort());
});
