/** Steps and notes of a plan, from the files, the lock and the platform. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as openapi from "../../../../src/contract/openapi.ts";
import * as site from "../../../../src/contract/site.ts";
import * as siteSection from "../../../../src/contract/site-section.ts";
import * as space from "../../../../src/contract/space.ts";
import * as team from "../../../../src/contract/team.ts";
import * as webhook from "../../../../src/contract/webhook.ts";
import { computeDigest } from "../../../../src/features/organization-files/resource.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { openFolder } from "../../../support/organizations/organization-folder.ts";
import { locked } from "../../../support/organizations/plan-parts.ts";
import { planScripted } from "../../../support/organizations/scripted-plan.ts";

type Files = Readonly<Record<string, unknown>>;

async function open(files: Files, options: Parameters<typeof openFolder>[0] = {}) {
  const at = await openFolder(options);
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await at.run(words);
    return { code, stderr, rows: code === 0 ? JSON.parse(stdout) : undefined };
  };
  for (const [name, value] of Object.entries(files)) at.write(name, value);
  return {
    ...at,
    plan: (...flags: string[]) => run("plan", at.folder, "--json", ...flags),
    async apply(...flags: string[]) {
      const { code, stderr } = await at.run(["apply", at.folder, "--yes", ...flags]);
      expect(code, stderr).toBe(0);
      await at.workspace.service.jobs.finish();
    },
    findSpace: async (title: string) =>
      (await at.spaces()).find((one) => one.title === title)?.id ?? "",
  };
}

async function openApplied(files: Files, options: Parameters<typeof openFolder>[0] = {}) {
  const at = await open(files, options);
  await at.apply();
  return at;
}

const guides = { "content.yaml": { spaces: { guides: { title: "Guides" } } } };
const part = (key: string, more: object = {}) => ({ type: "space", key, ...more });
const section = (key: string, children: readonly object[], more: object = {}) => ({
  ...{ type: "section", key, title: key, children },
  ...more,
});
const help = (...structure: readonly object[]) => ({
  "sites/help.yaml": { site: { title: "Help", structure } },
});

describe("a new resource", () => {
  slowTest(
    "is created with the values of the files, and without those that it does not have",
    async () => {
      const at = await open({
        "content.yaml": {
          spaces: { guides: { title: "Guides", emoji: "📘", git: null } },
        },
      });
      const { rows, stderr } = await at.plan();
      expect(rows).toMatchObject([
        {
          ...{ does: "create", address: "spaces/guides", kind: "space", title: "Guides", id: null },
          note: null,
          changes: [
            { field: "title", from: null, to: "Guides", side: "pending" },
            { field: "emoji", from: null, to: "📘", side: "pending" },
          ],
        },
      ]);
      expect(rows[0].changes).toHaveLength(2);
      expect(stderr).not.toContain("spaces/guides:");
    },
  );

  slowTest("without a title has the last part of its address", async () => {
    const at = await open({ ...guides, ...help(section("one", [part("guides")])) });
    const { rows } = await at.plan();
    expect(rows.map(({ address, title }: Files) => [address, title])).toEqual([
      ["spaces/guides", "Guides"],
      ["sites/help", "Help"],
      ["sites/help/one", "one"],
      ["sites/help/guides", "guides"],
    ]);
  });

  slowTest("is not created again after it was applied, and changes are updates", async () => {
    const at = await openApplied(guides);
    expect((await at.plan()).rows).toEqual([]);
    at.write("content.yaml", { spaces: { guides: { title: "Manual" } } });
    expect((await at.plan()).rows).toEqual([
      expect.objectContaining({
        ...{ does: "update", address: "spaces/guides", title: "Guides" },
        id: await at.findSpace("Guides"),
        changes: [{ field: "title", from: "Guides", to: "Manual", side: "pending" }],
      }),
    ]);
  });

  slowTest("with the title of a resource that is not in the files has a note", async () => {
    const at = await open({
      "content.yaml": {
        collections: { guides: { title: "Guides" } },
        spaces: { own: { title: "Guides" }, other: { title: "Other" } },
      },
    });
    const { organizationId, workspace, admin } = at;
    const make = (title: string) => workspace.ok(admin, space.create, { organizationId, title });
    const { id } = await make("Guides");
    await make("Guides");
    await make("Others");
    const { stderr } = await at.plan();
    const notes = stderr.split("\n").filter((line: string) => line.includes("already exists"));
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(
      /The space "Guides" \(\w+\) already exists, and spaces\/own will be a new one\. To adopt the existing one: --adopt spaces\/own=id:\w+$/,
    );
    await at.apply("--adopt", `spaces/own=id:${id}`);
    at.write("content.yaml", {
      collections: { guides: { title: "Guides" }, more: { title: "More" } },
      spaces: { own: { title: "Guides" }, other: { title: "Other" }, third: { title: "More" } },
    });
    // A resource that is in the files needs no note.
    const { title } = await workspace.ok(admin, space.update, { spaceId: id, title: "More" });
    expect([title, (await at.plan()).stderr]).toEqual([
      "More",
      expect.not.stringContaining("already exists"),
    ]);
  });

  slowTest("with the URL of an existing webhook has a note, whatever its title", async () => {
    const at = await open({
      "webhooks.yaml": {
        webhooks: {
          one: { url: "https://hooks.example.com/one" },
          two: { url: "https://hooks.example.com/two" },
        },
      },
    });
    const { organizationId, workspace, admin } = at;
    const { id } = await workspace.ok(admin, webhook.create, {
      ...{ organizationId, url: "https://hooks.example.com/two", events: [] },
    });
    const { rows, stderr } = await at.plan();
    expect(stderr).toContain(`--adopt webhooks/two=id:${id}`);
    expect(stderr).not.toContain("--adopt webhooks/one");
    expect(rows.map(({ note }: Files) => note)).toEqual([
      expect.stringContaining("creates a signing secret"),
      expect.stringContaining("creates a signing secret"),
    ]);
  });
});

describe("a resource that was deleted from the platform", () => {
  slowTest("is created again if it cannot be restored", async () => {
    const at = await openApplied({ "content.yaml": { collections: { docs: { title: "Docs" } } } });
    const { organizationId, workspace, admin } = at;
    const { items } = await workspace.ok(admin, collection.list, { organizationId });
    const collectionId = items[0]?.id ?? "";
    await workspace.ok(admin, collection.remove, { collectionId });
    const { rows, stderr } = await at.plan();
    expect(rows).toMatchObject([
      {
        ...{ does: "create", address: "collections/docs" },
        note: `It was deleted from the platform (${collectionId}) and will be created again.`,
        changes: [{ field: "title", side: "drift" }],
      },
    ]);
    expect(stderr).not.toContain("collections/docs: It was deleted");
  });

  slowTest(
    "is restored with its place on sites, whose order and default are set again",
    async () => {
      const parts = [part("guides", { default: true }), part("news")];
      const buildSite = (children: readonly object[]) =>
        help(
          { type: "section-group", key: "all", title: "All", children: [section("one", children)] },
          section("two", [part("news", { key: "more", space: "news" })], { default: true }),
        );
      const at = await openApplied({
        "content.yaml": { spaces: { guides: { title: "Guides" }, news: { title: "News" } } },
        ...buildSite(parts),
      });
      const spaceId = await at.findSpace("Guides");
      await at.workspace.ok(at.admin, space.remove, { spaceId });
      at.write("sites/help.yaml", buildSite(parts.toReversed())["sites/help.yaml"]);
      const { rows, stderr } = await at.plan();
      const summary = rows.map(({ does, address, note, changes }: Files) => [
        ...[does, address, note],
        (Array.isArray(changes) ? changes : []).map(({ field, side }) => `${field} ${side}`),
      ]);
      const restoring = `It was deleted from the platform and will be restored. To restore only this space: tome space restore ${spaceId}`;
      const returning = "It returns when its space is restored.";
      expect(summary).toContainEqual(["restore", "spaces/guides", restoring, ["title drift"]]);
      expect(summary).toContainEqual([
        ...["restore", "sites/help/guides", returning],
        expect.arrayContaining([expect.stringMatching(/ drift$/)]),
      ]);
      expect(stderr).toContain(`spaces/guides: ${restoring}`);
      expect(stderr).toContain(`sites/help/guides: ${returning}`);
      for (const [address, fields] of [
        ["sites/help", ["order", "default"]],
        ["sites/help/all", ["order"]],
        ["sites/help/one", ["order", "default"]],
      ] as const) {
        const [own] = rows.filter((row: Files) => row.address === address);
        const changed = own.changes.map(({ field, from, side }: Files) => [field, from, side]);
        expect([address, changed]).toEqual([
          address,
          fields.map((field) => [field, null, "pending"]),
        ]);
      }
      await at.apply();
      expect((await at.plan()).rows).toEqual([]);
    },
  );
});

describe("--adopt", () => {
  const kinds = [
    ["content.yaml", "collections", collection, "collectionId"],
    ["people.yaml", "teams", team, "teamId"],
  ] as const;

  slowTests.each(kinds)(
    "of %s, %s binds the key of a resource that is gone, and of no other",
    async (file, name) => {
      const at = await openApplied({ [file]: { [name]: { docs: { title: "Docs" } } } });
      const { organizationId, workspace, admin } = at;
      const make = name === "teams" ? team.create : collection.create;
      const { id } = await workspace.ok(admin, make, { organizationId, title: "New docs" });
      const refused = await at.plan("--adopt", `${name}/docs=New docs`);
      expect(refused).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/docs is already the (team|collection) \w+\./),
      });
      const bound = /docs is already the \w+ (\w+)\./.exec(refused.stderr)?.[1] ?? "";
      if (name === "teams")
        await workspace.ok(admin, team.remove, { organizationId, teamId: bound });
      else await workspace.ok(admin, collection.remove, { collectionId: bound });
      const { rows } = await at.plan("--adopt", `${name}/docs=New docs`);
      expect(rows).toMatchObject([{ does: "update", id, changes: [{ from: "New docs" }] }]);
    },
  );

  slowTest("replaces a space that was deleted and can be restored", async () => {
    const at = await openApplied(guides);
    const { organizationId, workspace, admin } = at;
    const spaceId = await at.findSpace("Guides");
    const { id } = await workspace.ok(admin, space.create, { organizationId, title: "Other" });
    const adopting = ["--adopt", "spaces/guides=Other"];
    expect((await at.plan(...adopting)).code).toBe(2);
    await workspace.ok(admin, space.remove, { spaceId });
    expect((await at.plan(...adopting)).rows).toMatchObject([{ does: "update", id }]);
  });

  slowTest("of a section includes its site space", async () => {
    const at = await open({
      "content.yaml": { spaces: { guides: { title: "guides" } } },
      ...help(section("one", [part("guides")])),
    });
    const { organizationId, workspace, admin } = at;
    const { id: spaceId } = await workspace.ok(admin, space.create, {
      ...{ organizationId, title: "guides" },
    });
    const { id: siteId } = await workspace.ok(admin, site.create, {
      ...{ organizationId, title: "Help" },
    });
    const inSite = { organizationId, siteId };
    await workspace.ok(admin, siteSection.create, { ...inSite, spaceId, title: "one" });
    const adopt = (...all: readonly string[]) => all.flatMap((one) => ["--adopt", one]);
    const outer = adopt("spaces/guides=guides", "sites/help=Help");
    const listCreated = async (flags: readonly string[], ...notes: readonly unknown[]) => {
      const { rows, stderr } = await at.plan(...flags);
      // A section can be adopted; its site space has the title of a space.
      expect(stderr.match(/The .* already exists/g) ?? []).toEqual(notes);
      return rows.filter(({ does }: Files) => does === "create").map((row: Files) => row.address);
    };
    const note = expect.stringMatching(/^The section "one" /);
    expect(await listCreated(outer, note)).toEqual(["sites/help/one", "sites/help/guides"]);
    const inner = adopt("sites/help/one=one");
    expect(await listCreated([...outer, ...inner])).toEqual([]);
    // The new address of the space is known when the site space is compared.
    expect((await at.plan(...outer, ...inner)).rows).toEqual([]);
  });
});

describe("a key that was moved", () => {
  const spaces = { guides: { title: "Guides" }, news: { title: "News" } };

  slowTest("keeps its resource, and the parts of a site move with it", async () => {
    const at = await openApplied({ ...guides, ...help(section("one", [part("guides")])) });
    at.write("sites/help.yaml", { site: { title: "Help" } });
    const { rows } = await at.plan();
    expect(rows).toEqual([]);
    at.write("content.yaml", { spaces: { manual: { title: "Guides", moved: "guides" } } });
    expect((await at.plan()).rows).toEqual([]);
    // After the apply, the file may still say so.
    await at.apply();
    expect((await at.plan()).rows).toEqual([]);
  });

  slowTest("of a site keeps the site and all of its parts", async () => {
    const at = await openApplied({ ...guides, ...help(section("one", [part("guides")])) });
    const file = help(section("one", [part("guides")]))["sites/help.yaml"];
    rmSync(join(at.folder, "sites", "help.yaml"));
    at.write("sites/manual.yaml", { ...file, moved: "help" });
    expect((await at.plan()).rows).toEqual([]);
  });

  slowTests.each<readonly [string, object, string]>([
    [
      "the old key is still in the files",
      { ...spaces, manual: { title: "Manual", moved: "guides" } },
      "spaces/manual was moved from spaces/guides, but spaces/guides is still in the files.",
    ],
    [
      "the new key has another resource",
      { news: { title: "News", moved: "guides" } },
      'spaces/news was moved from spaces/guides, but is already bound to another resource. Remove "moved" after it has been applied.',
    ],
  ])("is refused if %s", async (_, now, message) => {
    const at = await openApplied({ "content.yaml": { spaces } });
    at.write("content.yaml", { spaces: now });
    const { code, stderr } = await at.plan();
    expect([code, JSON.parse(stderr).error.message]).toEqual([2, message]);
  });

  test("is ignored if the old key has no resource", async () => {
    const at = await open({
      "content.yaml": { spaces: { ...spaces, manual: { title: "Manual", moved: "unknown" } } },
    });
    const { rows } = await at.plan();
    expect(rows.map(({ does, address }: Files) => [does, address])).toEqual([
      ["create", "spaces/guides"],
      ["create", "spaces/news"],
      ["create", "spaces/manual"],
    ]);
  });
});

slowTest("a specification that exists is updated, even if it is not in the lock", async () => {
  const at = await open({
    "specs.yaml": { specs: { pets: { file: "pets.json" }, cats: { file: "pets.json" } } },
    "pets.json": JSON.stringify({ openapi: "3.1.0", info: {}, paths: {} }),
  });
  const { organizationId, workspace, admin } = at;
  const source = { text: "openapi: 3.1.0\ninfo: {title: A, version: '1'}\npaths: {}\n" };
  await workspace.ok(admin, openapi.create, { organizationId, slug: "pets", source });
  await workspace.service.jobs.finish();
  const { rows } = await at.plan();
  expect(rows.map(({ does, address }: Files) => [does, address])).toEqual([
    ["update", "specs/pets"],
    ["create", "specs/cats"],
  ]);
  expect(rows[1]).toMatchObject({ note: null, changes: [{ side: "pending" }] });
});

slowTest("--prune does not remove the account of the user", async () => {
  const at = await open({});
  const { workspace, organizationId } = at;
  const other = await workspace.member(organizationId, "read");
  const exported = await at.run(["export", at.folder, "--only", "people"]);
  expect(exported.code, exported.stderr).toBe(0);
  at.write("people.yaml", { members: {}, teams: {} });
  const { rows, stderr } = await at.plan("--prune", "--max-deletes", "100%");
  expect(rows).toMatchObject([{ does: "delete", kind: "member", id: other }]);
  expect(stderr).toContain("it is your own account");
  const kept = await at.plan();
  expect(kept.rows).toEqual([]);
});

describe("a title of a site space", () => {
  test.each<readonly [string, string, boolean]>([
    ["of the space", "Guides", false],
    ["of its own", "Our guides", true],
  ])("%s", async (_, title, isIgnored) => {
    const at = await open({ ...guides, ...help(section("one", [part("guides", { title })])) });
    const note = `sites/help.yaml: the title ${JSON.stringify(title)} of sites/help/guides has no effect, because a site space has the title of its space (spaces/guides, "Guides"). Remove it.`;
    const { stderr } = await at.plan();
    expect([stderr.includes(note), stderr.includes("has no effect")]).toEqual([
      isIgnored,
      isIgnored,
    ]);
  });

  slowTest("may be the current one, as in an export before the space is renamed", async () => {
    const at = await openApplied({
      ...guides,
      ...help(section("one", [part("guides", { title: "Guides" })])),
    });
    at.write("content.yaml", { spaces: { guides: { title: "Manual" } } });
    expect((await at.plan()).stderr).not.toContain("has no effect");
    at.write(
      "sites/help.yaml",
      help(section("one", [part("guides", { title: "Handbook" })]))["sites/help.yaml"],
    );
    expect((await at.plan()).stderr).toContain('(spaces/guides, "Manual")');
  });
});

slowTest(
  "a site space that moves to another section is replaced, and the plan says so",
  async () => {
    const at = await openApplied({
      "content.yaml": { spaces: { guides: { title: "Guides" }, news: { title: "News" } } },
      ...help(
        section("one", [part("guides"), part("news")]),
        section("two", [part("more", { space: "guides" })]),
      ),
    });
    at.write(
      "sites/help.yaml",
      help(
        section("one", [part("guides")]),
        section("two", [part("more", { space: "guides" }), part("news")]),
      )["sites/help.yaml"],
    );
    const { rows } = await at.plan();
    const [created] = rows.filter((row: Files) => row.address === "sites/help/news");
    expect(created).toMatchObject({
      does: "create",
      note: expect.stringMatching(
        /^A site space cannot move to another section\. A new one will be created, and \w+ will be removed\.$/,
      ),
    });
    expect(rows.filter((row: Files) => row.note !== null && row.does === "create")).toHaveLength(1);
  },
);

describe("a connection to a repository", () => {
  const note =
    "spaces/guides: the first sync gives each page at the path of a file the text of that file.";
  const connect = (connection: object | null) => ({
    "content.yaml": { spaces: { guides: { title: "Guides", git: connection } } },
  });

  slowTest("has a note if the first sync overwrites pages", async () => {
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n", "docs/README.md": "# Inner\n" });
    repository.git("update-ref", "refs/heads/next", repository.head());
    const connection = { repository: `file://${repository.path}`, branch: "main" };
    const at = await openApplied(guides, { allowPrivate: true, gitCheckSeconds: 300 });
    const hasNote = async (value: object | null) => {
      at.write("content.yaml", connect(value)["content.yaml"]);
      const { rows, stderr } = await at.plan();
      return [rows.length, stderr.includes(note)];
    };
    expect(await hasNote(connection)).toEqual([1, true]);
    expect(await hasNote({ ...connection, priority: "space" })).toEqual([1, false]);
    at.write("content.yaml", connect(connection)["content.yaml"]);
    await at.apply();
    expect(await hasNote(connection)).toEqual([0, false]);
    expect(await hasNote({ ...connection, branch: "next" })).toEqual([1, true]);
    expect(await hasNote({ ...connection, folder: "docs" })).toEqual([1, true]);
    expect(await hasNote({ ...connection, message: "From the space" })).toEqual([1, false]);
    expect(await hasNote(null)).toEqual([1, false]);
  });
});

describe("a resource that an interrupted apply created", () => {
  const files = { "content.yaml": { collections: { docs: { title: "Docs" } } } };
  const responses = {
    "/orgs/O1/collections": { items: [{ id: "C1", title: "Docs", defaultLevel: "inherit" }] },
  };
  const created = { "collections/docs": { kind: "collection", id: "C1" } } as const;
  const record = { kind: "collection", id: "C1", protect: true, fields: { title: "digest" } };

  test("is not created again", async () => {
    const { steps, lock } = await planScripted({ files, responses, created });
    expect(steps).toEqual([]);
    expect([...lock.things]).toEqual([["collections/docs", locked("collection", "C1")]]);
  });

  test.each([
    [
      "stays as the lock has it",
      "C1",
      locked("collection", "C1", { title: "digest" }, { protect: true }),
    ],
    ["replaces another one of the lock", "C0", locked("collection", "C1")],
  ])("%s", async (_, id, expected) => {
    const lock = { "collections/docs": { ...record, id } };
    const before = { id: "C0", title: "Before", defaultLevel: "inherit" };
    const items = [...responses["/orgs/O1/collections"].items, before];
    const plan = await planScripted({
      ...{ files, created, lock },
      responses: { "/orgs/O1/collections": { items } },
    });
    expect([...plan.lock.things]).toEqual([["collections/docs", expected]]);
    expect(plan.notes).toEqual([]);
  });
});

test("a site space that an interrupted apply created is in the lock", async () => {
  const { lock } = await planScripted({
    files: { ...guides, ...help(section("one", [part("guides")])) },
    created: { "sites/help/guides": { kind: "site-space", id: "SS1" } },
  });
  expect([...lock.things]).toEqual([["sites/help/guides", locked("site-space", "SS1")]]);
});

test("a difference that is not a change has a note", async () => {
  const fields = { title: `${computeDigest("Docs")}:${computeDigest("docs")}` };
  const { steps, notes } = await planScripted({
    files: { "content.yaml": { collections: { docs: { title: "Docs" } } } },
    lock: { "collections/docs": { kind: "collection", id: "C1", fields } },
    responses: {
      "/orgs/O1/collections": { items: [{ id: "C1", title: "docs", defaultLevel: "inherit" }] },
    },
  });
  expect(steps).toEqual([]);
  expect(notes).toEqual([
    "collections/docs: the platform stores title in another form, as it did at the last apply; this is not a change.",
  ]);
});

test("a team member who is not a member of the organization is refused", async () => {
  const plan = planScripted({
    files: {
      "people.yaml": { teams: { docs: { title: "Docs", members: { "eve@x.org": "owner" } } } },
    },
    responses: { "/orgs/O1/members": { items: [{ id: "U1", user: { email: "ada@x.org" } }] } },
  });
  await expect(plan).rejects.toThrow("1 reference to users who are not members");
});

describe("--adopt replaces a resource of the lock", () => {
  const title = "Docs";
  const listed = {
    collection: [{ "content.yaml": { collections: { docs: { title } } } }, "collections"],
    team: [{ "people.yaml": { teams: { docs: { title } } } }, "teams"],
    space: [{ "content.yaml": { spaces: { docs: { title } } } }, "spaces"],
    site: [{ "sites/docs.yaml": { site: { title } } }, "sites"],
  } as const;
  const kinds = Object.entries(listed);
  const adopt = (kind: string, items: readonly object[]) => {
    const [, [files, folder] = listed.team] = kinds.find(([one]) => one === kind) ?? [];
    const address = `${folder}/docs`;
    return planScripted({
      files,
      lock: { [address]: { kind, id: "R1", fields: {} } },
      responses: { [`/orgs/O1/${folder}`]: { items } },
      input: { adopt: [`${address}=R2`] },
    }).then(
      ({ lock }) => lock.things.get(address)?.id,
      (error: Error) => error.message,
    );
  };
  const other = { id: "R2", title };
  const deletedAt = "2026-01-01T00:00:00.000Z";

  test.each(kinds.map(([kind]) => kind))("of the kind %s only if it is gone", async (kind) => {
    expect(await adopt(kind, [other])).toBe("R2");
    expect(await adopt(kind, [{ id: "R1", title, deletedAt }, other])).toBe("R2");
    expect(await adopt(kind, [{ id: "R1", title }, other])).toMatch(/docs is already the .* R1\./);
  });

  test("not of a kind without a list", async () => {
    const hook = { url: "https://hooks.example.com" };
    const plan = planScripted({
      files: { "webhooks.yaml": { webhooks: { docs: hook } } },
      lock: { "webhooks/docs": { kind: "webhook", id: "R1", fields: {} } },
      input: { adopt: ["webhooks/docs=R2"] },
    });
    await expect(plan).rejects.toThrow("webhooks/docs is already the webhook R1.");
  });
});

test("a member who left is invited again, which is no drift", async () => {
  const { steps } = await planScripted({
    files: { "people.yaml": { members: { "ada@x.org": "edit" } } },
    lock: { "members/ada@x.org": { kind: "member", id: "U1", fields: {} } },
  });
  expect(steps).toMatchObject([
    { does: "create", address: "members/ada@x.org", changes: [{ side: "pending" }] },
  ]);
  expect(steps[0]?.note).toBeUndefined();
});
