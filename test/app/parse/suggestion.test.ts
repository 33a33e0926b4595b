import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { quoteWord } from "../../../src/app/parse/quote-word.ts";
import { confirmLine } from "../../../src/app/parse/suggestion.ts";
import { openTome, type Tome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
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

test("a deletion of a space suggests the command that restores it", async () => {
  const tome = openTome();
  const made = await tome("space create --title Handbook --local --format id");
  const space = made.stdout.trim();
  const deleted = await tome(`space delete ${space} --yes --local`);
  expect(deleted.stderr).toContain(`restored for 7 days: tome space restore ${space} --local\n`);
  const restored = await tome(pasted(deleted.stderr));
  expect(restored).toMatchObject({ code: 0 });
  expect((await tome(`space get ${space} --local`)).code).toBe(0);
});

test("a suggestion contains the typed organization, platform and profile", async () => {
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

test("a suggestion omits a parent that comes from a setting", async () => {
  const tome = openTome();
  const org = await organization(tome);
  const made = await tome("site create --title Docs --local", { env: { TOME_ORG: org } });
  expect(made.stderr).toMatch(/: tome site publish \w+ --local\n/);
});

test.each([
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
