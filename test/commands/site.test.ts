import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../src/commands/site.ts";
import type { JsonObject } from "../../src/json/values.ts";
import { openScriptedContext } from "../support/commands/scripted-context.ts";
import { openTome, prepareTome } from "../support/commands/tome.ts";
import { slowTest, slowTests } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

function start(tome = openTome()) {
  const run = (line: string, env: Record<string, string> = {}) => tome(`${line} --local`, { env });
  const ok = async (line: string) => {
    const { code, stdout, stderr } = await run(line);
    if (code !== 0) throw new Error(`tome ${line} ended with ${code}: ${stderr}`);
    return stdout.trimEnd();
  };
  return { tome, run, ok };
}

test.each<readonly [JsonObject, string | undefined]>([
  [
    { hostname: "docs.example.com" },
    "To show the DNS record to create: tome hostname get docs.example.com",
  ],
  [{ hostname: null }, undefined],
  [{ title: "Docs" }, undefined],
  [{ visibility: "public" }, undefined],
])("after the update %j of a site, the next step is %j", async (sent, next) => {
  const { update } = commands.verbs;
  const suggest = update?.kind === "mutation" ? await update.loadNextStep?.() : undefined;
  const { context, sent: requests } = openScriptedContext();
  expect(await suggest?.(context, { siteId: "X1", ...sent }, { id: "X1" })).toBe(next);
  expect(requests).toEqual([]);
});

const openSections = prepareTome(async (tome) => {
  const { ok } = start(tome);
  const guide = await ok("space create --title Guide --format id");
  const site = await ok("site create --title Docs --format id");
  const section = (title: string) =>
    ok(`site section create --site ${site} --space ${guide} --title ${title} --format id`);
  const [one, two] = [await section("One"), await section("Two")];
  const group = await ok(`site section-group create --site ${site} --title More --format id`);
  return { guide, site, one, two, group };
});

/** A site with two sections and a group. */
async function withSections() {
  const { tome, prepared } = await openSections();
  return { ...start(tome), ...prepared };
}

slowTest("a site is created, published, unpublished and deleted, with confirmations", async () => {
  const { run, ok } = start();
  const guide = await ok("space create --title Guide --format id");
  const made = await run(`site create --title "User docs" --space ${guide} --json`);
  const { id, siteSpaces } = JSON.parse(made.stdout);
  expect(siteSpaces).toBe(1);
  expect(made.stderr).toBe(
    `Created the site "User docs" (${id}). To publish it: tome site publish ${id} --local\n`,
  );
  expect((await run(`site published ${id}`)).code).toBe(5);
  expect((await run(`site publish ${id}`)).stderr).toContain("Published");
  expect(JSON.parse(await ok(`site get ${id} --json published,visibility`))).toEqual({
    published: true,
    visibility: "public",
  });
  expect(await ok("site list --published --format id")).toBe(id);
  expect(await ok("site list --no-published --format id")).toBe("");
  expect(await ok(`site list --space ${guide} --title DOCS --format id`)).toBe(id);
  for (const verb of ["unpublish", "delete"]) {
    const refused = await run(`site ${verb} ${id}`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--yes")]);
    expect((await run(`site ${verb} ${id} --yes`)).code).toBe(0);
  }
  const gone = await run(`site delete ${id} --yes`);
  expect(gone).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("not found. No changes were made."),
  });
});

slowTest("the site of a part comes from the setting, but never as the target", async () => {
  const { run, site, one } = await withSections();
  const env = { TOME_SITE: site };
  expect((await run("site section list --format id", env)).stdout).toContain(one);
  const refused = await run("site delete --yes", env);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("<site>")]);
});

slowTest("settings of a site are flags, and --no- removes them", async () => {
  const { run, ok } = start();
  const id = await ok("site create --title Docs --format id");
  const flags =
    "--title New --visibility share-link --basename docs-2 --adaptive-content --agents-context included --proxy example.com/docs";
  expect(JSON.parse(await ok(`site update ${id} ${flags} --json`))).toMatchObject({
    title: "New",
    visibility: "share-link",
    basename: "docs-2",
    adaptiveContent: { enabled: true },
    agentsContext: "included",
    proxy: { origin: "example.com/docs" },
  });
  const back = await ok(`site update ${id} --no-proxy --no-adaptive-content --json`);
  expect(JSON.parse(back)).not.toHaveProperty("proxy");
  expect(JSON.parse(back).adaptiveContent).toEqual({ enabled: false });
  const wrong = await run(`site update ${id} --proxy https://example.com/docs`);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("--proxy")]);
  const short = await run("site create --title A");
  expect([short.code, short.stderr]).toEqual([2, expect.stringContaining("--title")]);
});

slowTest("a dry run shows the references of a move in the platform's format", async () => {
  const { ok } = start();
  const body = async (line: string) =>
    JSON.parse(await ok(`${line} --site T1000000000000000000 --org O1000000000000000000 -n`)).body;
  expect(
    await body("site section move E1000000000000000000 --before E2000000000000000000"),
  ).toEqual({
    position: { before: { type: "site-section", siteSection: "E2000000000000000000" } },
  });
  expect(await body("site space move P1000000000000000000 --after P2000000000000000000")).toEqual({
    position: { after: { type: "site-space", siteSpace: "P2000000000000000000" } },
  });
  expect(
    await body(
      "site sort section:E1000000000000000000 --before group:G1000000000000000000 --after site-space:P1000000000000000000",
    ),
  ).toEqual({
    item: { type: "site-section", id: "E1000000000000000000" },
    position: {
      before: { type: "site-section-group", id: "G1000000000000000000" },
      after: { type: "site-space", id: "P1000000000000000000" },
    },
  });
});

slowTest("a part of any kind is sorted by its bare id", async () => {
  const { run, ok, site, one, two, group } = await withSections();
  const order = async () =>
    (await ok(`site structure ${site} --jq .structure[].title`)).split("\n").join(" ");
  expect(await order()).toBe("One Two More");
  const sorted = await run(`site sort ${group} --site ${site} --before ${one}`);
  expect(sorted.stderr).toBe(`Moved ${group} before ${one}.\n`);
  await ok(`site sort ${two} --site ${site} --after ${group}`);
  expect(await order()).toBe("More Two One");
  for (const [line, said] of [
    [`site sort ${one} --site ${site}`, "--before or --after is required"],
    [`site sort page:${one} --site ${site} --before ${two}`, "page:"],
  ] as const) {
    const refused = await run(line);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(said)]);
  }
  const unknown = await run(`site sort nothing --site ${site} --before ${one}`);
  expect([unknown.code, unknown.stderr]).toEqual([5, expect.stringContaining("No site section")]);
  const named = await run(`site sort Two --site ${site} --before more -n`);
  expect(JSON.parse(named.stdout).body).toEqual({
    item: { type: "site-section", id: two },
    position: { before: { type: "site-section-group", id: group } },
  });
});

slowTests.each(["--before", "--after"])(
  "an invalid %s of a part is reported as the flag",
  async (flag) => {
    const { run, ok, site, one, two } = await withSections();
    const spaces = JSON.parse(await ok(`site space list --site ${site} --json id,section`));
    const inTwo = spaces.find(({ section }: { section: string }) => section === two).id;
    const refused = await run(`site sort ${one} --site ${site} ${flag} site-space:${inTwo}`);
    expect([refused.code, refused.stderr]).toEqual([
      expect.not.stringMatching("^0$"),
      expect.stringContaining(flag),
    ]);
    expect(refused.stderr).not.toContain("position");
  },
);

slowTest("a section is sorted by a title that its site space has too", async () => {
  const { run, ok, site, one, two } = await withSections();
  const [space] = JSON.parse(
    await ok(`site space list --site ${site} --json id,space.title,section`),
  );
  await ok(`site section update ${space.section} --site ${site} --title ${space.space.title}`);
  const other = space.section === one ? two : one;
  const sorted = await run(`site sort ${space.space.title} --site ${site} --after ${other} -n`);
  expect(JSON.parse(sorted.stdout).body).toEqual({
    item: { type: "site-section", id: space.section },
    position: { after: { type: "site-section", id: other } },
  });
});

slowTest(
  "a visitor's claims can be typed, and a terminal lists what the visitor sees",
  async () => {
    const { run, ok, site, two } = await withSections();
    await ok(`site section update ${two} --site ${site} --condition visitor.claims.plan=="pro"`);
    await ok(`site update ${site} --adaptive-content`);
    await ok(`site publish ${site}`);
    const titles = async (claims: string) =>
      (await ok(`site published ${site} ${claims} --jq .structure.structure[].title`)).split("\n");
    expect(await titles("")).not.toContain("Two");
    expect(await titles("--claims plan=pro")).toContain("Two");
    const file = await run(`site published ${site} --claims claims.json`);
    expect([file.code, file.stderr]).toEqual([
      2,
      expect.stringContaining("--claims must be JSON or claim=value pairs"),
    ]);
  },
);

slowTest("a part can be named by its URL, which also sets the site", async () => {
  const { ok, site, one } = await withSections();
  const [first] = JSON.parse(await ok(`site section list --site ${site} --json id,urls.location`));
  expect(first.id).toBe(one);
  const changed = await ok(`site section update ${first.urls.location} --path start --json`);
  expect(JSON.parse(changed)).toMatchObject({ id: one, path: "start" });
});

slowTest("sections are moved into groups and out of them", async () => {
  const { run, ok, site, one, two, group } = await withSections();
  const added = await run(`site section-group add ${group} ${two} --site ${site}`);
  expect(added.stderr).toBe(`Added the section ${two} to the group "More" (${group}).\n`);
  const rows = await ok(`site structure ${site} --format tsv`);
  expect(rows.split("\n").map((row) => row.split("\t").slice(1, 3))).toEqual([
    ["One", "site-section"],
    [". Guide", "site-space"],
    ["More", "site-section-group"],
    [". Two", "site-section"],
    [". . Guide", "site-space"],
  ]);
  expect((await run(`site section-group remove ${group} ${two} --site ${site} --yes`)).code).toBe(
    0,
  );
  const nothing = await run(`site section-group remove ${group} ${one} --site ${site} --yes`);
  expect(nothing.stderr).toBe(`The section ${one} is not in the group ${group}.\n`);
});

slowTest("spaces are added, updated, moved and removed by their site spaces", async () => {
  const { run, ok, site, one } = await withSections();
  const v2 = await ok("space create --title v2 --format id");
  const siteSpaceId = await ok(`site space add ${v2} --site ${site} --section ${one} --format id`);
  const changed = await ok(`site space update ${siteSpaceId} --site ${site} --path next --json`);
  expect(JSON.parse(changed)).toMatchObject({ path: "next", section: one, default: false });
  const [first = ""] = (await ok(`site space list --site ${site} --format id`)).split("\n");
  await ok(`site space move ${siteSpaceId} --site ${site} --before ${first}`);
  expect((await ok(`site space list --site ${site} --format id`)).split("\n")[0]).toBe(siteSpaceId);
  expect(await ok(`site space list --site ${site} --default --format id`)).toContain(first);
  await ok(`site space remove ${siteSpaceId} --site ${site} --yes`);
  const last = await run(`site space remove ${first} --site ${site} --yes`);
  expect(last.code).toBe(6);
  expect(last.stderr).toContain("Delete the section instead");
});

slowTest(
  "an invalid condition is refused with the character position, and --no-condition removes it",
  async () => {
    const { tome, ok, site, one } = await withSections();
    const update = ["site", "section", "update", one, "--site", site, "--local"];
    const refused = await tome([...update, "--condition", "visitor.claims.a === "]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      "--condition must be a valid expression (error at character 22",
    );
    const kept = await tome([...update, "--condition", "visitor.claims.a === true", "--json"]);
    expect(JSON.parse(kept.stdout).condition).toBe("visitor.claims.a === true");
    const removed = await ok(`site section update ${one} --site ${site} --no-condition --json`);
    expect(JSON.parse(removed)).not.toHaveProperty("condition");
  },
);

slowTest("a schema is uploaded from a file, and the resulting conditions are listed", async () => {
  const { tome, run, ok } = start();
  const site = await ok("site create --title Docs --format id");
  const file = join(temporaryFolder(), "schema.json");
  const schema = {
    type: "object",
    properties: { staff: { type: "boolean", description: "Works here" } },
    additionalProperties: false,
  };
  writeFileSync(file, JSON.stringify(schema));
  const put = await run(`site adaptive-schema put ${site} --file ${file}`);
  expect(put.stderr).toBe(`Replaced the visitor schema of ${site}.\n`);
  expect(JSON.parse(await ok(`site adaptive-schema get ${site} --jq .jsonSchema`))).toEqual(schema);
  const screen = await tome(`site adaptive-schema get ${site} --local`, {
    screen: true,
    env: { NO_COLOR: "1" },
  });
  expect(screen.stdout).toMatch(/^CLAIM +TYPE +DESCRIPTION\nstaff +boolean +Works here\n$/);
  expect(await ok(`site adaptive-schema conditions ${site} --format tsv`)).toBe(
    "Works here: yes\tvisitor.claims.staff == true\n" +
      "Works here: no or unknown\tvisitor.claims.staff != true",
  );
  const words = ["site", "adaptive-schema", "put", site, "--file", "-", "--local"];
  expect((await tome(words, { stdin: "[]" })).code).toBe(2);
  const bad = await tome(words, { stdin: JSON.stringify({ ...schema, properties: { a: {} } }) });
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining("/properties/a")]);
  expect((await run(`site adaptive-schema put ${site} --file ${file} -n`)).stdout).toContain(
    '"PUT"',
  );
});

test("the structure is printed as the platform's JSON, and an empty one is reported", async () => {
  const { run, ok, site } = await withSections();
  const structure = JSON.parse(await ok(`site structure ${site} --json`));
  expect(structure).toMatchObject({ type: "sections", structure: [{ title: "One" }, {}, {}] });
  expect(structure.structure[0]).not.toHaveProperty("outline");
  const empty = await ok("site create --title Empty --format id");
  expect((await run(`site structure ${empty}`)).stderr).toContain("The site has no content");
});
