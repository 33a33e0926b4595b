import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { quoteWord } from "../../../src/app/parse/quote-word.ts";
import {
  completeCommand,
  confirmLine,
  correctLine,
  isTypeable,
  isTypeableTitle,
  suggestCorrection,
  toUnparsedInvocation,
} from "../../../src/app/parse/suggestion.ts";
import { openTome, type Tome } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { serve } from "../../support/platforms/served.ts";

/** The suggested command, parsed like a shell after pasting it. */
function pasted(said: string): string[] {
  const [, line = ""] = [...said.matchAll(/(?:: |^)tome ([^\n]+)$/gm)].at(-1) ?? [];
  const words = line.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll("'\\''", "\0").replaceAll("'", "").replaceAll("\0", "'"),
  );
}

async function organization(tome: Tome): Promise<string> {
  return (await tome("org list --local --format id")).stdout.trim();
}

test.each([
  [["space", "delete", "S1"], "tome space delete S1 --yes"],
  [["space", "delete", "a b", "--local"], "tome space delete 'a b' --local --yes"],
  [["space", "delete", "--", "-x"], "tome space delete --yes -- -x"],
  [["space", "delete", "S1", "--"], "tome space delete S1 --yes --"],
  [["--", "space", "--", "x"], "tome --yes -- space -- x"],
  [[], "tome --yes"],
])("of the words %j, the confirmed command is %s", (words, line) => {
  expect(confirmLine(words)).toBe(line);
});

slowTest("a deletion of a space suggests the command that restores it", async () => {
  const tome = openTome();
  const made = await tome("space create --title Handbook --local --format id");
  const space = made.stdout.trim();
  const deleted = await tome(`space delete ${space} --yes --local`);
  expect(deleted.stderr).toContain(`restored for 7 days: tome space restore ${space} --local\n`);
  const restored = await tome(pasted(deleted.stderr));
  expect(restored).toMatchObject({ code: 0 });
  expect((await tome(`space get ${space} --local`)).code).toBe(0);
});

slowTest("a suggestion contains the typed organization, platform and profile", async () => {
  const tome = openTome();
  const { server } = await serve();
  const env = { TOME_TOKEN: server.token, TOME_BASE_URL: server.url };
  const org = (await tome("org list --format id", { env })).stdout.trim();
  const made = await tome(
    ["site", "create", "--title", "Docs", "--org", org, "--base-url", server.url],
    { env },
  );
  expect(made.stderr).toMatch(
    new RegExp(`: tome site publish \\w+ --base-url ${server.url} --org ${org}\n`),
  );
  const published = await tome(pasted(made.stderr), { env });
  expect(published).toMatchObject({ code: 0 });
});

slowTest("a suggestion omits a parent that comes from a setting", async () => {
  const tome = openTome();
  const org = await organization(tome);
  const made = await tome("site create --title Docs --local", { env: { TOME_ORG: org } });
  expect(made.stderr).toMatch(/: tome site publish \w+ --local\n/);
});

slowTests.each([
  ["cr edit 1 --page nope --title New --space Guide", "page list --local --space Guide"],
  ["cr merge 999 --space=Guide", "cr list --local --space Guide"],
  ["page get nope --space Nowhere", "space list --local"],
])("an unknown name leads to a list within the typed parents: %s", async (line, hint) => {
  const tome = openTome();
  await tome("space create --title Guide --local");
  await tome("cr create --space Guide --subject Change --local");
  const { stderr } = await tome(`${line} --local`);
  expect(pasted(stderr)).toEqual(hint.split(" "));
  expect((await tome(pasted(stderr))).code).toBe(0);
});

slowTest("the hint of an error works when it is pasted", async () => {
  const tome = openTome({ withSample: true });
  const [org = ""] = (await organization(tome)).split("\n");
  const faulty = await tome(`space lst --org ${org} --local`);
  expect(pasted(faulty.stderr)).toEqual(["space", "list", "--org", org, "--local"]);
  const flag = await tome(["space", "create", "--titel=It's a guide", "--local"]);
  expect(pasted(flag.stderr)).toEqual(["space", "create", "--title=It's a guide", "--local"]);
  expect((await tome(pasted(flag.stderr))).code).toBe(0);
  const twice = await tome(
    "cr request-review 3 --reviewr ada --space Guide --reviewr=grace --local",
  );
  expect(pasted(twice.stderr)).toEqual(
    "cr request-review 3 --reviewer ada --space Guide --reviewer=grace --local".split(" "),
  );
  const ids = async (line: string) =>
    (await tome(`${line} --local --format id`)).stdout.trim().split("\n");
  for (const space of await ids("space list --all")) {
    const [cr] = await ids(`cr list --space ${space} --status open`);
    if (!cr) continue;
    await tome(`cr update ${cr} --space ${space} --status archived --local`);
    const merged = await tome(`cr merge ${cr} --space ${space} --local`);
    expect(merged.code).not.toBe(0);
    if (!merged.stderr.includes("hint: tome ")) continue;
    expect(pasted(merged.stderr)).toContain("--local");
  }
  const lost = await tome(`page get NOPE --space ${(await ids("space list"))[0]} --local`);
  expect(lost.code).toBe(5);
});

slowTest("a hint uses the name that the user typed", async () => {
  const tome = openTome();
  const local = (line: readonly string[]) => tome([...line, "--local"]);
  expect((await local(["space", "create", "--title", "Our guide"])).code).toBe(0);
  const space = ["--space", "Our guide"];
  expect((await local(["cr", "create", "--subject", "A page", ...space])).code).toBe(0);
  const viewed = await tome(["cr", "view", "A page", ...space, "--local"], {
    screen: true,
    env: { NO_COLOR: "1" },
  });
  expect(viewed.stdout).toContain(
    "tome cr edit 'A page' --page <page> --file <file> --local --space 'Our guide'",
  );
  expect(viewed.stdout).toContain("tome cr edit 'A page' --new --title <title> --file <file> ");
});

slowTest("every bulk row suggests a command for the same platform", async () => {
  const tome = openTome();
  const folder = temporaryFolder();
  const file = join(folder, "spaces.csv");
  const made = await tome("space create --title A --local --format id");
  const space = made.stdout.trim();
  await tome(`space delete ${space} --yes --local`);
  writeFileSync(file, `space,title\n${space},B\n${space},C\n`);
  const many = await tome(`space update --from ${file} --local --json`);
  expect(many.code).not.toBe(0);
  const hints = (JSON.parse(many.stdout) as { hint?: string }[]).flatMap(({ hint }) => hint ?? []);
  for (const hint of hints) expect(hint).toMatch(/ --local$/);
});

test("text from a server is always quoted as one shell word", () => {
  expect(["S1", "a@b", "https://a.example/x?y", "<page>", "<another"].map(quoteWord)).toEqual([
    "S1",
    "a@b",
    "'https://a.example/x?y'",
    "<page>",
    "<another",
  ]);
  expect(["x;rm", "$(id)", "`id`", "it's", "a b", "&&", "*", "~root", ""].map(quoteWord)).toEqual([
    "'x;rm'",
    "'$(id)'",
    "'`id`'",
    "'it'\\''s'",
    "'a b'",
    "'&&'",
    "'*'",
    "'~root'",
    "''",
  ]);
});

test.each([
  ["cr list --state all --local", "tome cr list --status all --local"],
  ["cr list --state any --local", "tome cr list --help"],
  [
    "translation create --space Guide --language de --local",
    "tome translation create --source-space Guide --language de --local --source-language <code>",
  ],
  ["cr merge 2 --schedule 8h --local", "tome cr merge 2 --at 8h --local"],
  ["site share-link update A --revoke", "tome site share-link update A --no-active"],
  ["cr request-review 2 Ada", "tome cr request-review 2 --reviewer Ada"],
])("the command that corrects %s is complete and accepted", async (line, hint) => {
  const { code, stderr } = await openTome()(line);
  expect(code).toBe(2);
  expect(stderr).toContain(`hint: ${hint}\n`);
});

type Line = Parameters<typeof completeCommand>[1];

test.each<[hint: string, line: Partial<Line>, expected: string]>([
  ["tome space list", {}, "tome space list"],
  ["Wait.", { shared: new Map([["local", true]]) }, "Wait."],
  [
    "To see them: tome space list",
    { shared: new Map([["local", true]]) },
    "To see them: tome space list --local",
  ],
  ["tome space list --help", { shared: new Map([["local", true]]) }, "tome space list --help"],
  // A login needs a platform on a network, and these commands need no platform.
  ["tome auth login", { shared: new Map([["local", true]]) }, "tome auth login"],
  ["tome auth login", { shared: new Map([["profile", "work"]]) }, "tome auth login --profile work"],
  ["tome local seed", { shared: new Map([["local", true]]) }, "tome local seed"],
  ["tome completion bash", { shared: new Map([["profile", "work"]]) }, "tome completion bash"],
  ["tome nosuch x", { shared: new Map([["local", true]]) }, "tome nosuch x"],
  [
    "tome space list",
    {
      shared: new Map<string, string | true>([
        ["local", true],
        ["profile", "a b"],
        ["base-url", "http://a"],
      ]),
    },
    "tome space list --local --profile 'a b' --base-url http://a",
  ],
  // The default profile needs no flag, but another URL does.
  [
    "tome space list",
    {
      shared: new Map<string, string | true>([
        ["profile", "work"],
        ["base-url", "http://a"],
      ]),
      profileFlag: "",
    },
    "tome space list --base-url http://a",
  ],
  [
    "tome space list --profile other",
    { shared: new Map([["profile", "work"]]) },
    "tome space list --profile other",
  ],
  // Parents that were typed as a flag or in a URL; the others are the same for the next command.
  [
    "tome cr list",
    { input: { spaceId: "S1" }, words: ["--space", "Guide"] },
    "tome cr list --space Guide",
  ],
  [
    "tome cr list",
    { input: { spaceId: "S1" }, words: ["--space=My guide"] },
    "tome cr list --space 'My guide'",
  ],
  [
    "tome cr list",
    { input: { spaceId: "S1" }, words: ["https://a/s/S1"] },
    "tome cr list --space S1",
  ],
  ["tome cr list", { input: { spaceId: "S1" }, words: [] }, "tome cr list"],
  ["tome cr list --space Other", { words: ["--space", "Guide"] }, "tome cr list --space Other"],
  ["tome cr list --org-wide", { words: ["--space", "Guide"] }, "tome cr list --org-wide"],
  ["tome user get", { words: ["--space", "Guide"] }, "tome user get"],
  // A resource keeps the name that was typed.
  ["tome space get S1", { named: [{ id: "S1", word: "My guide" }] }, "tome space get 'My guide'"],
  ["tome space get 'a b'", {}, "tome space get 'a b'"],
  ["tome space get a b.md", { words: ["a b.md"] }, "tome space get 'a b.md'"],
  ["tome space get $(id)", {}, "tome space get '$(id)'"],
  ["tome space get <space>", {}, "tome space get <space>"],
])("%s with %j can be pasted: %s", async (hint, line, expected) => {
  expect(await completeCommand(hint, { shared: new Map(), input: {}, words: [], ...line })).toBe(
    expected,
  );
});

test.each<[args: string, shared: object]>([
  ["space lst --local --profile work", { local: true, profile: "work" }],
  ["space lst --base-url=http://a?b=c", { "base-url": "http://a?b=c" }],
  ["space lst --profile", {}],
  ["space lst --org Acme --json", {}],
])("of %s, the flags of the platform are read even if it cannot be parsed: %j", (args, shared) => {
  const words = args.split(" ");
  const line = toUnparsedInvocation(words);
  expect([Object.fromEntries(line.shared), line.input, line.words]).toEqual([shared, {}, words]);
});

test.each<
  [args: string, word: string, meant: string | string[], counts: number[], expected: string]
>([
  ["space lst --local", "lst", "list", [0, 0], "space list --local"],
  ["space update S1 --titel=A", "--titel", "--title", [0, 0], "space update S1 --title=A"],
  // A flag is replaced wherever it occurs, except after --.
  [
    "x --reviewr a --reviewr=b -- --reviewr",
    "--reviewr",
    "--reviewer",
    [0, 0],
    "x --reviewer a --reviewer=b -- --reviewr",
  ],
  [
    "space lock S1",
    "lock",
    ["space", "update", "--edit-mode", "locked"],
    [1, 0],
    "space update --edit-mode locked S1",
  ],
  ["team member add A b", "member", ["team", "add"], [1, 1], "team add A b"],
  [
    "--local team member --json add A",
    "member",
    ["team", "add"],
    [1, 1],
    "--local team add --json A",
  ],
  ["cr create --draft A", "--draft", [], [0, 0], "cr create A"],
])("%s with another word for %s: %j", (args, word, meant, [before = 0, after = 0], expected) => {
  expect(correctLine(args.split(" "), { word, meant, before, after }).join(" ")).toBe(expected);
});

test.each([
  ["Guide", true, true],
  ["Ünïcode 3", true, true],
  ["guides/install", true, false],
  ["/guides", true, false],
  ["-x", false, false],
  ["", false, false],
  ["@me", false, false],
  ["id:x", false, false],
  ["S1000000000000000000", false, false],
  ["a\u0000b", false, false],
])("%j can be typed as a path: %s, and as a title: %s", (name, isPath, isTitle) => {
  expect([isTypeable(name), isTypeableTitle(name)]).toEqual([isPath, isTitle]);
});

test.each([
  [
    "translation crate --languag de",
    "crate",
    "create",
    "translation create --language de --source-space <space> --source-language <code>",
  ],
  // The file has the other values.
  ["translation crate --input f.json", "crate", "create", "translation create --input f.json"],
  ["cr list --state nosuch", "--state", "--status", "cr list --help"],
  ["help spcae", "spcae", "space", "help space"],
])("the command that corrects tome %s is complete", async (line, word, meant, expected) => {
  const error = { word, meant, before: 0, after: 0 };
  expect(await suggestCorrection(line.split(" "), error)).toBe(`tome ${expected}`);
});

test.each([1, 2, 7, 8, 9, 10])(
  "of %i misspelled flags, at most eight are corrected",
  async (count) => {
    const flags = [
      ...["title Docs", "visibility public", "basename docs", "default-site-space A"],
      ...["default-site-section B", "default-level read", "proxy example.com/docs"],
      ...["hostname docs.example.com", "styleguide C", "agents-context included"],
    ]
      .slice(0, count)
      .map((flag): [string, string] => {
        const [name = "", value = ""] = flag.split(" ");
        return [name, value];
      });
    const words = (ending: string) => [
      ...["site", "update", "Docs"],
      ...flags.flatMap(([name, value]) => [`--${name}${ending}`, value]),
    ];
    const error = { word: "--titlex", meant: ["--title"], before: 0, after: 0 };
    const expected = count > 8 ? "site update --help" : words("").join(" ");
    expect(await suggestCorrection(words("x"), error)).toBe(`tome ${expected}`);
  },
);
