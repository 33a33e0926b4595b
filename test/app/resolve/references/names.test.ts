/** Resources selected by their names, in complete commands on the local platform. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openServedTome } from "../../../support/commands/served-tome.ts";
import { type Ask, openTome, type Ran, type TomeOptions } from "../../../support/commands/tome.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";

/** A tome with a separate platform. */
async function openNames() {
  return openCommands(await openServedTome());
}

/** Each command opens the local platform. */
function openLocalNames(options?: TomeOptions) {
  const tome = openTome(options);
  return { tome, ...openCommands((words, ask) => tome([...words, "--local"], ask)) };
}

function openCommands(run: (words: readonly string[], ask?: Ask) => Promise<Ran>) {
  const ok = async (...words: string[]) => {
    const { code, stdout, stderr } = await run(words);
    expect(code, stderr).toBe(0);
    return stdout.trim();
  };
  const made = (...words: string[]) => ok(...words, "--format", "id");
  return { run, ok, made };
}

slowTest("an ambiguous title is refused with a unique name for each match", async () => {
  const { run, ok, made } = await openNames();
  const developers = await made("collection", "create", "--title", "Developers");
  const top = await made("space", "create", "--title", "Guide");
  const inner = await made("space", "create", "--title", "Guide", "--parent", "Developers");
  expect(await ok("space", "get", inner, "--json", "parent", "--jq", ".parent")).toContain(
    developers,
  );
  const refused = await run(["space", "delete", "Guide", "--yes"]);
  expect([refused.code, refused.stdout]).toEqual([2, ""]);
  expect(refused.stderr).toContain('"Guide" matches 2 spaces. Use one of these names:');
  const rows = refused.stderr.split("\n").map((line) => line.trim().split(/\s{2,}/));
  expect(rows).toContainEqual(["NAME", "DETAILS", "UPDATED", "ID"]);
  expect(rows).toContainEqual(["/Guide", "/Guide", expect.any(String), top]);
  expect(rows).toContainEqual(["Developers/Guide", "/Developers/Guide", expect.any(String), inner]);
  expect(await made("space", "get", "/Guide")).toBe(top);
  expect(await made("space", "get", "Developers/Guide")).toBe(inner);
});

slowTest("an unknown name is not found, and similar names are listed", async () => {
  const { run, made } = await openNames();
  for (const title of ["Handbook", "Handbooks", "Runbook", "Release notes"])
    await made("space", "create", "--title", title);
  const { code, stdout, stderr } = await run(["space", "get", "Handbok"]);
  expect([code, stdout]).toEqual([5, ""]);
  expect(stderr).toMatch(/No space matches "Handbok".*\n {2}Handbook \(\w{20}\)\n/);
  expect(stderr).not.toContain("Release notes");
  await made("space", "create", "--title", "Runbook");
  const twice = await run(["space", "get", "Runbok"]);
  expect(twice.stderr).toMatch(/\n {2}"Runbook" \(\w{20}\)\n/);
  const word = await run(["space", "get", "Relaese"]);
  expect(word.stderr).toMatch(/Similar names:\n {2}'Release notes' \(\w{20}\)\n/);
  const unlike = await run(["space", "get", "Zzzz"]);
  expect(unlike.code).toBe(5);
  expect(unlike.stderr).toContain('No space matches "Zzzz".\n');
});

test("= selects by title, and id: by id", async () => {
  const { run, made } = await openNames();
  const [shaped, equals] = ["S1000000000000000000", "=Guide"];
  const other = await made("space", "create", "--title", shaped);
  const forced = await made("space", "create", "--title", equals);
  expect((await run(["space", "get", shaped])).code).toBe(5);
  expect(await made("space", "get", `=${shaped}`)).toBe(other);
  expect(await made("space", "get", `=${equals}`)).toBe(forced);
  expect(await made("space", "get", `id:${forced}`)).toBe(forced);
  expect((await run(["space", "get", `=${forced}`])).code).toBe(5);
});

slowTest(
  "a destructive command without a terminal needs the exact name, and the message names the resource",
  async () => {
    const { run, made } = await openNames();
    const id = await made("space", "create", "--title", "On-call guide");
    const read = await run(["space", "get", "ON-CALL guide", "--json", "id"]);
    expect(read).toMatchObject({
      code: 0,
      stderr: `Resolved <space> "ON-CALL guide" to "On-call guide" (${id}).\n`,
    });
    const refused = await run(["space", "delete", "on-call guide", "--yes"]);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("differs in case");
    expect((await run(["space", "delete", "On-call guide"])).code).toBe(2);
    const asked = await run(["space", "delete", "on-call guide"], { answers: ["n"] });
    expect(asked.stderr).toContain(`Delete the space "On-call guide" (${id})?`);
    const deleted = await run(["space", "delete", "On-call guide", "--yes", "--json"]);
    expect(deleted.stderr).toContain(`Deleted the space "On-call guide" (${id}).`);
    expect(JSON.parse(deleted.stdout)).toMatchObject({ id, deleted: true });
  },
);

slowTest("resources of every kind have names", async () => {
  const { run, ok, made } = openLocalNames({ withSample: true });
  const same = async (name: string[], more: string[], field = "id") =>
    expect(JSON.parse(await ok(...name, ...more, "--json", field))[field], name.join(" "));
  const site = ["--site", "Lumen documentation"];
  const sections = JSON.parse(await ok("site", "section", "list", ...site, "--json", "id,path"));
  const [{ id: section, path }] = sections;
  const described = await ok("site", "section", "update", path, ...site, "--title", "New", "-n");
  expect(JSON.parse(described).url).toMatch(new RegExp(`/sections/${section}$`));
  (await same(["page", "get", "how-we-write/word-list"], ["--space", "Welcome"], "title")).toBe(
    "Word list",
  );
  (await same(["page", "get", "Word list"], ["--space", "welcome"], "path")).toBe(
    "how-we-write/word-list",
  );
  (
    await same(["cr", "get", "Explain how alerts are routed"], ["--space", "User guide"], "number")
  ).toBe(2);
  const jonas = await made("member", "get", "jonas@example.com");
  expect(await made("member", "get", "Jonas Weber")).toBe(jonas);
  const mistyped = await run(["member", "get", "jon@example.com"]);
  expect(mistyped.stderr).toContain(`Similar names:\n  jonas@example.com (${jonas})\n`);
  const added = JSON.parse(await ok("team", "add", "Writers", "Jonas Weber", "-n"));
  expect(added.body).toEqual({ add: [jonas] });
  const translation = await made("translation", "list");
  expect(await made("translation", "get", "Getting started -> pt-br")).toBe(translation);
  const file = JSON.parse(
    await ok("file", "list", "--space", "User guide", "--json", "id,name"),
  )[0];
  (await same(["file", "get", file.name], ["--space", "User guide"])).toBe(file.id);
  const moved = await run(["collection", "move", "Client libraries", "--parent", "Operations"]);
  expect(moved.stderr).toMatch(/"Client libraries" \(\w{20}\).*"Operations" \(\w{20}\)/);
});

slowTest("a deleted space is restored by its former title", async () => {
  const { run, ok, made } = await openNames();
  const first = await made("space", "create", "--title", "Guide");
  await ok("space", "delete", "Guide", "--yes");
  // The name of another existing resource.
  await ok("space", "create", "--title", "Guide");
  const restored = await run(["space", "restore", "guide"]);
  expect(restored.stderr).toContain(`Restored the space "Guide" (${first}).`);
  const there = await run(["space", "restore", "Guide"]);
  expect(there).toMatchObject({ code: 5 });
  expect(there.stderr).toContain('No deleted space matches "Guide".');
  for (const id of await Promise.all([1, 2].map(() => made("space", "create", "--title", "Two"))))
    await ok("space", "delete", id, "--yes");
  const unclear = await run(["space", "restore", "Two"]);
  expect([unclear.code, unclear.stderr]).toEqual([2, expect.stringContaining("matches 2 spaces")]);
});

slowTest("a page of a change request is named by its title there or in the space", async () => {
  const { run, ok } = await openNames();
  await ok("space", "create", "--title", "Handbook");
  await ok("config", "set", "space", "Handbook");
  const edit = (...more: string[]) => ok("cr", "edit", "1", ...more);
  await ok("cr", "create", "--subject", "First");
  await edit("--new", "--title", "Start");
  await edit("--new", "--title", "Tools", "--into", "Start");
  expect(await ok("cr", "page", "1", "start/tools", "--jq", ".title")).toBe("Tools");
  await ok("cr", "merge", "1");
  await ok("cr", "create", "--subject", "Second");
  await ok("cr", "edit", "2", "--page", "Tools", "--title", "Instruments");
  await ok("cr", "edit", "2", "--page", "Instruments", "--slug", "instruments");
  await ok("cr", "edit", "2", "--page", "start/tools", "--delete");
  expect(await ok("cr", "pages", "2", "--columns", "title")).toBe("Start");
  await ok("cr", "edit", "2", "--page", "Tools", "--revert-to", "latest");
  expect(await ok("cr", "page", "2", "Tools", "--jq", ".path")).toBe("start/tools");
  const unknown = await run(["cr", "page", "2", "Toolz"]);
  expect(unknown).toMatchObject({ code: 5 });
  expect(unknown.stderr).toContain("Similar names:\n  Tools (");
});

slowTest("an installation is named by its organization", async () => {
  const { run, ok } = openLocalNames({ withSample: true });
  const line = ["link-watch", "My organization"];
  const id = await ok("integration", "installation", "get", ...line, "--jq", ".id");
  expect(await ok("integration", "installations", "link-watch", "--jq", ".[].id")).toBe(id);
  const gone = await run(["integration", "uninstall", ...line, "--yes"]);
  expect(gone.stderr).toContain(`"My organization" (${id})`);
});

slowTest("names in the body of --input are looked up, and flags override them", async () => {
  const { run, made } = await openNames();
  const [handbooks, drafts] = [
    await made("collection", "create", "--title", "Handbooks"),
    await made("collection", "create", "--title", "Drafts"),
  ];
  const cwd = temporaryFolder();
  const body = (name: string, value: object) =>
    writeFileSync(join(cwd, name), JSON.stringify(value));
  body("space.json", { title: "One", parent: "handbooks" });
  const parent = async (...more: string[]) =>
    JSON.parse(
      (await run(["space", "create", "--input", "space.json", ...more, "-n"], { cwd })).stdout,
    ).body.parent;
  expect(await parent()).toBe(handbooks);
  expect(await parent("--parent", "Drafts")).toBe(drafts);
  const space = await made("space", "create", "--title", "Guide");
  body("org.json", { defaultContent: { type: "space", space: "Guide" } });
  const changed = await run(["org", "update", "--input", "org.json", "-n"], { cwd });
  expect(JSON.parse(changed.stdout).body.defaultContent).toEqual({ type: "space", space });
  body("translation.json", { source: { space: "Guide", language: "en" }, language: "fr" });
  const made3 = await run(["translation", "create", "--input", "translation.json", "-n"], { cwd });
  expect(JSON.parse(made3.stdout).body.source).toEqual({ space, language: "en" });
  body("lost.json", { title: "One", parent: "Nowhere" });
  const lost = await run(["space", "create", "--input", "lost.json"], { cwd });
  expect([lost.code, lost.stderr]).toEqual([5, expect.stringContaining('--parent "Nowhere"')]);
});

slowTest("settings, the environment, the project file and file columns accept names", async () => {
  const { tome, run, ok, made } = openLocalNames();
  await ok("org", "create", "--title", "Acme Inc");
  const acme = { TOME_ORG: "acme inc" };
  const cwd = temporaryFolder();
  const collection = await run(["collection", "create", "--title", "Guides"], { env: acme });
  expect(collection.code, collection.stderr).toBe(0);
  writeFileSync(join(cwd, "new.csv"), "title,parent\nOne,Guides\nTwo,guides\n");
  const many = await run(["space", "create", "--from", "new.csv"], {
    env: acme,
    cwd,
    interrupted: () => new Promise(() => {}),
  });
  expect(many.code, many.stderr).toBe(0);
  await tome(["config", "set", "org", "Acme Inc", "--profile", "local"]);
  expect(await ok("space", "list", "--jq", ".[].title")).toBe("One\nTwo");
  const project = join(cwd, "project");
  mkdirSync(project);
  writeFileSync(join(project, ".tome.json"), '{"space": "Two"}');
  const pages = await run(["cr", "create", "--subject", "Words", "--json", "space"], {
    cwd: project,
  });
  expect(JSON.parse(pages.stdout).space).toBe(await made("space", "get", "Two"));
  writeFileSync(join(project, ".tome.json"), '{"space": "../../orgs"}');
  const refused = await run(["cr", "list"], { cwd: project });
  expect(refused.code).toBe(5);
});

slowTest("a recording with names is replayed without the platform", async () => {
  const { run, made } = await openNames();
  const space = await made("space", "create", "--title", "Guide");
  await made("cr", "create", "--space", "Guide", "--subject", "Words");
  const file = join(temporaryFolder(), "record.ndjson");
  const line = ["cr", "get", "words", "--space", "guide", "--json", "space,subject"];
  const recorded = await run([...line, "--record", file]);
  const replayed = await openTome()([...line, "--replay", file]);
  expect(JSON.parse(recorded.stdout)).toEqual({ space, subject: "Words" });
  expect(replayed.stdout).toBe(recorded.stdout);
});

test("another error in the command line is reported before a name is looked up", async () => {
  const { run } = await openNames();
  const { code, stderr } = await run(["space", "update", "Nothing", "--title", "x".repeat(51)]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("at most 50 characters")]);
});

slowTest(
  "a reference of several kinds is looked up among them, and other ids are used as they are",
  async () => {
    const { run, ok, made } = await openNames();
    const [space, team] = [
      await made("space", "create", "--title", "Handbook"),
      await made("team", "create", "--title", "Writers"),
    ];
    const targets = async (word: string) =>
      (await ok("org", "audit", "list", "--target", word, "--columns", "target.id")).split("\n");
    expect(await targets("Handbook")).toEqual([space]);
    expect(await targets("writers")).toEqual([team]);
    expect(await targets("id:pets")).toEqual([""]);
    const nothing = await run(["org", "audit", "list", "--target", "Nowhere"]);
    expect(nothing.code).toBe(5);
    expect(nothing.stderr).toContain(
      'No space, collection, site, team, or user matches --target "Nowhere".',
    );
  },
);

slowTest("the name of a sibling is looked up among the siblings only", async () => {
  const { run, made } = await openNames();
  const spaces = ["Guide", "News"];
  for (const title of spaces) await made("space", "create", "--title", title);
  const site = await made("site", "create", "--title", "Docs", "--type", "ultimate");
  const sections: string[] = [];
  for (const space of spaces) {
    sections.push(await made("site", "section", "create", "--space", space, "--site", "Docs"));
  }
  const [guide = "", news = ""] = sections;
  const sort = ["site", "sort", news, "--site", site];
  const moved = await run([...sort, "--before", "Guide"]);
  expect(moved.stderr).toContain(`before "Guide" (${guide})`);
  expect(moved.code).toBe(0);
  // Of the section and the space in it, only the section can precede a section.
  const item = await run(["site", "sort", "Guide", "--site", site, "--before", "News"]);
  expect(item.stderr).toContain(`Moved "Guide" (${guide}) before "News" (${news}).`);
  const unclear = await run(["site", "sort", "Guide", "--site", site, "--before", "Nowhere"]);
  expect(unclear.code).toBe(2);
  expect(unclear.stderr).toMatch(/NAME +KIND +/);
});

slowTest("@me is the current user wherever a user is accepted", async () => {
  const { run, ok, made } = await openNames();
  const { id, email } = JSON.parse(await ok("whoami", "--json", "id,email"));
  await made("space", "create", "--title", "Guide");
  const request = await made("cr", "create", "--space", "Guide", "--subject", "Typos");
  for (const user of ["@me", email]) {
    const line = ["cr", "list", "--space", "Guide", "--status", "draft", "--creator", user];
    expect(await ok(...line, "--format", "id")).toBe(request);
  }
  expect(await made("member", "get", "@me")).toBe(id);
  const written = await run(["access", "list", "--user", "@me", "--json"]);
  expect([written.code, written.stderr.includes("No user")]).toEqual([0, false]);
  // A user with this name is selected by the title.
  expect((await run(["member", "get", "=@me"])).code).toBe(5);
});

slowTest("change requests with the same subject are listed by number", async () => {
  const { run, made } = await openNames();
  await made("space", "create", "--title", "Guide");
  const ids = [
    await made("cr", "create", "--space", "Guide", "--subject", "Typos"),
    await made("cr", "create", "--space", "Guide", "--subject", "Typos"),
  ];
  const { code, stderr } = await run(["cr", "get", "Typos", "--space", "Guide"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("Use one of these names:")]);
  const rows = stderr.split("\n").map((line) => line.trim().split(/\s{2,}/));
  for (const [at, id] of ids.entries()) {
    const number = String(at + 1);
    expect(rows).toContainEqual([number, expect.stringContaining(number), expect.any(String), id]);
  }
});

slowTest("resources without names of their own are listed by id", async () => {
  const { run, made } = await openNames();
  const ids = [
    await made("team", "create", "--title", "Writers"),
    await made("team", "create", "--title", "Writers"),
  ];
  const { code, stderr } = await run(["team", "delete", "Writers", "--yes"]);
  expect(code).toBe(2);
  expect(stderr).toContain('"Writers" matches 2 teams. Use one of these ids:');
  const rows = stderr.split("\n").map((line) => line.trim().split(/\s{2,}/));
  expect(rows).toContainEqual(["DETAILS", "UPDATED", "ID"]);
  for (const id of ids) expect(rows).toContainEqual(["0 members", expect.any(String), id]);
});

slowTest("errors, records and hints repeat the name of a resource", async () => {
  const { run, made } = await openNames();
  const id = await made("space", "create", "--title", "User guide");
  const refused = await run(["cr", "get", "2", "--space", "User guide"]);
  expect(refused.stderr).toContain('Space "User guide" has no change request 2.');
  expect(refused.stderr).not.toContain(id);
  const screen = { screen: true, env: { NO_COLOR: "1" } } as const;
  const { stdout } = await run(["space", "get", "User guide"], screen);
  expect(stdout).toMatch(/^ORGANIZATION +My organization$/m);
  const site = await run(["site", "create", "--title", "Help center"], screen);
  expect(site.stderr).toContain("tome site publish 'Help center'");
});

slowTest(
  "a webhook is named by its URL, and a deleted space by its title in the audit log",
  async () => {
    const { run, ok, made } = await openNames();
    const url = "https://hooks.example.com/x";
    await made("org", "webhook", "create", url);
    expect(await ok("org", "webhook", "get", url, "--json", "url")).toContain(url);
    const unknown = await run(["org", "webhook", "get", "https://hooks.example.com/y"]);
    expect(unknown.code).toBe(5);
    await made("space", "create", "--title", "Drafts");
    await ok("space", "delete", "Drafts", "--yes");
    const events = await ok("org", "audit", "list", "--target", "Drafts", "--columns", "action");
    expect(events.split("\n").toSorted()).toEqual(["createSpace", "deleteSpaceById"]);
  },
);

test("a filter matches the text of a column that shows a part of an object", async () => {
  const { ok, made } = await openNames();
  await made("space", "create", "--title", "Imported notes");
  const words = ["org", "audit", "list", "--columns", "target"];
  expect(await ok(...words, "--filter", "target=Imported*")).toBe("Imported notes");
  expect(await ok(...words, "--filter", "actor=Owner")).toContain("Imported notes");
});
