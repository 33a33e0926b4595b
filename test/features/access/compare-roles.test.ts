import { describe, expect, test } from "vitest";
import { list as listAccess } from "../../../src/contract/space-permission.ts";
import { openRoleComparison } from "../../../src/features/access/compare-roles.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openLocalTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";

slowTest("a terminal shows whose role a grant or a default level lowers", async () => {
  const { tome, ok } = openLocalTome();
  const run = (line: readonly string[]) =>
    tome([...line, "--local"], { screen: true, env: { NO_COLOR: "1" } });
  const users = "ada@example.com grace@example.com alan@example.com";
  await ok(`org invite users ${users} --role read`);
  await ok("collection create --title Guides");
  await ok("team create --title Writers --member ada@example.com --member grace@example.com");
  await ok("collection permission grant Guides --team Writers --role review");
  await ok("space create --title Handbook --parent Guides");

  const grant = ["space", "permission", "grant", "Handbook", "--user", "ada@example.com"];
  const higher = await run([...grant, "--role", "create"]);
  expect([higher.code, higher.stderr]).toEqual([0, expect.not.stringContaining("lowers")]);
  await ok("space permission remove Handbook --user ada@example.com --yes");
  const lower = await run([...grant, "--role", "edit"]);
  expect(lower.stderr).toContain("This lowers the role of 1 user: ada (review → edit).");

  const level = await run(["space", "update", "Handbook", "--default-level", "none"]);
  expect(level.stderr).toMatch(
    /This lowers the role of 2 users: (?:grace \(review → none\)|alan \(\w+ → none\)) and /,
  );
  const title = await run(["space", "update", "Handbook", "--title", "Manual"]);
  expect(title.stderr).not.toContain("lowers");
});

test("scripts send no requests to compare roles", async () => {
  const { tome, ok } = openLocalTome();
  await ok("space create --title Handbook");
  const { stderr } = await tome("space update Handbook --default-level none --debug --local");
  expect(stderr).not.toContain("permissions/aggregate");
});

type Roles = Readonly<Record<string, string | null>>;

/** Compares the roles of users before and after a write. */
async function compare(
  before: Roles,
  after: Roles,
  {
    changed,
    input = {},
    screen = true,
    confirms,
    next,
  }: {
    readonly changed?: string;
    readonly input?: object;
    readonly screen?: boolean;
    readonly confirms?: boolean;
    readonly next?: object;
  } = {},
) {
  const states = [before, after];
  const { context, sent } = openScriptedContext({
    screen,
    ...(confirms !== undefined && { confirms }),
    answer: () => ({
      items: Object.entries(states.shift() ?? {}).map(([id, permission]) => ({
        user: {
          id,
          ...(id === "ada" ? { displayName: "Ada" } : id === "bob" && { email: "b@x.org" }),
        },
        permission,
      })),
      ...next,
    }),
  });
  const load = openRoleComparison(listAccess, changed);
  const finish = await load(context, { spaceId: "S1", role: "read", ...input });
  return { warning: await finish?.(), sent, isCompared: finish !== undefined };
}

describe("the warning", () => {
  const revert = "To revert it: tome undo";
  test.each<readonly [string, Roles, Roles, string | undefined]>([
    [
      "names lowered roles only",
      { ada: "edit", bob: "read", eve: "read" },
      { ada: "read", bob: "read", eve: "admin" },
      `This lowers the role of 1 user: Ada (edit → read). ${revert}`,
    ],
    [
      "names a user by email or id, and lost access",
      { bob: "admin", eve: "read" },
      { bob: "create" },
      `This lowers the role of 2 users: b@x.org (admin → create) and eve (read → none). ${revert}`,
    ],
    ["is absent for new users", {}, { ada: "read" }, undefined],
    ["is absent without a change", { ada: null }, { ada: null }, undefined],
    [
      "names five users",
      Object.fromEntries(["a", "b", "c", "d", "e"].map((id) => [id, "edit"])),
      {},
      `This lowers the role of 5 users: a (edit → none), b (edit → none), c (edit → none), d (edit → none), and e (edit → none). ${revert}`,
    ],
    [
      "names five users and the number of others",
      Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((id) => [id, "edit"])),
      {},
      `This lowers the role of 6 users: a (edit → none), b (edit → none), c (edit → none), d (edit → none), e (edit → none), and 1 more. ${revert}`,
    ],
  ])("%s", async (_, before, after, expected) => {
    const { warning, sent } = await compare(before, after);
    expect(warning).toBe(expected);
    const line = "GET /spaces/S1/permissions/aggregate?limit=1000";
    expect(sent).toEqual([line, line]);
  });

  test.each([
    [{ screen: false }, false],
    [{ screen: false, confirms: true }, true],
    [{ changed: "defaultLevel" }, false],
    [{ changed: "defaultLevel", input: { defaultLevel: null } }, true],
    [{ next: { next: { page: "2" } } }, false],
  ])("with %j is possible: %s", async (options, isCompared) => {
    expect((await compare({ ada: "edit" }, {}, options)).isCompared).toBe(isCompared);
  });
});
