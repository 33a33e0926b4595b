/** Files of an export: which are written, with which parts, and what is noted. */
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as openapi from "../../../src/contract/openapi.ts";
import * as site from "../../../src/contract/site.ts";
import * as sitePermission from "../../../src/contract/site-permission.ts";
import * as space from "../../../src/contract/space.ts";
import * as webhook from "../../../src/contract/webhook.ts";
import {
  exportExtras,
  exportInto,
  type FilesExportInput,
  fileKinds,
  schemaFolder,
} from "../../../src/features/organization-files/export.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";

const specification = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {},
});

const content = {
  collections: { product: { title: "Product", spaces: { guides: { title: "Guides" } } } },
  spaces: { notes: { title: "Notes", grants: { "ada@example.com": "edit" } } },
};

/** An organization with a resource of each kind of file, but SAML providers, and a grant of a site. */
async function createOrganization() {
  const at = await openFolder();
  at.write("org.yaml", { emailDomains: ["example.com"] });
  at.write("people.yaml", {
    members: { "ada@example.com": "edit" },
    teams: { docs: { title: "Docs" } },
  });
  at.write("content.yaml", content);
  at.write("sites/help.yaml", {
    site: {
      title: "Help",
      structure: [
        {
          ...{ type: "section", key: "one", title: "One" },
          children: [{ type: "space", key: "guides" }],
        },
      ],
    },
    shareLinks: { reviewers: true },
    redirects: { "/old": "https://example.com/new" },
  });
  at.write("specs.yaml", { specs: { pets: { file: "pets.json" } } });
  at.write("pets.json", specification);
  at.write("webhooks.yaml", { webhooks: { chat: { url: "https://hooks.example.com/a" } } });
  const applied = await at.run(["apply", at.folder, "--yes"]);
  expect(applied.code, applied.stderr).toBe(0);
  await at.workspace.service.jobs.finish();
  const { organizationId, workspace, admin } = at;
  const { items } = await workspace.ok(admin, site.list, { organizationId });
  const siteId = items[0]?.id ?? "";
  const users = [await workspace.member(organizationId, "read")];
  const grant = { organizationId, siteId, role: "edit", users } as const;
  await workspace.ok(admin, sitePermission.grant, grant);
  return at;
}

/** An organization that only the test changes. */
async function openOrganization() {
  return withCopy(await createOrganization());
}

/** Adds the folder of an export. */
function withCopy(at: Awaited<ReturnType<typeof createOrganization>>) {
  const folder = join(temporaryFolder(), "copy");
  return {
    ...at,
    copy: folder,
    async export(...flags: string[]) {
      const { code, stdout, stderr } = await at.run(["export", folder, "--json", ...flags]);
      return { code, stderr, record: stdout === "" ? {} : JSON.parse(stdout) };
    },
    read: (name: string) => parse(readFileSync(join(folder, name), "utf8")),
    names: (under = "") =>
      readdirSync(join(folder, under))
        .filter((name) => !name.startsWith("."))
        .toSorted(),
  };
}

/** An organization that tests do not change. */
let shared: Awaited<ReturnType<typeof createOrganization>>;

beforeAll(async () => {
  shared = await createOrganization();
});

const lock = "tome.lock.json";
const filesByKind: Readonly<Record<string, readonly string[]>> = {
  org: ["org.yaml"],
  people: ["people.yaml"],
  content: ["content.yaml"],
  sites: ["sites"],
  specs: ["specs", "specs.yaml"],
  webhooks: ["webhooks.yaml"],
  saml: ["saml.yaml"],
};

describe("--only", () => {
  slowTest("writes the files of the given kinds, and all by default", async () => {
    const at = withCopy(shared);
    for (const kind of fileKinds) {
      const folder = join(temporaryFolder(), kind);
      const { code, stderr } = await at.run(["export", folder, "--only", kind]);
      expect(code, stderr).toBe(0);
      const names = readdirSync(folder).filter((name) => !name.startsWith("."));
      expect([kind, names.toSorted()]).toEqual([
        kind,
        [...(filesByKind[kind] ?? []), lock].toSorted(),
      ]);
    }
    const { record } = await at.export();
    const all = Object.values(filesByKind).flat();
    // An organization without SAML providers needs no file for them unless it is chosen.
    expect(at.names()).toEqual([...all.filter((name) => name !== "saml.yaml"), lock].toSorted());
    expect(at.names("sites")).toEqual(["help.yaml"]);
    expect(at.names("specs")).toEqual(["pets.json"]);
    expect(record.files).toEqual(
      expect.arrayContaining(["org.yaml", "sites/help.yaml", "specs/pets.json"]),
    );
    expect(record.files).not.toContain(lock);
    expect(record).toMatchObject({
      folder: at.copy,
      notes: [expect.stringContaining("signing secrets")],
    });
    expect(record.reads).toBeGreaterThan(10);
  });

  test.each([
    [403, "Nothing was exported. You may not list the webhooks"],
    [404, "Nothing was exported. The platform has no webhooks."],
  ])(
    "is refused if the platform answers each list with %i, but not beside others",
    async (status, message) => {
      const at = withCopy(shared);
      const refuse = (request: string) => (/\/webhooks\b/.test(request) ? status : undefined);
      const run = (kinds: string) =>
        at.run(["export", at.copy, "--only", kinds], undefined, refuse);
      const refused = await run("webhooks");
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(message)]);
      expect(existsSync(at.copy)).toBe(false);
      const { code, stderr } = await run("org,webhooks");
      expect(code, stderr).toBe(0);
      expect(at.names()).toEqual(["org.yaml", lock]);
    },
  );

  test("accepts lists with commas, and refuses unknown words by name", async () => {
    const at = withCopy(shared);
    expect((await at.export("--only", "org, people", "--only", "content")).code).toBe(0);
    expect(at.names()).toEqual(["content.yaml", "org.yaml", "people.yaml", lock]);
    for (const [flag, values] of [
      ["--only", fileKinds],
      ["--with", exportExtras],
    ] as const) {
      const { code, stderr } = await at.run(["export", at.copy, flag, "org,none"]);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(
          `${flag} must be one of ${values.join(", ")}, not ${flag === "--with" ? '"org"' : '"none"'}.`,
        ),
      ]);
    }
  });
});

describe("--with", () => {
  const lists = ["shareLinks", "customization", "redirects"];

  const grants = ["content grants", "site grants"];

  slowTests.each<readonly [string, readonly string[]]>([
    ["", []],
    ["grants", grants],
    ["share-links", ["shareLinks"]],
    ["customization", ["customization"]],
    ["redirects", ["redirects"]],
    ["share-links,redirects", ["shareLinks", "redirects"]],
    ["redirects, grants", ["redirects", ...grants]],
  ])("%s adds these lists to the files", async (extras, added) => {
    const at = withCopy(shared);
    const { code, stderr } = await at.export(...(extras === "" ? [] : ["--with", extras]));
    expect(code, stderr).toBe(0);
    const { grants: siteGrants, ...help } = at.read("sites/help.yaml");
    const found = lists.filter((name) => help[name] !== undefined);
    const contentGrants = at.read("content.yaml").spaces.notes.grants;
    if (contentGrants !== undefined) found.push("content grants");
    if (siteGrants !== undefined) found.push("site grants");
    expect(found.toSorted()).toEqual(added.toSorted());
    expect(help.site.structure[0].children).toHaveLength(1);
  });

  slowTest("is not needed for lists that the files already manage", async () => {
    const folder = join(temporaryFolder(), "copy");
    cpSync(shared.folder, folder, { recursive: true });
    const read = (name: string) => parse(readFileSync(join(folder, name), "utf8"));
    const { code, stderr } = await shared.run(["export", folder, "--force"]);
    expect(code, stderr).toBe(0);
    const help = read("sites/help.yaml");
    expect(lists.filter((name) => help[name] !== undefined)).toEqual(["shareLinks", "redirects"]);
    const { spaces, collections } = read("content.yaml");
    expect(spaces.notes.grants).toEqual({ "ada@example.com": "edit" });
    expect(collections.product.grants).toBeUndefined();
    expect(read("people.yaml").teams.docs).toHaveProperty("members");
  });
});

describe("an exported folder", () => {
  slowTest("matches the organization, and each file names its schema", async () => {
    const at = withCopy(shared);
    await at.export("--with", "grants");
    const planned = await at.run(["plan", at.copy, "--fail"]);
    expect(planned.code, planned.stdout).toBe(0);
    for (const [name, schema] of [
      ["content.yaml", "./.schemas/content.json"],
      ["sites/help.yaml", "../.schemas/sites.json"],
    ]) {
      const [first] = readFileSync(join(at.copy, name ?? ""), "utf8").split("\n");
      expect(first).toBe(`# yaml-language-server: $schema=${schema}`);
    }
    expect(readdirSync(join(at.copy, schemaFolder)).toSorted()).toEqual(
      fileKinds.map((kind) => `${kind}.json`).toSorted(),
    );
    const schema = JSON.parse(readFileSync(join(at.copy, schemaFolder, "content.json"), "utf8"));
    expect(schema).toMatchObject({ type: "object" });
  });

  slowTest("is not written again without changes, and its serial does not grow", async () => {
    const at = withCopy(shared);
    await at.export();
    const before = readFileSync(join(at.copy, lock), "utf8");
    const { record } = await at.export();
    expect([record.files, readFileSync(join(at.copy, lock), "utf8")]).toEqual([[], before]);
  });

  slowTest("keeps comments, and keys that were renamed in the folder", async () => {
    const at = await openOrganization();
    await at.export();
    const path = join(at.copy, "content.yaml");
    writeFileSync(path, `# Ours\n${readFileSync(path, "utf8")}`);
    const spaceId = (await at.spaces()).find(({ title }) => title === "Notes")?.id ?? "";
    await at.workspace.ok(at.admin, space.update, { spaceId, title: "Release notes" });
    const refused = await at.export();
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("content.yaml")]);
    expect((await at.export("--force")).record.files).toEqual(["content.yaml"]);
    expect(readFileSync(path, "utf8")).toMatch(/^# Ours\n/);
    expect(at.read("content.yaml").spaces.notes.title).toBe("Release notes");
  });

  slowTest("of another organization is refused", async () => {
    const [one, other] = [withCopy(shared), await openFolder()];
    await one.export();
    const refused = await other.run(["export", one.copy]);
    expect(refused.code).toBe(2);
    expect(one.names()).toContain(lock);
  });
});

describe("a specification", () => {
  slowTest("from a URL has no text, and one without a text is left out with a note", async () => {
    const at = await openOrganization();
    const { organizationId, workspace, admin } = at;
    await workspace.ok(admin, openapi.create, {
      ...{ organizationId, slug: "remote", source: { url: "https://example.com/openapi.yaml" } },
    });
    await workspace.ok(admin, openapi.create, {
      ...{ organizationId, slug: "empty", source: { text: "no: specification" } },
    });
    await workspace.service.jobs.finish();
    const { code, stderr, record } = await at.export("--only", "specs");
    expect(code, stderr).toBe(0);
    expect(at.names("specs")).toEqual(["pets.json"]);
    expect(record.notes).toContain(
      "specs/empty was not exported because it has no text on the platform yet.",
    );
    expect(at.read("specs.yaml").specs).toMatchObject({
      pets: { file: "specs/pets.json" },
      remote: { url: "https://example.com/openapi.yaml" },
    });
  });
});

describe("webhooks", () => {
  slowTest(
    "that no longer exist leave an empty list in an existing file, and no new file",
    async () => {
      const at = await openOrganization();
      await at.export();
      const { organizationId, workspace, admin } = at;
      const { items } = await workspace.ok(admin, webhook.list, { organizationId });
      for (const { id } of items) {
        await workspace.ok(admin, webhook.remove, { organizationId, webhookId: id });
      }
      expect((await at.export("--force")).code).toBe(0);
      expect(at.read("webhooks.yaml")).toEqual({ webhooks: {} });
      const folder = join(temporaryFolder(), "empty");
      expect((await at.run(["export", folder])).code).toBe(0);
      expect([
        existsSync(join(folder, "webhooks.yaml")),
        existsSync(join(folder, "saml.yaml")),
      ]).toEqual([false, false]);
    },
  );

  slowTest("keep the variable of their secret in an existing file", async () => {
    const at = withCopy(shared);
    await at.export("--only", "webhooks");
    const secret = { env: "CHAT_SECRET" };
    const old = at.read("webhooks.yaml");
    const [[key, value] = ["", {}]] = Object.entries<object>(old.webhooks);
    const path = join(at.copy, "webhooks.yaml");
    writeFileSync(path, JSON.stringify({ webhooks: { [key]: { ...value, secret } } }));
    const { code, stderr } = await at.export("--only", "webhooks", "--force");
    expect(code, stderr).toBe(0);
    expect(at.read("webhooks.yaml").webhooks[key].secret).toEqual(secret);
  });
});

describe("an export", () => {
  /** The files that an export of a platform with these lists by path writes to a folder with a lock. */
  async function exportLists(
    only: NonNullable<FilesExportInput["only"]>,
    lists: Readonly<Record<string, unknown>>,
    things: object = {},
  ) {
    const cwd = temporaryFolder();
    const header = { tome: "organization", version: 1, serial: 3 };
    const about = { platform: "https://a.example", organization: "O1" };
    writeFileSync(join(cwd, lock), JSON.stringify({ ...header, ...about, things }));
    const { context, sent } = openScriptedContext({
      answer: ({ line }) => {
        const value = lists[line.replace(/^GET |\?.*/g, "")] ?? [];
        return Array.isArray(value) ? { items: value } : value;
      },
      more: {
        ...{ cwd, env: {}, conceal: () => {} },
        settings: { baseUrl: { value: "https://a.example" } },
        redactions: { add: async () => {} },
        saveFile: async (path: string, bytes: Buffer) => writeFileSync(join(cwd, path), bytes),
      },
    });
    const { written } = await exportInto(context, { organizationId: "O1", folder: ".", only });
    const readText = (name: string) => readFileSync(join(cwd, name), "utf8");
    const isRead = (path: string) => sent.some((one) => String(one).startsWith(`GET ${path}`));
    return {
      ...{ readText, isRead, written: written.filter((name) => !name.startsWith(".")) },
      lock: JSON.parse(readText(lock)),
    };
  }

  test("names the text of a specification after its format", async () => {
    const raw = (slug: string) => `/orgs/O1/openapi/${slug}/versions/latest/content/raw`;
    const found = await exportLists(["specs"], {
      "/orgs/O1/openapi": ["a", "b", "c"].map((slug) => ({ slug, lastVersion: "1" })),
      [raw("a")]: { format: "json", text: "{}" },
      [raw("b")]: { format: "yaml", text: "a: 1" },
      [raw("c")]: { text: "b: 1" },
    });
    const names = ["specs/a.json", "specs/b.yaml", "specs/c.yaml"];
    expect(found.written.toSorted()).toEqual([...names, "specs.yaml"].toSorted());
    expect(names.map(found.readText)).toEqual(["{}", "a: 1", "b: 1"]);
    const specs = names.map((file) => [file.slice(6, 7), { file }]);
    expect(parse(found.readText("specs.yaml"))).toEqual({ specs: Object.fromEntries(specs) });
  });

  test("gives a site space that waits for its replacement a valid key", async () => {
    const one = (kind: string, id: string) => ({ kind, id, fields: {} });
    const siteSpace = { object: "site-space", id: "Y1", path: "a", space: { id: "S1" } };
    const section = { object: "site-section", id: "P1", title: "Guides", path: "guides" };
    const { readText, lock: after } = await exportLists(
      ["sites"],
      {
        "/orgs/O1/sites": [{ id: "X1", title: "Help" }],
        "/orgs/O1/spaces": [{ id: "S1", title: "A" }],
        "/orgs/O1/sites/X1/structure": { structure: [{ ...section, siteSpaces: [siteSpace] }] },
      },
      {
        "sites/help": one("site", "X1"),
        "sites/help/guides": one("section", "P1"),
        "sites/help/a@Y1": one("site-space", "Y1"),
        "spaces/a": one("space", "S1"),
      },
    );
    expect(parse(readText("sites/help.yaml")).site.structure).toMatchObject([
      { key: "guides", children: [{ type: "space", key: "a" }] },
    ]);
    expect(Object.keys(after.things).toSorted()).toEqual([
      ...["sites/help", "sites/help/a", "sites/help/guides", "spaces/a"],
    ]);
    expect(after).toMatchObject({ serial: 3, things: { "sites/help/a": { id: "Y1" } } });
  });

  test("of other kinds does not read the structure of sites", async () => {
    const sites = { "/orgs/O1/sites": [{ id: "X1", title: "Help" }] };
    expect((await exportLists(["people"], sites)).isRead("/orgs/O1/sites/X1/")).toBe(false);
    expect((await exportLists(["sites"], sites)).isRead("/orgs/O1/sites/X1/structure")).toBe(true);
  });
});
