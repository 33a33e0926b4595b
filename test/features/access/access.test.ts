import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as collection from "../../../src/contract/collection.ts";
import * as collectionPermission from "../../../src/contract/collection-permission.ts";
import * as space from "../../../src/contract/space.ts";
import * as spacePermission from "../../../src/contract/space-permission.ts";
import * as team from "../../../src/contract/team.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { openAccessPlatform } from "../../support/platforms/access-platform.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

/** Acme: Ada has a grant on the space, Grace one on its collection by a team, Dan is disabled. */
async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const join = async (name: string, role: "admin" | "read" | null, disabled = false) => {
    const user = await workspace.person(`${name}@example.com`);
    await workspace.db
      .updateTable("users")
      .set({ display_name: name })
      .where("id", "=", user)
      .execute();
    await workspace.enroll(organizationId, user, role, disabled);
    return user;
  };
  const admin = await join("Root", "admin");
  const [ada, grace, dan] = [
    await join("Ada", "read"),
    await join("Grace", "read"),
    await join("Dan", null, true),
  ];
  const of = { organizationId };
  const { id: collectionId } = await workspace.ok(admin, collection.create, {
    ...of,
    title: "Guides",
  });
  const asked = { ...of, title: "=Handbook", parent: collectionId };
  const { id: spaceId } = await workspace.ok(admin, space.create, asked);
  const { id: teamId } = await workspace.ok(admin, team.create, {
    ...of,
    title: "Docs",
    members: [grace],
  });
  await workspace.ok(admin, collectionPermission.grant, {
    collectionId,
    role: "edit",
    teams: [teamId],
  });
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "review", users: [ada, dan] });
  const platform = await openAccessPlatform(workspace, organizationId, admin);
  const json = async (line: string) => {
    const { stdout, stderr, code } = await platform.run(`${line} --json`);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as Record<string, unknown>[];
  };
  const ids = { organizationId, admin, ada, grace, dan, collectionId, spaceId, teamId };
  return { workspace, ids, json, folder: temporaryFolder(), ...platform };
}

const short = ({ user, role, why, standing, effective }: Record<string, unknown>) => {
  const { displayName } = user as { displayName: string };
  return [displayName, role, why, standing, effective].join(" | ");
};

slowTest(
  "a space lists the users with access and its source, including grants without effect",
  async () => {
    const { json, ids } = await start();
    const rows = await json(`access list --space ${ids.spaceId}`);
    expect(rows.map(short).toSorted()).toEqual([
      "Ada | review | direct | member | true",
      "Dan | review | direct | disabled | false",
      "Grace | edit | collection Guides, team Docs | member | true",
      "Root | admin | organization role | member | true",
    ]);
  },
);

slowTest("rows are filtered by user, team, role and direct grants", async () => {
  const { json, ids } = await start();
  const of = async (flags: string) => {
    const rows = await json(`access list ${flags}`);
    return rows.map(({ user, thing, role }) => {
      const [who, what] = [user, thing] as [{ displayName: string }, { title: string }];
      return `${who.displayName} ${what.title} ${role}`;
    });
  };
  expect(await of(`--user ${ids.ada}`)).toEqual([
    "Ada Acme read",
    "Ada Guides read",
    "Ada =Handbook review",
  ]);
  expect(await of("--team Docs")).toEqual(["Grace Guides edit", "Grace =Handbook edit"]);
  expect(await of("--direct")).toEqual(["Ada =Handbook review", "Dan =Handbook review"]);
  expect(await of(`--collection Guides --role admin`)).toEqual(["Root Guides admin"]);
  expect(await of("--role guest")).toEqual(["Dan Acme null"]);
});

slowTest("a team through which no user gets a role is listed with its grant", async () => {
  const { json, ids, workspace } = await start();
  const { organizationId, teamId, grace: userId, admin } = ids;
  await workspace.ask(admin, team.dropMember, { organizationId, teamId, userId });
  const rows = await json(`access list --team ${teamId}`);
  expect(
    rows.map(({ user, role, thing }) => [user, role, (thing as { title: string }).title]),
  ).toEqual([[null, "edit", "Guides"]]);
});

slowTest(
  "a missing resource is not found, and unreadable ones make the result partial",
  async () => {
    const { run, ids, workspace } = await start();
    const unknown = await run("access list --space X1234567890123456789");
    expect([unknown.code, unknown.stdout]).toEqual([5, ""]);
    const { run: runAsAda } = await openAccessPlatform(workspace, ids.organizationId, ids.ada);
    const { code, stderr } = await runAsAda("access list");
    expect(code).toBe(9);
    expect(stderr).toContain("Some data could not be read:");
    expect(stderr).toContain('the collection "Guides"');
  },
);

test("a review is three private files with digests and without formulas, and its decisions are not overwritten", async () => {
  const { run, folder } = await start();
  const target = join(folder, "q3");
  const line = ["access", "review", "--save", target];
  expect((await run(line)).code).toBe(0);
  const text = (name: string) => readFileSync(join(target, name), "utf8");
  for (const name of ["access.csv", "people.csv", "manifest.json"]) {
    expect([name, statSync(join(target, name)).mode & 0o777]).toEqual([name, 0o600]);
  }
  const { createHash } = await import("node:crypto");
  const { files, caller, begin, end } = JSON.parse(text("manifest.json"));
  for (const name of ["access.csv", "people.csv"]) {
    const digest = createHash("sha256").update(text(name)).digest("hex");
    expect(files[name].sha256).toBe(digest);
  }
  expect([caller.displayName, begin <= end]).toEqual(["Root", true]);
  expect(text("access.csv")).toContain("'=Handbook");
  expect(text("access.csv").split("\r\n")[0]).toMatch(/^decision,/);
  const again = await run(line);
  expect([again.code, again.stderr]).toEqual([
    2,
    expect.stringContaining("already contains a review"),
  ]);
});

slowTest(
  "review --since reports added, removed, raised and lowered roles, and refuses a changed file",
  async () => {
    const { run, folder, workspace, ids } = await start();
    const [one, two, three] = ["one", "two", "three"].map((name) => join(folder, name));
    const since = [
      "--since",
      one ?? "",
      "--fail",
      "--format",
      "csv",
      "--columns",
      "change,person,title",
    ];
    expect((await run(["access", "review", "--save", one ?? ""])).code).toBe(0);
    const same = await run(["access", "review", "--save", two ?? "", ...since]);
    expect([same.code, same.stdout.trim()], same.stderr).toEqual([0, "change,person,title"]);
    expect(same.stderr).toMatch(
      /Examined \d+ resources, \d+ members, (\d+) access rows and \1 earlier access rows\./,
    );
    const { admin, spaceId, ada, grace } = ids;
    await workspace.ok(admin, spacePermission.updateUser, { spaceId, userId: ada, role: "admin" });
    await workspace.ok(admin, spacePermission.grant, { spaceId, role: "read", users: [grace] });
    await workspace.ask(admin, spacePermission.removeUser, { spaceId, userId: ids.dan });
    await workspace.enroll(ids.organizationId, await workspace.person("new@example.com"), null);
    const { code, stdout } = await run(["access", "review", "--save", three ?? "", ...since]);
    expect(code).toBe(10);
    const lines = stdout.trim().split("\r\n").slice(1).toSorted();
    expect(lines.map((row) => row.replace(/,\w{20},/, ",new,"))).toEqual([
      "added,new,Acme",
      "lowered,Grace,'=Handbook",
      "raised,Ada,'=Handbook",
      "removed,Dan,'=Handbook",
    ]);
    // What cannot be read now is not reported as removed.
    const part = join(folder, "part");
    const unread = await run(["access", "review", "--save", part, ...since], undefined, (what) =>
      what.includes(`/spaces/${spaceId}/permissions`) ? 403 : undefined,
    );
    expect(unread.stderr).toContain("cannot be read");
    expect(unread.stdout).not.toContain("removed,");
    const file = join(one ?? "", "access.csv");
    writeFileSync(file, readFileSync(file, "utf8").replace(",review,", ",admin,"));
    const forged = await run(["access", "review", "--save", join(folder, "four"), ...since]);
    expect([forged.code, forged.stderr]).toEqual([
      2,
      expect.stringContaining("its digest does not match"),
    ]);
  },
);

describe("review --since --fail with one change", () => {
  type Started = Awaited<ReturnType<typeof start>>;
  const changes: Readonly<Record<string, (started: Started) => Promise<unknown>>> = {
    added: ({ workspace, ids: { organizationId } }) =>
      workspace
        .person("new@example.com")
        .then((user) => workspace.enroll(organizationId, user, null)),
    removed: ({ workspace, ids: { admin, spaceId, dan } }) =>
      workspace.ask(admin, spacePermission.removeUser, { spaceId, userId: dan }),
    raised: ({ workspace, ids: { admin, spaceId, ada } }) =>
      workspace.ok(admin, spacePermission.updateUser, { spaceId, userId: ada, role: "admin" }),
    lowered: ({ workspace, ids: { admin, spaceId, grace } }) =>
      workspace.ok(admin, spacePermission.grant, { spaceId, role: "read", users: [grace] }),
  };

  test.each([
    ["added", 10],
    ["removed", 10],
    ["raised", 10],
    ["lowered", 0],
  ] as const)("%s", async (name, increases) => {
    const started = await start();
    const { run, folder } = started;
    const [earlier, one, two] = ["earlier", "one", "two"].map((part) => join(folder, part));
    expect((await run(["access", "review", "--save", earlier ?? ""])).code).toBe(0);
    await changes[name]?.(started);
    const review = (save: string | undefined, level: string) =>
      run(["access", "review", "--save", save ?? "", "--since", earlier ?? "", `--fail=${level}`]);
    const every = await review(one, "changes");
    expect([every.code, every.stdout], every.stderr).toEqual([10, expect.stringContaining(name)]);
    const some = await review(two, "increases");
    expect([some.code, some.stdout], some.stderr).toEqual([
      increases,
      expect.stringContaining(name),
    ]);
  });
});

/** A decision in the row of a user in a space, as saved by a spreadsheet. */
function decide(file: string, decisions: Readonly<Record<string, string>>): string {
  const lines = readFileSync(file, "utf8").split("\r\n");
  const decided = lines.map((line) => {
    const [, who = "", , , kind = ""] = line.split(",");
    const decision = decisions[`${who} ${kind}`];
    return decision === undefined ? line : `${decision}${line}`;
  });
  const copy = `${file}.decided.csv`;
  writeFileSync(copy, `\uFEFF${decided.map((line) => line.replaceAll(",", ";")).join("\r\n")}`);
  return copy;
}

slowTest("apply executes decisions, except for changed and inherited roles", async () => {
  const { run, writes, folder, workspace, ids } = await start();
  const target = join(folder, "q3");
  expect((await run(["access", "review", "--save", target])).code).toBe(0);
  const file = decide(join(target, "access.csv"), {
    "Ada space": "revoke",
    "Dan space": "Comment",
    "Grace space": "revoke",
    "Root organization": "revoke",
    "Grace organization": "edit",
    "Ada organization": "keep",
  });
  const dry = await run(["access", "apply", file, "--dry-run"]);
  expect(dry.code, dry.stderr).toBe(0);
  expect(writes()).toEqual([]);
  const requests = JSON.parse(dry.stdout) as { method: string; body?: { role?: string } }[];
  expect(requests.map(({ method, body }) => [method, body?.role]).toSorted()).toEqual([
    ["DELETE", undefined],
    ["PATCH", "edit"],
  ]);
  const asked = await run(["access", "apply", file]);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining("--yes")]);
  const { admin, grace: userId, organizationId } = ids;
  const { code, stdout, stderr } = await run(["access", "apply", file, "--yes"]);
  expect(code, stderr).toBe(9);
  expect(stdout).toMatch(/refused.*revoke Root.*you cannot change your own role/);
  expect(stdout).toMatch(/refused.*revoke Grace.*collection Guides, team Docs/);
  expect(stdout).toMatch(/refused.*comment Dan.*disabled/);
  expect(stderr).toContain("Ada still has the role read");
  const { items } = await workspace.ok(admin, spacePermission.listUsers, { spaceId: ids.spaceId });
  expect(items.map(({ user }) => user.id)).toEqual([ids.dan]);
  const member = await import("../../../src/contract/member.ts");
  expect((await workspace.ok(admin, member.get, { organizationId, userId })).role).toBe("edit");
  await workspace.ok(admin, member.update, { organizationId, userId, role: "review" });
  const late = await run(["access", "apply", file, "--yes"]);
  expect([late.code, late.stdout]).toEqual([
    9,
    expect.stringContaining("has changed since the review"),
  ]);
  expect((await workspace.ok(admin, member.get, { organizationId, userId })).role).toBe("review");
});

slowTest(
  "apply refuses to revoke all direct grants, to remove all other members, and an empty file",
  async () => {
    const { run, writes, folder } = await start();
    const target = join(folder, "q3");
    expect((await run(["access", "review", "--save", target])).code).toBe(0);
    const file = join(target, "access.csv");
    const everyGrant = decide(file, { "Ada space": "revoke", "Dan space": "revoke" });
    const refused = await run(["access", "apply", everyGrant, "--yes"]);
    expect([refused.code, writes()]).toEqual([2, []]);
    expect(refused.stderr).toMatch(
      /(\d) of \1 direct grants of the review would be revoked, but --max-removals permits \d/,
    );
    const members = ["Ada", "Dan", "Grace"].map((name) => [`${name} organization`, "revoke"]);
    const everyMember = decide(file, Object.fromEntries(members));
    const dry = await run(["access", "apply", everyMember, "--dry-run"]);
    expect([dry.code, dry.stderr]).toEqual([
      2,
      expect.stringContaining("other members would be removed"),
    ]);
    const header = join(target, "header.csv");
    writeFileSync(header, `${readFileSync(file, "utf8").split("\r\n")[0]}\r\n`);
    const empty = await run(["access", "apply", header, "--yes"]);
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining("contains no rows")]);
    const none = await run(["access", "apply", file, "--yes"]);
    expect([none.code, none.stderr]).toEqual([
      0,
      expect.stringMatching(
        /Examined \d+ rows and \d+ resources, skipped \d+ rows without a decision/,
      ),
    ]);
    const allowed = await run(["access", "apply", everyGrant, "--yes", "--max-removals", "100%"]);
    expect([allowed.code, writes().length], allowed.stderr).toEqual([0, 3]);
  },
);

slowTest("explain shows operations, roles and scopes without sending requests", async () => {
  const { run, count } = await start();
  const rows = async (line: string) => {
    const { stdout, code, stderr } = await run(`access explain --json -- ${line}`);
    expect(code, stderr).toBe(0);
    expect(count()).toBe(0);
    return JSON.parse(stdout) as Record<string, unknown>[];
  };
  expect(await rows("space update S1000000000000000000 --merge-rules none")).toEqual([
    {
      operation: "updateSpaceById",
      field: null,
      needs: "read in the space",
      scopes: ["space:write"],
      request: "PATCH /spaces/{spaceId}",
    },
    expect.objectContaining({ field: "mergeRules", needs: "admin in the space" }),
  ]);
  const named = await rows("cr merge 3 --space Handbook");
  expect(named.map(({ operation }) => operation)).toEqual([
    "mergeChangeRequest",
    "scheduleChangeRequestMerge",
    "cancelScheduledChangeRequestMerge",
    "getChangeRequestById",
    "listSpacesInOrganizationById",
  ]);
  expect((await run("access explain -- space")).code).toBe(2);
  const asked = await run("access explain ada@example.com Handbook");
  expect([asked.code, asked.stderr]).toEqual([
    2,
    expect.stringContaining("tome access list --user"),
  ]);
  expect((await run("access explain -- config list")).code).toBe(2);
});
