import { describe, expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import { channelLimits, channelTypes } from "../../../../../src/contract/site-agent-values.ts";
import * as contract from "../../../../../src/contract/site-channel.ts";
import { openSitesFixture } from "../fixture.ts";

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const of = fixture.of(await fixture.site("Guide"));
  return { fixture, workspace, admin, of };
}

const limits = { allowedChannels: ["help-*"], allowedTeams: ["DOC"], allowedRepositories: ["a/*"] };

describe("channels of a site", () => {
  test("of every type have their own limits only", async () => {
    const { workspace, admin, of } = await start();
    for (const type of channelTypes) {
      for (const [name, value] of Object.entries(limits)) {
        const input = { ...of, type, setupSettings: { [name]: value } };
        const { status } = await workspace.ask(admin, contract.create, input);
        expect({ type, name, status }).toEqual({
          type,
          name,
          status: channelLimits[type] === name ? 201 : 400,
        });
      }
    }
    const { items, count } = await workspace.ok(admin, contract.list, of);
    expect(items.map(({ type }) => type).sort()).toEqual([...channelTypes].sort());
    expect(count).toBe(channelTypes.length);
  });

  test("are pending and for support, until they are changed and deleted", async () => {
    const { fixture, workspace, admin, of } = await start();
    const type = "builtin:slack";
    const made = await workspace.ok(admin, contract.create, { ...of, type, setupSettings: {} });
    expect(made).toMatchObject({ status: "pending", role: "support", answers: 0 });
    const at = { ...of, siteChannelId: made.id };
    await workspace.ok(admin, contract.update, { ...at, role: "collaborator" });
    const setupSettings = { allowedChannels: ["help"] };
    await workspace.ok(admin, contract.update, { ...at, type, setupSettings });
    const read = await workspace.ok(admin, contract.get, at);
    expect(read).toMatchObject({ role: "collaborator", setupSettings });
    const other = { ...at, type: "builtin:github" as const };
    expect((await workspace.refused(admin, contract.update, other)).status).toBe(400);
    const reader = await workspace.member(fixture.org, "read");
    expect((await workspace.ok(reader, contract.list, of)).items).toHaveLength(1);
    expect((await workspace.refused(reader, contract.remove, at)).status).toBe(403);
    await workspace.ok(admin, contract.remove, at);
    expect((await workspace.refused(admin, contract.get, at)).status).toBe(404);
  });

  test("are deleted with their site", async () => {
    const { workspace, admin, of } = await start();
    await workspace.ok(admin, contract.create, {
      ...of,
      type: "builtin:linear",
      setupSettings: {},
    });
    await workspace.ok(admin, site.remove, of);
    const rows = await workspace.service.db.selectFrom("site_channels").selectAll().execute();
    expect(rows).toEqual([]);
  });
});
