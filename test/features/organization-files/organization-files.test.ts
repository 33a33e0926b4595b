/** Workflows with configuration files: plan, apply, export, adopt and drift. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as site from "../../../src/contract/site.ts";
import * as section from "../../../src/contract/site-section.ts";
import * as space from "../../../src/contract/space.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";

/** As documented by the hosted platform. */
const hostedFile = `site:
  title: Product docs
  structure:
    - type: section
      key: section-product
      title: Product
      path: product
      default: true
      children:
        - type: space
          key: space-guides
          title: Guides
          path: guides
          default: true
          content:
            directory: ./guides
    - type: section
      key: section-reference
      title: Reference
      path: reference
      children:
        - type: space
          key: space-api
          title: API reference
          path: api
          default: true
          content:
            directory: ./api
    - type: external-link
      key: link-status
      title: Status
      url: https://status.example.com
`;

slowTest("a site file of the hosted platform works unchanged, as do swapped paths", async () => {
  const at = await openFolder();
  at.write("content.yaml", { spaces: { guides: { title: "Our guides", directory: "./guides" } } });
  at.write("sites/docs.yaml", hostedFile);
  const applied = await at.run(["apply", at.folder, "--yes"]);
  expect(applied.code, applied.stderr).toBe(0);
  expect((await at.spaces()).map(({ title }) => title).toSorted()).toEqual([
    "API reference",
    "Our guides",
  ]);
  expect((await at.run(["plan", at.folder, "--fail"])).code).toBe(0);

  const exchanged = hostedFile
    .replace("path: product", "path: other")
    .replace("path: reference", "path: product")
    .replace("path: other", "path: reference");
  at.write("sites/docs.yaml", exchanged);
  const again = await at.run(["apply", at.folder, "--yes"]);
  expect(again.code, again.stderr + again.stdout).toBe(0);
  const { items } = await at.workspace.ok(at.admin, site.list, {
    organizationId: at.organizationId,
  });
  const siteId = items[0]?.id ?? "";
  const sections = await at.workspace.ok(at.admin, section.list, {
    organizationId: at.organizationId,
    siteId,
  });
  expect(sections.items.map(({ title, path }) => [title, path])).toEqual([
    ["Product", "reference"],
    ["Reference", "product"],
  ]);
  expect((await at.run(["plan", at.folder, "--fail"])).code).toBe(0);

  // A new part is created as the last of its site, and then moved to its position.
  const grown = exchanged.replace(
    /^( +)- type: .*$/m,
    (line, indent) =>
      `${indent}- type: external-link\n${indent}  key: link-first\n${indent}  title: First\n${indent}  url: https://first.example.com\n${line}`,
  );
  at.write("sites/docs.yaml", grown);
  const third = await at.run(["apply", at.folder, "--yes"]);
  expect(third.code, third.stderr + third.stdout).toBe(0);
  expect((await at.run(["plan", at.folder, "--fail"])).code).toBe(0);
});

slowTest("a saved plan is applied once, and only to the same files and state", async () => {
  const at = await openFolder();
  const plan = join(at.folder, "my.plan");
  at.write("content.yaml", { spaces: { a: { title: "A" } } });
  expect((await at.run(["plan", at.folder, "--save", plan])).code).toBe(0);
  at.write("content.yaml", { spaces: { a: { title: "B" } } });
  const other = await at.run(["apply", plan]);
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringContaining("does not match the files"),
  ]);
  at.write("content.yaml", { spaces: { a: { title: "A" } } });
  const first = await at.run(["apply", plan]);
  expect(first.code, first.stderr).toBe(0);
  const second = await at.run(["apply", plan]);
  expect([second.code, second.stderr]).toEqual([2, expect.stringContaining("was already applied")]);

  at.write("content.yaml", { spaces: { a: { title: "C" } } });
  expect((await at.run(["plan", at.folder, "--save", plan])).code).toBe(0);
  const spaceId = (await at.spaces())[0]?.id ?? "";
  await at.workspace.ok(at.admin, space.update, { spaceId, title: "Other" });
  const changed = await at.run(["apply", plan]);
  expect([changed.code, at.writes()], changed.stderr).toEqual([6, []]);
});

test("an existing resource is adopted only with --adopt, and an ambiguous title is refused", async () => {
  const at = await openFolder();
  const of = { organizationId: at.organizationId };
  const { id } = await at.workspace.ok(at.admin, space.create, { ...of, title: "Handbook" });
  for (const title of ["Twice", "Twice"])
    await at.workspace.ok(at.admin, space.create, { ...of, title });
  at.write("content.yaml", { spaces: { handbook: { title: "Handbook", emoji: "📘" } } });
  const planned = await at.run(["plan", at.folder]);
  expect(planned.stderr).toContain(`To adopt the existing one: --adopt spaces/handbook=id:${id}`);
  const twice = await at.run(["plan", at.folder, "--adopt", "spaces/handbook=Twice"]);
  expect(twice.code, twice.stderr).toBe(2);
  const adopted = await at.run([
    "apply",
    at.folder,
    "--yes",
    "--adopt",
    "spaces/handbook=Handbook",
  ]);
  expect(adopted.code, adopted.stderr).toBe(0);
  expect(at.writes()).toEqual([`PATCH /v1/spaces/${id}`]);
  expect(await at.spaces()).toHaveLength(3);
});

slowTests.each([
  ["exists", false, 2],
  ["was deleted", true, 0],
])(
  "another resource is adopted only in place of a deleted one: it %s",
  async (_, isDeleted, code) => {
    const at = await openFolder();
    at.write("content.yaml", { spaces: { handbook: { title: "Handbook" } } });
    expect((await at.run(["apply", at.folder, "--yes"])).code).toBe(0);
    const [first] = await at.spaces();
    const spaceId = first?.id ?? "";
    const of = { organizationId: at.organizationId };
    const { id } = await at.workspace.ok(at.admin, space.create, { ...of, title: "Manual" });
    if (isDeleted) await at.workspace.ok(at.admin, space.remove, { spaceId });
    const line = ["apply", at.folder, "--yes", "--adopt", "spaces/handbook=Manual"];
    const adopted = await at.run(line);
    expect(adopted.code, adopted.stderr).toBe(code);
    const titles = new Map((await at.spaces()).map((one) => [one.id, one.title]));
    if (isDeleted) expect(titles).toEqual(new Map([[id, "Handbook"]]));
    else {
      expect(adopted.stderr).toContain(`spaces/handbook is already the space ${spaceId}`);
      expect(at.writes()).toEqual([]);
      expect(titles.get(id)).toBe("Manual");
    }
  },
);

test("invalid files are reported with line numbers before a request is sent", async () => {
  const at = await openFolder();
  at.write(
    "content.yaml",
    "spaces:\n  a:\n    title: A\n    level: read\n  b:\n    defaultLevel: everything\n",
  );
  at.write("people.yaml", "members:\n  nobody: admin\n");
  at.write("sites/help.yaml", "site:\n  title: Help\norder: []\n");
  at.write("org.yaml", "title: Acme\nsso: true\ntitle: Other\n");
  const { code, stderr } = await at.run(["apply", at.folder, "--yes"]);
  expect([code, at.count()]).toEqual([2, 0]);
  expect(stderr).toContain("content.yaml, line 4: spaces.a has an unknown field: level.");
  expect(stderr).toContain(
    "Configuration files do not manage it; order spaces and collections with tome space move",
  );
  expect(stderr).toContain("content.yaml, line 6: spaces.b.defaultLevel must be one of");
  expect(stderr).toContain("people.yaml, line 2:");
  expect(stderr).toContain(
    "org.yaml is not valid YAML: Map keys must be unique at line 3, column 1",
  );
});

test("a variable that is not set is refused", async () => {
  const at = await openFolder();
  at.write("specs.yaml", "specs: { api: { url: { env: SPEC_URL } } }\n");
  const { code, stderr } = await at.run(["plan", at.folder]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("the variable SPEC_URL, which is not set"),
  ]);
});

slowTest("comments in files are preserved by another export", async () => {
  const at = await openFolder();
  expect((await at.run(["export", at.folder])).code).toBe(0);
  const file = join(at.folder, "org.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("title:", "# Ask Ada first.\ntitle:"));
  const spaceId = (
    await at.workspace.ok(at.admin, space.create, {
      organizationId: at.organizationId,
      title: "New",
    })
  ).id;
  const refused = await at.run(["export", at.folder]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--force")]);
  expect((await at.run(["export", at.folder, "--force"])).code).toBe(0);
  expect(readFileSync(file, "utf8")).toContain("# Ask Ada first.");
  expect(readFileSync(join(at.folder, "tome.lock.json"), "utf8")).toContain(spaceId);
});

slowTest(
  "an exclusive list removes entries of other users, and other lists keep them",
  async () => {
    const at = await openFolder();
    const [ada, grace] = ["ada@example.com", "grace@example.com"];
    const people = (members: object) => ({
      members: { [ada]: "edit", [grace]: "read" },
      teams: { docs: { title: "Docs", members } },
    });
    at.write("people.yaml", people({ [ada]: "owner", [grace]: "member" }));
    expect((await at.run(["apply", at.folder, "--yes"])).code).toBe(0);
    const put = await at.run(["team", "add", "Docs", (await adminEmail(at)) ?? ""]);
    expect(put.code, put.stderr).toBe(0);
    at.write("people.yaml", people({ [ada]: "owner" }));
    const left = await at.run(["plan", at.folder, "--json", "fields"]);
    expect(JSON.parse(left.stdout)).toEqual([{ fields: `members/${grace}` }]);
    at.write("people.yaml", people({ exclusive: true, [ada]: "owner" }));
    const whole = await at.run(["apply", at.folder, "--yes"]);
    expect(whole.code, whole.stderr).toBe(0);
    const members = await at.run(["team", "members", "Docs", "--json", "organization.user.email"]);
    expect(members.stdout).toContain(ada);
    expect(JSON.parse(members.stdout)).toHaveLength(1);
  },
);

async function adminEmail({ workspace, admin }: Awaited<ReturnType<typeof openFolder>>) {
  const row = await workspace.db
    .selectFrom("users")
    .select("email")
    .where("id", "=", admin)
    .executeTakeFirst();
  return row?.email;
}

slowTest("the documented workflow works on the local platform", async () => {
  const tome = openTome({ withSample: true });
  const folder = join(temporaryFolder(), "acme");
  const interrupted = () => new Promise<void>(() => {});
  const run = (line: string) => tome(`${line} --local`, { interrupted });
  expect((await run(`export ${folder}`)).code).toBe(0);
  const schema = "$schema=./.schemas/content.json\n";
  expect(readFileSync(join(folder, "content.yaml"), "utf8")).toContain(schema);
  expect(existsSync(join(folder, ".schemas", "content.json"))).toBe(true);
  expect((await run(`plan ${folder} --fail`)).code).toBe(0);
  const file = join(folder, "content.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("title: Welcome", "title: Welcome, all"));
  const dry = await run(`apply ${folder} --dry-run`);
  expect(JSON.parse(dry.stdout)).toMatchObject([
    { method: "PATCH", body: { title: "Welcome, all" } },
  ]);
  const applied = await run(`apply ${folder} --yes`);
  expect(applied.code, applied.stderr).toBe(0);
  expect((await run(`drift ${folder}`)).code).toBe(0);
});
