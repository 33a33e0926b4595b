import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWithHistory } from "../../support/commands/with-history.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

slowTest("an update restores only the sent fields", async () => {
  const { run, ok, make } = openWithHistory();
  const id = await make("space create --title Handbook");
  await ok(`space update ${id} --title Handbok`);
  expect(await ok("undo --dry-run")).toContain('"title": "Handbook"');
  expect(JSON.parse(await ok(`space get ${id} --json title`)).title).toBe("Handbok");
  await ok("undo --yes");
  expect(JSON.parse(await ok(`space get ${id} --json title`)).title).toBe("Handbook");

  await ok(`space update ${id} --title Mine`);
  await run(`space update ${id} --emoji 📘`, { TOME_HISTORY: "off" });
  const refused = await run("undo --yes");
  expect(refused).toMatchObject({
    code: 6,
    stderr: expect.stringContaining("has changed since: emoji"),
  });
  expect(refused.stderr).toContain("--force");
  await ok("undo --force");
  expect(JSON.parse(await ok(`space get ${id} --json title,emoji`))).toEqual({
    title: "Handbook",
    emoji: "📘",
  });
});

slowTest("a write to another platform is neither undone nor in the way", async () => {
  const { run, ok, make } = openWithHistory();
  const other = { TOME_DATA_DIR: temporaryFolder() };
  const id = await make("space create --title Handbook");
  await ok(`space update ${id} --title Handbok`);
  const there = JSON.parse((await run("space create --title There --json id", other)).stdout).id;
  await run(`space update ${there} --title Elsewhere`, other);
  await ok("undo --yes");
  expect(JSON.parse(await ok(`space get ${id} --json title`)).title).toBe("Handbook");
  const kept = await run(`space get ${there} --json title`, other);
  expect(JSON.parse(kept.stdout).title).toBe("Elsewhere");
  expect((await run("undo --yes", other)).code).toBe(0);
  const undone = await run(`space get ${there} --json title`, other);
  expect(JSON.parse(undone.stdout).title).toBe("There");
});

slowTest(
  "an undo that deletes or takes away asks like the command for it, and once for a group",
  async () => {
    const { run, ok, make } = openWithHistory();
    const id = await make("space create --title Scratch");
    const refused = await run("undo");
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("tome undo requires --yes when not running interactively"),
    ]);
    expect((await run(`space get ${id}`)).code).toBe(0);
    const declined = await run("undo", {}, { answers: ["n"] });
    expect([declined.code, declined.stderr]).toEqual([
      3,
      expect.stringContaining(`Undo by this change: delete space ${id} "Scratch"?`),
    ]);
    expect((await run(`space get ${id}`)).code).toBe(0);
    await make("space create --title Another");
    const both = await run("undo --last 2", {}, { answers: ["y"] });
    expect([both.code, both.stderr]).toEqual([
      0,
      expect.stringMatching(/"Another"; .*"Scratch"\?/),
    ]);
    expect(await ok("space list --json title")).toBe("[]");
  },
);

slowTest("an emoji or icon, of which a space has one, is restored", async () => {
  const { ok, make } = openWithHistory();
  const id = await make("space create --title Handbook --emoji 📘");
  const looks = async () => {
    const { emoji, urls } = JSON.parse(await ok(`space get ${id} --json`));
    return { emoji, icon: urls.icon };
  };
  const before = await looks();
  await ok(`space update ${id} --icon https://example.com/a.png`);
  await ok("undo --yes");
  expect(await looks()).toEqual(before);
  await ok(`space update ${id} --icon https://example.com/a.png`);
  const withIcon = await looks();
  expect(withIcon.icon).toBe("https://example.com/a.png");
  await ok(`space update ${id} --emoji 🚀 --edit-mode locked`);
  await ok("undo --yes");
  expect(await looks()).toEqual(withIcon);
  await ok(`space update ${id} --icon https://example.com/b.png`);
  await ok("undo --yes");
  expect(await looks()).toEqual(withIcon);
});

test("an empty description of a collection is absent before and after an undo", async () => {
  const { ok, make } = openWithHistory();
  const id = await make("collection create --title Guides");
  const before = await ok(`collection get ${id} --json`);
  await ok(`collection update ${id} --description= --default-level review`);
  await ok("undo --yes");
  expect(await ok(`collection get ${id} --json`)).toBe(before);
});

slowTest("a creation is deleted, a deleted space restored, and an undo can be undone", async () => {
  const { run, ok, make, rows } = openWithHistory();
  const isDeleted = async (space: string) =>
    JSON.parse(await ok(`space get ${space} --json`)).deletedAt !== undefined;
  const id = await make("space create --title Handbook");
  await ok(`space delete ${id} --yes`);
  await ok("undo --yes");
  expect(await isDeleted(id)).toBe(false);
  await ok("undo --yes");
  expect(await isDeleted(id)).toBe(true);
  const nothing = await run("undo --yes");
  expect(nothing).toMatchObject({ code: 2, stderr: expect.stringContaining("nothing to undo") });
  const [last] = await rows();
  await ok(`undo ${last.entry} --yes`);
  expect(await isDeleted(id)).toBe(false);
});

slowTest(
  "a new resource that was changed, and a collection with content, are not deleted",
  async () => {
    const { run, ok, make } = openWithHistory();
    const space = await make("space create --title Handbook");
    await run(`space update ${space} --title Theirs`, { TOME_HISTORY: "off" });
    expect(await run("undo --yes")).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("title"),
    });
    const unasked = await run("undo --force");
    expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    const site = await make(`site create --title Portal --space ${space}`);
    await run(`site redirect create /old --to https://example.com/ --draft --site ${site}`, {
      TOME_HISTORY: "off",
    });
    expect((await run("undo --yes")).stderr).toContain(
      `site ${site} "Portal" has changed since: its content`,
    );
    await ok("undo --force --yes");
    const collection = await make("collection create --title Guides");
    await run(`space move ${space} --parent ${collection}`, { TOME_HISTORY: "off" });
    expect(await run("undo --yes")).toMatchObject({
      code: 6,
      stderr: expect.stringContaining("its content"),
    });
    expect((await run(`collection get ${collection}`)).code).toBe(0);
    await ok("undo --force --yes");
    expect((await run(`collection get ${collection}`)).code).toBe(5);
  },
);

slowTest("resources created together are deleted together", async () => {
  const { ok, make } = openWithHistory();
  const space = await make("space create --title Handbook");
  const site = await make("site create --title Portal");
  const spaces = async () => JSON.parse(await ok("space list --json id")).length;
  const before = await spaces();
  await make(`site space add ${space} --site ${site}`);
  await ok("undo --yes");
  expect(await spaces()).toBe(before);
  await make(`site space add new --title Fresh --site ${site}`);
  expect(await spaces()).toBe(before + 1);
  await ok("undo --yes");
  expect(await spaces()).toBe(before);
});

slowTest(
  "a move goes back to the old neighbor, or to the end of the old parent, with a note",
  async () => {
    const { run, ok, make } = openWithHistory();
    const collection = await make("collection create --title Guides");
    const inside: string[] = [];
    for (const title of ["A", "B", "C"]) {
      inside.push(await make(`space create --title ${title} --parent ${collection}`));
    }
    const order = async () =>
      JSON.parse(await ok(`collection spaces ${collection} --json title`)).map(
        ({ title }: { readonly title: string }) => title,
      );
    await ok(`space move ${inside[1]} --no-parent`);
    expect(await order()).toEqual(["A", "C"]);
    await ok("undo --yes");
    expect(await order()).toEqual(["A", "B", "C"]);

    await ok(`space move ${inside[1]} --no-parent`);
    for (const neighbour of [inside[0], inside[2]]) {
      await run(`space move ${neighbour} --no-parent`, { TOME_HISTORY: "off" });
    }
    await run(`space move ${inside[1]} --no-parent`, { TOME_HISTORY: "off" });
    const told = await run("undo --force");
    expect(told.stderr).toContain("Its previous neighbors have moved or were deleted");
    expect(await order()).toEqual(["B"]);
  },
);

slowTest(
  "a bulk run is one group, undone in reverse, and each of its writes can be undone alone",
  async () => {
    const { run, ok, make, rows, state } = openWithHistory();
    const ids: string[] = [];
    for (const title of ["One", "Two", "Three"])
      ids.push(await make(`space create --title ${title}`));
    const file = join(state, "locked.csv");
    writeFileSync(file, `space,edit-mode\n${ids.map((id) => `${id},locked\n`).join("")}`);
    await ok(`space update --from ${file}`);
    const all = await rows();
    const group = all.filter((row: { group: string }) => row.group === all[0].group);
    expect(group).toHaveLength(3);
    await ok(`undo ${group[1].entry}`);
    const undone = await run(`undo ${all[0].group} --json entry,status`);
    expect(JSON.parse(undone.stdout).map(({ entry }: { entry: string }) => entry)).toEqual([
      group[0].entry,
      group[2].entry,
    ]);
    for (const id of ids) {
      expect(JSON.parse(await ok(`space get ${id} --json editMode`)).editMode).toBe("live");
    }
    expect((await run(`undo ${all[0].group}`)).stderr).toContain("is already undone");
  },
);

slowTest("a tome api request is undone if it is an operation", async () => {
  const { run, ok, make } = openWithHistory();
  const id = await make("space create --title Handbook");
  await ok(`api PATCH /spaces/${id} -f title=Handbok`);
  expect(JSON.parse(await ok("history list --json command,operation"))[0]).toEqual({
    command: "api",
    operation: "updateSpaceById",
  });
  await ok("undo --yes");
  expect(JSON.parse(await ok(`space get ${id} --json title`)).title).toBe("Handbook");
  await run(`api POST /spaces/${id}/nothing -f token=hidden8`);
  const [last] = JSON.parse(await ok("history list --json outcome,operation,input"));
  expect(last).toMatchObject({ outcome: "refused", operation: null });
  expect(JSON.stringify(last)).not.toContain("hidden8");
});

slowTest("an operation without an inverse names the reason and an alternative", async () => {
  const { run, ok, make } = openWithHistory();
  const id = await make("collection create --title Guides");
  await ok(`collection delete ${id} --yes`);
  const told = await run("undo --yes");
  expect(told.code).toBe(2);
  expect(told.stderr).toMatch(
    /^error: \w+\.1 \(tome collection delete\) cannot be undone\. The deletion is final/,
  );
  expect(told.stderr).toContain("hint: tome history list --local\n");
  const [, entry = ""] = /(\w+\.1) \(/.exec(told.stderr) ?? [];
  expect((await run(`undo ${entry} --yes`)).stderr).not.toContain("hint:");
});

slowTest("an undo that is not possible suggests an earlier one", async () => {
  const { run, ok, make } = openWithHistory();
  const space = await make("space create --title Handbook");
  await ok(`space update ${space} --title Handbok`);
  const guides = await make("collection create --title Guides");
  await ok(`collection delete ${guides} --yes`);
  const told = await run("undo --yes");
  expect(told.code).toBe(2);
  const [hint = "", group = ""] =
    /hint: To undo the last write that can be undone \(tome space update\): tome undo (\w+)/.exec(
      told.stderr,
    ) ?? [];
  expect(hint).not.toBe("");
  await ok(`undo ${group} --yes`);
  expect(JSON.parse(await ok(`space get ${space} --json title`)).title).toBe("Handbook");
});

slowTest("the last commands are undone together, except those that cannot be", async () => {
  const { run, ok, make } = openWithHistory();
  const space = await make("space create --title Handbook");
  await ok(`space update ${space} --title First`);
  await ok(`space update ${space} --emoji 📘`);
  const guides = await make("collection create --title Guides");
  await ok(`collection delete ${guides} --yes`);
  await ok(`space update ${space} --edit-mode locked`);
  const now = async () => JSON.parse(await ok(`space get ${space} --json title,emoji,editMode`));
  const inPart = await run("undo --last 2");
  expect(inPart.code).toBe(9);
  expect(inPart.stdout).toMatch(
    /\w+\.1\tnot undone\t.*\(tome collection delete\) cannot be undone\./,
  );
  expect(await now()).toMatchObject({ title: "First", emoji: "📘", editMode: "live" });
  const refused = await run("undo --last 1");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("To undo the last write that can be undone (tome space update)");
  const listed = async () =>
    (await run("history list", { NO_COLOR: "1" }, { screen: true })).stdout;
  expect(await listed()).toMatch(/collection delete +done, no undo/);
  // The creation of the deleted resource counts too.
  await ok("undo --last 3");
  expect(await now()).toMatchObject({ title: "First" });
  expect((await now()).emoji).not.toBe("📘");
  await ok("undo --last 1");
  expect(await now()).toMatchObject({ title: "Handbook" });
  expect((await run("undo k3x9q2vm --last 2")).stderr).toContain(
    "Specify either an entry or --last, not both.",
  );
  const shown = await listed();
  expect(shown).toMatch(/collection delete +undone/);
  const [, entry = ""] = /(\w+\.1) .*space update +undone/.exec(shown) ?? [];
  expect(JSON.parse(await ok(`history show ${entry} --json undone,undo`))).toEqual({
    undone: true,
    undo: null,
  });
});

slowTest("a change costs one additional GET, a read none, and TOME_HISTORY=off none", async () => {
  const { run, make, state } = openWithHistory();
  const id = await make("space create --title Handbook");
  const requests = async (line: string, off: Readonly<Record<string, string>> = {}) =>
    [...(await run(`${line} --debug`, off)).stderr.matchAll(/^> ?(GET|PATCH|POST|DELETE) /gm)].map(
      ([, method]) => method,
    );
  expect(await requests(`space update ${id} --title B`)).toEqual(["GET", "PATCH"]);
  expect(await requests(`space get ${id}`)).toEqual(["GET"]);
  expect(await requests(`space update ${id} --title C`, { TOME_HISTORY: "off" })).toEqual([
    "PATCH",
  ]);
  expect(await requests("space create --title D")).toEqual(["POST"]);
  expect(readFileSync(join(state, "tome", "history", "key"), "utf8")).toHaveLength(64);
});

slowTest("without a history folder, a note is printed and the change is sent", async () => {
  const { run, state } = openWithHistory();
  const file = join(state, "file");
  writeFileSync(file, "");
  const elsewhere = { XDG_STATE_HOME: join(file, "state") };
  const { code, stderr } = await run("space create --title Guide", elsewhere);
  expect(code).toBe(0);
  expect(stderr).toContain("cannot be created, so this command cannot be undone");
  expect((await run("space list", elsewhere)).stderr).not.toContain("history");
});

slowTest("a created resource is listed with its title on a terminal", async () => {
  const { run, ok } = openWithHistory();
  await ok("space create --title Handbook");
  const shown = await run("history list", { NO_COLOR: "1" }, { screen: true });
  expect(shown.stdout).toMatch(/^Handbook +\w+\.1 +just now +space create/m);
});

slowTest("the question before an undo lists at most five deletions", async () => {
  const { run, make } = openWithHistory();
  for (let number = 1; number <= 7; number++) await make(`space create --title Space${number}`);
  for (const [count, more] of [
    [5, ""],
    [6, "; 1 more deletions or removals"],
    [7, "; 2 more deletions or removals"],
  ] as const) {
    const declined = await run(`undo --last ${count}`, {}, { answers: ["n"] });
    const listed = [7, 6, 5, 4, 3].map((number) => `delete space \\w+ "Space${number}"`);
    expect([declined.code, declined.stderr]).toEqual([
      3,
      expect.stringMatching(new RegExp(`by these changes: ${listed.join("; ")}${more}\\?`)),
    ]);
  }
});
