/** SAML providers in organization files, and the teams of their groups. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import * as saml from "../../../src/contract/saml.ts";
import * as team from "../../../src/contract/team.ts";
import { ResourceIds } from "../../../src/features/organization-files/ids.ts";
import { updateProvider } from "../../../src/features/organization-files/saml-providers.ts";
import type { Writer } from "../../../src/features/organization-files/writing/send.ts";
import type { JsonObject, JsonValue } from "../../../src/json/values.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";

const teams = { docs: { title: "Docs" }, dev: { title: "Developers" } };
const login = { title: "Our login", entityID: "https://id.example", defaultRole: "read" };

async function openFiles() {
  const at = await openFolder();
  const { workspace, admin, organizationId } = at;
  const list = async () => (await workspace.ok(admin, saml.list, { organizationId })).items;
  return {
    ...at,
    list,
    /** The teams of each group, by title. */
    async listGroups() {
      const { items } = await workspace.ok(admin, team.list, { organizationId });
      const titles = new Map(items.map(({ id, title }) => [id, title]));
      const groups = (await list())[0]?.groups ?? [];
      return groups.map((group) => `${group.name}: ${titles.get(group.team)}`).toSorted();
    },
    apply: (...flags: string[]) => at.run(["apply", at.folder, "--yes", ...flags]),
    plan: () => at.run(["plan", at.folder, "--fail"]),
    writeProvider: (provider: object) => at.write("saml.yaml", { providers: { login: provider } }),
  };
}

describe("an update of a provider", () => {
  /** The requests of an update, for a platform that returns the groups or not. */
  async function update(
    changes: Readonly<Record<string, JsonValue>>,
    groups: JsonObject[],
    returns = true,
  ) {
    const { client, sent } = openScriptedClient(({ line, body }) => {
      if (line.startsWith("GET ")) return { id: "P1", groups };
      const { groups: stored } = body as { readonly groups?: unknown };
      return { id: "P1", ...(returns && { groups: stored }) };
    });
    const ids = new ResourceIds([]);
    ids.set("team", "teams/docs", "T1");
    const writer = createPartial<Writer>({ client, organizationId: "O1", ids });
    const record = await updateProvider(writer, "P1", new Map(Object.entries(changes)));
    return { sent: sent.filter((one) => !String(one).startsWith("GET ")), record };
  }
  const other = { name: "ops", team: "T9" };

  test.each<readonly [string, Readonly<Record<string, JsonValue>>, JsonObject[], JsonObject]>([
    [
      "keeps other groups",
      { "groups/writers": ["teams/docs"] },
      [other],
      { groups: [other, { name: "writers", team: "T1" }] },
    ],
    [
      "replaces a group",
      { "groups/ops": ["teams/docs"] },
      [other],
      { groups: [{ name: "ops", team: "T1" }] },
    ],
    ["removes a group", { "groups/ops": null }, [other], { groups: [] }],
  ])("%s", async (_, changes, groups, body) => {
    expect((await update(changes, groups)).sent).toEqual([
      [expect.stringMatching(/^(?:PATCH|PUT) .*P1$/), body],
    ]);
  });

  test("fails on a platform without groups, unless the last one is removed", async () => {
    const added = update({ "groups/writers": ["teams/docs"] }, [], false);
    await expect(added).rejects.toMatchObject({ status: 501 });
    expect((await update({ "groups/ops": null }, [other], false)).record).toEqual({ id: "P1" });
  });
});

describe("apply", () => {
  slowTest(
    "creates a provider with the teams of its groups, and changes and removes groups",
    async () => {
      const at = await openFiles();
      at.write("people.yaml", { teams });
      const groups = { "/engineering": "teams/dev", writers: ["teams/docs", "teams/dev"] };
      at.writeProvider({ ...login, defaultTeam: "teams/docs", groups });
      const applied = await at.apply();
      expect(applied.code, applied.stderr).toBe(0);
      expect(await at.list()).toMatchObject([
        { label: "Our login", entityID: "https://id.example", defaultTeam: { title: "Docs" } },
      ]);
      expect(await at.listGroups()).toEqual([
        "/engineering: Developers",
        "writers: Developers",
        "writers: Docs",
      ]);
      expect((await at.plan()).code).toBe(0);
      at.writeProvider({ ...login, title: "Login", groups: { writers: "teams/docs" } });
      expect((await at.apply()).code).toBe(0);
      expect(await at.listGroups()).toEqual(["writers: Docs"]);
      expect((await at.list())[0]?.label).toBe("Login");
      expect((await at.plan()).code).toBe(0);
      at.write("saml.yaml", { providers: {} });
      expect((await at.apply("--prune", "--max-deletes", "1")).code).toBe(0);
      expect(await at.list()).toEqual([]);
    },
  );

  slowTest("keeps groups that others added, unless the list is exclusive", async () => {
    const at = await openFiles();
    at.write("people.yaml", { teams });
    at.writeProvider({ ...login, groups: { writers: "teams/docs" } });
    await at.apply();
    const [provider] = await at.list();
    const [first] = provider?.groups ?? [];
    const { workspace, admin, organizationId } = at;
    await workspace.ok(admin, saml.update, {
      organizationId,
      samlProviderId: provider?.id ?? "",
      groups: [...(first ? [first] : []), { name: "ops", team: first?.team ?? "" }],
    });
    expect((await at.plan()).code).toBe(0);
    at.writeProvider({ ...login, groups: { writers: "teams/dev" } });
    expect((await at.apply()).code).toBe(0);
    expect(await at.listGroups()).toEqual(["ops: Docs", "writers: Developers"]);
    at.writeProvider({ ...login, groups: { exclusive: true, writers: "teams/dev" } });
    expect((await at.apply()).code).toBe(0);
    expect(await at.listGroups()).toEqual(["writers: Developers"]);
  });

  slowTests.each([
    [{ groups: { writers: "teams/none" } }, "refers to teams/none, which is not in any file"],
    [{ defaultTeam: "teams/none" }, "refers to teams/none, which is not in any file"],
    [{ groups: { writers: "Docs" } }, "must be teams/<key>"],
    [{ groups: { writers: [] } }, "groups.writers"],
    [{ title: "A label that is longer than thirty" }, "title"],
    [{ secret: "x" }, "secret"],
  ])("refuses %j with its line", async (fields, message) => {
    const at = await openFiles();
    at.write("people.yaml", { teams });
    at.writeProvider({ ...login, ...fields });
    const refused = await at.plan();
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("saml.yaml, line")]);
    expect(refused.stderr).toContain(message);
  });
});

slowTest("an export is the last applied state, and works in another organization", async () => {
  const at = await openFiles();
  at.write("people.yaml", { teams });
  at.writeProvider({ ...login, groupsAttribute: "roles", groups: { writers: "teams/docs" } });
  await at.apply();
  const folder = join(temporaryFolder(), "acme");
  const exported = await at.run(["export", folder]);
  expect(exported.code, exported.stderr).toBe(0);
  const text = readFileSync(join(folder, "saml.yaml"), "utf8");
  expect(parse(text).providers).toEqual({
    "our-login": { ...login, groupsAttribute: "roles", groups: { writers: "teams/docs" } },
  });
  expect((await at.run(["plan", folder, "--fail"])).code).toBe(0);
  const other = await openFiles();
  other.write("people.yaml", { teams });
  other.write("saml.yaml", text);
  const applied = await other.apply();
  expect(applied.code, applied.stderr).toBe(0);
  expect(await other.listGroups()).toEqual(["writers: Docs"]);
});
