/** The result of a check: views, rows, counts, baselines and the list of rules. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { type CheckCommandInput, check } from "../../../src/features/check/check.ts";
import { allRules } from "../../../src/features/check/rules.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

type Files = Readonly<Record<string, string>>;

interface FolderCheck {
  readonly files: Files;
  readonly input?: CheckCommandInput;
  readonly screen?: boolean;
  /** Whether the folder has a page that is a link to a file outside. */
  readonly hasUnreadable?: boolean;
}

const ruleCount = allRules.filter(({ over }) => over === "repository").length;

/** The result of a check of the folder `docs`, with texts in place of functions, and the saved files. */
async function run({ files, input = {}, screen = false, hasUnreadable = false }: FolderCheck) {
  const cwd = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  if (hasUnreadable) symlinkSync("/etc/hostname", join(cwd, "docs/linked.md"));
  const saved: unknown[] = [];
  const { context } = openScriptedContext({
    screen,
    more: {
      cwd,
      readText: async (file: string) => {
        try {
          return readFileSync(join(cwd, file), "utf8");
        } catch {
          throw new UsageError(`${file} was not found.`);
        }
      },
      saveFile: async (path: string, content: Buffer, replaces: boolean) => {
        saved.push([path.slice(cwd.length + 1), content.toString(), replaces]);
      },
    },
  });
  const result = JSON.parse(
    JSON.stringify(await check(context, { repo: "docs", ...input }), (_, value) =>
      typeof value === "function" ? value() : value,
    ),
  );
  return { result, saved };
}

type Line = readonly (string | { readonly text: string; readonly tone: string })[];

/** The lines of a view: `bold(Broken links)  red(1 error)`. */
function formatLines(view: readonly { readonly lines: readonly Line[] }[]): readonly string[] {
  return view.flatMap(({ lines }) =>
    lines.map((line) =>
      line.map((span) => (typeof span === "string" ? span : `${span.tone}(${span.text})`)).join(""),
    ),
  );
}

const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `[a](gone${index}.md)`).join("\n\n");
const folder = (more: Files = {}): Files => ({
  "docs/README.md": "# Start\n",
  "docs/SUMMARY.md": "# Summary\n\n* [Start](README.md)\n",
  ...more,
});
const broken = folder({ "docs/README.md": `# Start\n\n${links(2)}\n` });
const unlisted = folder({ "docs/draft.md": "# Draft\n" });
const both = { ...broken, "docs/draft.md": "# Draft\n" };
/** Notices of broken links that are more than the warnings about pages. */
const levels = (text: string) => ({ ".tome.check.yaml": `rules:\n${text}` });

describe("on a terminal", () => {
  test("the findings of one rule have lines, a fix and no counts", async () => {
    const { result } = await run({ files: broken, screen: true });
    expect(formatLines(result.view)).toEqual([
      "bold(Broken links)  red(2 errors)  dim(link-broken)",
      "  bold(docs/README.md:3)  gone0.md was not found.",
      "  bold(docs/README.md:5)  gone1.md was not found.",
      "cyan(  → )Correct the URL, or remove the link.",
    ]);
    expect(result.notes).toEqual([`Examined 2 files, 1 page and ${ruleCount} rules.`]);
    expect(result.unsettled).toMatchObject({ how: "findings", findings: [] });
    expect(result.findings).toHaveLength(2);
  });

  test.each([
    [20, []],
    [21, ["dim(  and 1 more. To list all: tome check link-broken --format table)"]],
  ])("%i findings of a rule are followed by %j", async (count, more) => {
    const files = folder({ "docs/README.md": `# Start\n\n${links(count)}\n` });
    const { result } = await run({ files, screen: true });
    const lines = formatLines(result.view);
    expect(lines.filter((line) => line.startsWith("  bold("))).toHaveLength(20);
    expect(lines.filter((line) => line.startsWith("dim("))).toEqual(more);
  });

  test("the findings of several rules are separate and end with aligned counts", async () => {
    const files = {
      ...both,
      "docs/other.md": "# Other\n",
      "docs/third.md": "# Third\n",
      ...levels("  link-broken: notice\n"),
    };
    const { result } = await run({ files, screen: true });
    expect(formatLines(result.view)).toEqual([
      "bold(Unlisted files)  yellow(3 warnings)  dim(page-unlisted)",
      "  bold(docs/draft.md)  The page is not listed in SUMMARY.md.",
      "  bold(docs/other.md)  The page is not listed in SUMMARY.md.",
      "  bold(docs/third.md)  The page is not listed in SUMMARY.md.",
      expect.stringMatching(/^cyan\( {2}→ \)\S/),
      "",
      "bold(Broken links)  cyan(2 notices)  dim(link-broken)",
      "  bold(docs/README.md:3)  gone0.md was not found.",
      "  bold(docs/README.md:5)  gone1.md was not found.",
      "cyan(  → )Correct the URL, or remove the link.",
      "",
      "yellow(3 warnings)  page-unlisted",
      "cyan(2 notices )  link-broken",
    ]);
    expect(result.notes).toEqual([
      `Examined 5 files, 1 page and ${ruleCount} rules.`,
      "3 warnings, 2 notices in 1 page.",
    ]);
    expect(result).not.toHaveProperty("unsettled");
  });

  test("the counts of rules with the same level start with the most findings", async () => {
    const files = { ...both, ...levels("  page-unlisted: error\n") };
    const order = async (text: Files) =>
      formatLines((await run({ files: text, screen: true })).result.view).slice(-2);
    expect(await order(files)).toEqual([
      "red(2 errors)  link-broken",
      "red(1 error )  page-unlisted",
    ]);
    const more = { "docs/b.md": "# B\n", "docs/c.md": "# C\n" };
    expect(await order({ ...files, ...more })).toEqual([
      "red(3 errors)  page-unlisted",
      "red(2 errors)  link-broken",
    ]);
  });

  test("no findings are a list with a sentence", async () => {
    const { result } = await run({ files: folder(), screen: true });
    expect(result).toMatchObject({
      list: [[]],
      none: "No findings in 1 page.",
      notes: [`Examined 2 files, 1 page and ${ruleCount} rules.`],
    });
  });
});

describe("as rows", () => {
  test("findings have columns, a summary and an error", async () => {
    const { result } = await run({ files: both });
    expect(result.columns).toEqual([
      { header: "LEVEL", path: "level", as: "state" },
      { header: "RULE", path: "rule" },
      { header: "TITLE", path: "title", as: "title" },
      { header: "MESSAGE", path: "message", wide: true },
      { header: "FILE", path: "file", wide: true },
      { header: "LINE", path: "line", as: "number" },
      { header: "ID", path: "id", as: "id" },
    ]);
    const [rows] = result.list;
    expect(rows.map((row: Files) => [row.level, row.rule, row.title, row.file, row.line])).toEqual([
      ["error", "link-broken", "README.md", "docs/README.md", 3],
      ["error", "link-broken", "README.md", "docs/README.md", 5],
      ["warning", "page-unlisted", "draft.md", "docs/draft.md", null],
    ]);
    expect(result.unsettled).toMatchObject({ how: "findings" });
    // The error has the summary.
    expect(result.notes).toEqual([`Examined 3 files, 1 page and ${ruleCount} rules.`]);
    expect(result.findings).toMatchObject(rows.map(({ rule }: Files) => ({ rule })));
  });

  test.each<[string, Files, CheckCommandInput, boolean]>([
    ["an error", broken, {}, true],
    ["an error with --fail warning", broken, { failOn: "warning" }, true],
    ["a warning", unlisted, {}, false],
    ["a warning with --fail error", unlisted, { failOn: "error" }, false],
    ["a warning with --fail warning", unlisted, { failOn: "warning" }, true],
    [
      "a notice with --fail warning",
      { ...broken, ...levels("  link-broken: notice\n") },
      { failOn: "warning" },
      false,
    ],
  ])("%s fails the check or not", async (_, files, input, fails) => {
    const { result } = await run({ files, input });
    expect(result.unsettled?.how).toBe(fails ? "findings" : undefined);
    expect(result.notes.length).toBe(fails ? 1 : 2);
  });

  test("unreadable files fail the check, and the summary names the rest", async () => {
    const { result } = await run({ files: folder(), hasUnreadable: true });
    expect(result.unsettled).toMatchObject({ how: "partial" });
    expect(result.none).toMatch(/^(No findings|1 warning) in the readable part of \d page/);
  });

  test("rules that are off, not selected or allowed are counted", async () => {
    const rules = "rules:\n  page-unlisted: off\n  name-case: off\n";
    const allow =
      "allow:\n  - { rule: link-broken, target: gone0.md, until: 2999-01-01, why: Soon. }\n";
    const all = await run({ files: { ...both, ".tome.check.yaml": `${rules}${allow}` } });
    expect(all.result.notes[0]).toBe(
      `Examined 3 files, 1 page and ${ruleCount - 2} rules, skipped 2 rules that are off and 1 allowed finding.`,
    );
    expect(all.result.none).toBe("1 error in 1 page (1 allowed).");
    const one = await run({ files: both, input: { rule: ["link-broken", "page-unlisted"] } });
    expect(one.result.notes[0]).toBe(
      `Examined 3 files, 1 page and 2 rules, skipped ${ruleCount - 2} rules that were not selected.`,
    );
  });
});

describe("a baseline", () => {
  const input = { updateBaseline: true };

  test("has a sorted line for each finding, and its use is named", async () => {
    const { result, saved } = await run({
      files: both,
      input: { ...input, rule: ["link-broken", "page-unlisted"], failOn: "warning" },
    });
    expect(result).toEqual({
      done: "Wrote 3 findings to .tome.check-baseline.json.",
      next: "To use the baseline: tome check link-broken page-unlisted --repo docs --fail warning --baseline .tome.check-baseline.json",
      record: { baseline: ".tome.check-baseline.json", findings: 3 },
    });
    const [[path, text, replaces]] = saved as [[string, string, boolean]];
    expect([path, replaces]).toEqual([".tome.check-baseline.json", true]);
    const { version, findings } = JSON.parse(text);
    expect(version).toBe(1);
    expect(findings.map(({ fingerprint: _, ...one }: Files) => one)).toEqual(
      expect.arrayContaining([
        { rule: "link-broken", id: "README.md", target: "gone0.md", title: "README.md" },
        { rule: "link-broken", id: "README.md", target: "gone1.md", title: "README.md" },
        { rule: "page-unlisted", id: "draft.md", target: "", title: "draft.md" },
      ]),
    );
    const lines = text.split("\n").filter((line) => line.startsWith("    {"));
    expect(lines).toHaveLength(3);
    expect(lines.map((line) => line.replace(/,$/, ""))).toEqual(
      lines.map((line) => line.replace(/,$/, "")).toSorted(),
    );
    const again = await run({
      files: { ...both, "docs/second.md": "# Second\n", "b.json": text },
      input: { baseline: "b.json" },
    });
    expect(again.result).toMatchObject({
      none: "1 warning in 1 page (3 in the baseline).",
      notes: [
        `Examined 4 files, 1 page and ${ruleCount} rules, skipped 3 findings in the baseline.`,
        "1 warning in 1 page (3 in the baseline).",
      ],
    });
  });

  test("without findings is an empty list in the named file", async () => {
    const { result, saved } = await run({
      files: folder(),
      input: { ...input, baseline: "own.json", rules: undefined, space: undefined } as object,
    });
    expect(result.done).toBe("Wrote 0 findings to own.json.");
    expect(saved).toEqual([["own.json", '{\n  "version": 1,\n  "findings": []\n}\n', true]]);
  });

  test("is not written if a file cannot be read", async () => {
    await expect(run({ files: folder(), input, hasUnreadable: true })).rejects.toMatchObject({
      how: "partial",
    });
  });

  test.each([
    ["[", "The baseline b.json is not valid JSON. Create it again."],
    ["[]", "b.json is not a baseline of version 1. Create it again."],
    ['{"version":2,"findings":[]}', "b.json is not a baseline of version 1. Create it again."],
    ['{"version":1,"findings":{}}', "b.json is not a baseline of version 1. Create it again."],
    [undefined, "b.json was not found."],
  ])("with the text %j is refused", async (text, message) => {
    const files = { ...folder(), ...(text !== undefined && { "b.json": text }) };
    await expect(run({ files, input: { baseline: "b.json" } })).rejects.toMatchObject({
      name: "UsageError",
      message,
      hint: "tome check --repo docs --baseline b.json --update-baseline",
    });
  });
});

test("expired allowances are findings only if their rule is selected", async () => {
  const files = {
    ...folder(),
    ".tome.check.yaml":
      "allow:\n  - { rule: link-broken, id: a.md, until: 2020-01-01, why: Soon. }\n",
  };
  const select = async (rule?: readonly string[]) =>
    (await run({ files, input: { ...(rule && { rule }) } })).result.list[0].map(
      ({ rule: id, title, message, file, line }: Files) => [id, title, message, file, line],
    );
  const expired = [
    "allow-expired",
    "link-broken a.md",
    "link-broken was allowed until 2020-01-01: Soon.",
    ".tome.check.yaml",
    2,
  ];
  expect(await select()).toEqual([expired]);
  expect(await select(["allow-expired"])).toEqual([expired]);
  expect(await select(["link-broken"])).toEqual([]);
});

test.each<[CheckCommandInput, string, string | undefined]>([
  [{ space: ["S1"] }, "Specify either --repo or --space, not both.", undefined],
  [{ rule: ["link-brokn"] }, "No rule is named link-brokn. Similar rules:", "tome check rules"],
  [{ rule: ["zzzz"] }, "No rule is named zzzz.", "tome check rules"],
  [
    { rule: ["one-admin"] },
    "The rule one-admin is for organizations. Remove --repo to check the organization.",
    "tome check rules",
  ],
])("%j of a folder is refused", async (input, message, hint) => {
  await expect(run({ files: folder(), input })).rejects.toMatchObject({ message, hint });
});

describe("the list of rules", () => {
  const files = {
    ...folder(),
    ".tome.check.yaml":
      "rules:\n  link-broken: off\ncustom:\n  own: { over: spaces, where: '.a', message: '.b', level: notice }\n",
  };

  test("has the level of the configuration, parameters and custom rules", async () => {
    const { result } = await run({ files, input: { rule: ["rules"] } });
    const rows: Record<string, unknown>[] = result.list[0];
    expect(rows.find(({ id }) => id === "link-broken")).toEqual({
      id: "link-broken",
      over: "repository",
      level: "off",
      title: "Broken links",
      finds: expect.any(String),
      why: expect.any(String),
      fix: "Correct the URL, or remove the link.",
      parameters: {},
    });
    expect(rows.find(({ id }) => id === "member-unseen")).toMatchObject({
      over: "organization",
      parameters: { days: { default: 90, does: expect.any(String) } },
    });
    expect(rows.at(-1)).toMatchObject({ id: "own", over: "organization", level: "notice" });
    expect(result.none).toBe("");
    expect(result.columns).toEqual([
      { header: "ID", path: "id" },
      { header: "SCOPE", path: "over" },
      { header: "LEVEL", path: "level" },
      { header: "FINDS", path: "finds", wide: true },
      { header: "WHY", path: "why", wide: true },
      { header: "FIX", path: "fix", wide: true },
    ]);
  });

  test("is text on a terminal", async () => {
    const { result } = await run({ files, input: { rule: ["rules"] }, screen: true });
    const lines = formatLines(result.view);
    const at = lines.indexOf("bold(Broken links)  dim(off)  dim(link-broken (repository))");
    expect(lines.slice(at + 1, at + 5)).toEqual([
      expect.stringMatching(/^ {2}\S/),
      expect.stringMatching(/^ {2}\S/),
      "cyan(  → )Correct the URL, or remove the link.",
      "",
    ]);
    expect(lines).toContainEqual(expect.stringMatching(/^cyan\( {2}days\): .+ \(default 90\)$/));
  });
});
