/** `tome check`: configuration, custom rules, exit codes, and terminal output. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { randomFrom } from "../../support/generators/random.ts";
import { faults, randomRepository } from "../../support/generators/random-repository.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import {
  answering,
  orderlyOrganization,
} from "../../support/organizations/orderly-organization.ts";

function put(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const random = randomFrom();
const repository = randomRepository(random);
const withBrokenLink = faults["link-broken"](repository, random);

const check = (files: Readonly<Record<string, string>>, line = "", screen = false) =>
  openTome()(`check --repo . ${line}`, {
    cwd: put(files),
    env: { NO_COLOR: "1" },
    ...(screen && { screen: true }),
  });

test("a terminal shows findings with their lines, grouped by rule, with one fix per rule", async () => {
  const { code, stdout, stderr } = await check(withBrokenLink, "", true);
  expect(code).toBe(10);
  expect(stdout).toMatch(/^Broken links {2}1 error {2}link-broken\n {2}\S+\.md:\d+ {2}\/gone\.md/);
  expect(stdout).toContain("→ Correct the URL, or remove the link.");
  expect(stderr).toMatch(/error: 1 error in \d+ pages\./);
});

test("on a terminal, the findings of several rules end with counts, the most severe first", async () => {
  const files = {
    "README.md": "# Start\n\n[Gone](gone.md)\n\n![](missing.png)\n\n[Gone](go.md)\n",
  };
  const { stdout } = await check(files, "", true);
  const counts = stdout.trimEnd().split("\n\n").at(-1)?.split("\n") ?? [];
  expect(counts.length).toBeGreaterThan(1);
  for (const line of counts) expect(line).toMatch(/^\d+ (?:error|warning|notice)s? {2,}[a-z-]+$/);
  const levels = counts.map((line) =>
    ["error", "warning", "notice"].indexOf(/[a-z]+?(?=s? )/.exec(line)?.[0] ?? ""),
  );
  expect(levels).toEqual(levels.toSorted((one, other) => one - other));
  expect(counts).toContainEqual(expect.stringMatching(/^3 errors +link-broken$/));
});

test("the number of files, pages and rules is reported, and of skipped rules and findings", async () => {
  const files = { "README.md": "# Start\n\n[Gone](gone.md)\n" };
  expect((await check(files)).stderr).toMatch(/Examined 1 file, 1 page and \d+ rules\b/);
  const one = await check(files, "link-broken");
  expect(one.stderr).toMatch(
    /Examined 1 file, 1 page and 1 rule, skipped \d+ rules that were not sel/,
  );
  const rules = { ...files, ".tome.check.yaml": "rules:\n  link-broken: off\n" };
  expect((await check(rules)).stderr).toMatch(/skipped \d+ rules? that (?:is|are) off/);
  const allow = "allow:\n  - { rule: link-broken, id: README.md, until: 2999-01-01, why: Soon. }\n";
  const allowed = await check({ ...files, ".tome.check.yaml": allow });
  expect([allowed.code, allowed.stderr]).toEqual([0, expect.stringContaining("1 allowed finding")]);
});

test("an attached Markdown file is a file and not part of the table of contents", async () => {
  const attached = {
    ...repository.files,
    ".gitbook/assets/SKILL (1).md": "# Skill\n",
    "attached.md": '# Attached\n\n{% file src=".gitbook/assets/SKILL (1).md" %}\n',
    "SUMMARY.md": `${repository.files["SUMMARY.md"]}\n* [Attached](attached.md)\n`,
  };
  expect(await check(attached, "link-broken")).toMatchObject({ code: 0, stdout: "" });
});

slowTest(
  "levels, parameters and allowances of the configuration apply, and an expired allowance is a finding",
  async () => {
    const off = { ...withBrokenLink, ".tome.check.yaml": "rules:\n  link-broken: off\n" };
    expect(await check(off)).toMatchObject({ code: 0, stdout: "" });
    const notice = {
      ...withBrokenLink,
      ".tome.check.yaml": "rules: {link-broken: {level: notice}}\n",
    };
    expect(await check(notice, "--json level")).toMatchObject({ code: 0 });
    const except = "rules:\n  page-unlisted: {except: ['dra*.md']}\n";
    const draft = { ...repository.files, "draft.md": "# Draft\n", ".tome.check.yaml": except };
    expect(await check(draft, "--fail-on warning")).toMatchObject({ code: 0, stdout: "" });
    const allow = (until: string) =>
      `allow:\n  - rule: link-broken\n    target: /gone.md\n    until: ${until}\n    why: Soon\n`;
    const allowed = await check({ ...withBrokenLink, ".tome.check.yaml": allow("2999-12-31") });
    expect(allowed).toMatchObject({ code: 0, stdout: "" });
    expect(allowed.stderr).toContain("1 allowed");
    const expired = { ...withBrokenLink, ".tome.check.yaml": allow("2020-01-01") };
    const { stdout } = await check(expired, "--json rule,file,line");
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ rule: "link-broken" }),
      { rule: "allow-expired", file: ".tome.check.yaml", line: 2 },
    ]);
  },
);

const wrong = [
  ["rules:\n  link-brokn: off\n", "line 2: Unknown rule link-brokn. Did you mean link-broken?"],
  ["rules:\n  link-broken: loud\n", "line 2: The level must be error, warning, notice or off"],
  ["\n\nrulez: {}\n", "line 3: Unknown field rulez."],
  [
    "allow:\n  - rule: link-broken\n    why: x\n",
    "line 2: An allowance requires the fields until and why.",
  ],
  ["allow:\n  - {rule: link-broken, why: x, until: soon}\n", "until must be a date"],
  [
    "rules:\n  member-unseen: {days: many}\n",
    "days of member-unseen must be a non-negative number",
  ],
  ["custom:\n  x:\n    over: pages\n    where: a\n    message: b\n", "line 3: over must be one of"],
  ["a: [\n", "is not valid YAML"],
] as const;

test.each(wrong)("the configuration %j is refused with its line", async (text, message) => {
  const { code, stderr } = await check({ ...repository.files, ".tome.check.yaml": text });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test.each(["links", "broken-links", "link-broken"])(
  "%s names the rule of broken links",
  async (word) => {
    const { code, stdout } = await openTome()(`check ${word} --local --json`);
    expect([code, JSON.parse(stdout)]).toEqual([0, []]);
  },
);

test("an unknown rule is refused with a list of similar rules", async () => {
  const { code, stderr } = await openTome()("check link-brokn --repo .");
  expect(code).toBe(2);
  expect(stderr).toMatch(/No rule is named link-brokn\. Similar rules:\n {2}link-broken\n/);
  const unlike = await openTome()("check zzzz --repo .");
  expect(unlike.code).toBe(2);
  expect(unlike.stderr).toMatch(/No rule is named zzzz\.\n/);
});

slowTest(
  "a custom rule is a jq expression, and an invalid expression is a usage error",
  async () => {
    const orderly = orderlyOrganization(random);
    const run = async (where: string) => {
      const rule = `over: spaces\n    where: ${where}\n    message: '"\\(.title) is the second"'\n    level: error`;
      const folder = put({ ".tome.check.yaml": `custom:\n  no-second:\n    ${rule}\n` });
      const env = {
        ...{
          TOME_BASE_URL: await answering(orderly.answers),
          TOME_TOKEN: "token-of-a-test",
          TOME_ORG: orderly.org,
        },
      };
      return openTome()("check --json rule,message", { env, cwd: folder });
    };
    const { code, stdout } = await run('.title == "Space 1"');
    expect([code, JSON.parse(stdout)]).toEqual([
      ...[10, [{ rule: "no-second", message: "Space 1 is the second" }]],
    ]);
    expect(await run("'.title =='")).toMatchObject({
      ...{
        code: 2,
        stderr: expect.stringContaining("The expression where of the rule no-second failed"),
      },
    });
  },
);

slowTest("unreadable resources are named and never pass", async () => {
  const orderly = orderlyOrganization(random);
  const { answers, org } = orderly;
  const run = async (refused: Readonly<Record<string, number>>) =>
    openTome()("check --retries 0", {
      env: {
        TOME_BASE_URL: await answering(answers, refused),
        TOME_TOKEN: "token-of-a-test",
        TOME_ORG: org,
      },
    });
  const part = await run({ [`/orgs/${org}/saml`]: 503 });
  expect(part.code).toBe(9);
  expect(part.stderr).toContain("the SAML providers");
  expect((await run({ "": 503 })).code).toBe(7);
});

slowTest("reports contain the location and the fix of each finding", async () => {
  const folder = put(withBrokenLink);
  const line = "check --repo . --report junit=a.xml --report sarif=b.sarif --report markdown=c.md";
  expect((await openTome()(line, { cwd: folder })).code).toBe(10);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const [result] = JSON.parse(read("b.sarif")).runs[0].results;
  expect(result.locations[0].physicalLocation.region.startLine).toBeGreaterThan(1);
  expect(result.partialFingerprints["tome/v1"]).toMatch(/^[\da-f]{32}$/);
  for (const name of ["a.xml", "b.sarif", "c.md"]) expect(read(name)).toContain("remove the link");
});

slowTest("a baseline refers to the same files for any folder name", async () => {
  const cwd = put(
    Object.fromEntries(
      Object.entries(withBrokenLink).map(([path, text]) => [`my docs/${path}`, text]),
    ),
  );
  const tome = openTome();
  const line = ["check", "link-broken", "--repo", "my docs", "--fail-on", "warning"];
  const { stderr } = await tome([...line, "--update-baseline"], { cwd });
  const [, command = ""] = /To use the baseline: tome (.+)\n/.exec(stderr) ?? [];
  expect(command).toBe(
    "check link-broken --repo 'my docs' --fail warning --baseline .tome.check-baseline.json",
  );
  expect((await tome([...line, "--baseline", ".tome.check-baseline.json"], { cwd })).code).toBe(0);
  const missing = await tome(["check", "--repo", "my docs", "--baseline", "b.json"], { cwd });
  expect(missing.stderr).toContain(
    "hint: tome check --repo 'my docs' --baseline b.json --update-baseline\n",
  );
});

slowTest("a report file in the checked folder is not checked", async () => {
  const cwd = put(repository.files);
  const line = "check --repo . --fail-on warning --report markdown=report.md";
  for (const _ of ["a new file", "that of the run before"]) {
    expect(await openTome()(line, { cwd })).toMatchObject({ code: 0, stdout: "" });
  }
});

test.each([
  ["check symbolic-link --local", "is for repositories", "--repo"],
  ["check page-missing readme-missing --local", "is for repositories", "--repo"],
  ["check space-link-broken --repo .", "is for organizations", "Remove --repo"],
])("%s is refused, because it would examine no rule", async (line, reason, solution) => {
  const { code, stdout, stderr } = await openTome()(line);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain(reason);
  expect(stderr).toContain(solution);
});

slowTests.each(["links", "link-broken"])(
  "check %s checks the rule for broken links",
  async (word) => {
    const { stdout } = await openTome({ withSample: true })(`check ${word} --local --json`);
    const rules = JSON.parse(stdout).map((finding: { rule: string }) => finding.rule);
    expect(new Set(rules)).toEqual(new Set(["space-link-broken"]));
  },
);

slowTest(
  "findings of pages with equal ids in a space and its translation are separate",
  async () => {
    const tome = openTome();
    const ok = async (line: string, stdin = "") => {
      const { code, stdout, stderr } = await tome(`${line} --local`, { stdin });
      if (code !== 0) throw new Error(`${line}: ${stderr}`);
      return stdout.trim();
    };
    const space = await ok("space create --title Guide --language en --format id");
    await ok(`cr create --space ${space} --subject Links`);
    await ok(`cr edit 1 --space ${space} --new --title Prices --file -`, "[terms](terms.md)");
    await ok(`cr merge 1 --space ${space}`);
    const source = ["--source-space", space, "--source-language", "en", "--language", "de"];
    const translation = await ok(`translation create ${source.join(" ")} --format id`);
    await ok(`translation run ${translation} --wait`);
    const { code, stdout } = await tome("check space-link-broken --local --json");
    expect(code).toBe(10);
    const findings: { fingerprint: string }[] = JSON.parse(stdout);
    expect(findings).toHaveLength(2);
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  },
);
