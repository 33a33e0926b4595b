import { describe, expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import { channelLimits, channelTypes } from "../../../../../src/contract/site-agent-values.ts";
import * as contract from "../../../../../src/contract/site-channel.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { readAllPages } from "../../../../support/requests/all-pages.ts";
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

describe("a channel", () => {
  const type = "builtin:slack";

  slowTest("belongs to its site, and changes alone", async () => {
    const { fixture, workspace, admin, of } = await start();
    const create = () => workspace.ok(admin, contract.create, { ...of, type, setupSettings: {} });
    const one = await create();
    workspace.passDays(1);
    const two = await create();
    const at = { ...of, siteChannelId: one.id };
    expect(await workspace.ok(admin, contract.update, at)).toEqual(one);
    expect(await workspace.ok(admin, contract.update, { ...at, type })).toEqual(one);
    const setupSettings = { allowedChannels: ["help"] };
    const changed = { ...one, setupSettings };
    expect(await workspace.ok(admin, contract.update, { ...at, setupSettings })).toEqual(changed);
    const role = "collaborator";
    expect(await workspace.ok(admin, contract.update, { ...at, role })).toEqual({
      ...{ ...changed, role },
    });
    const listed = await readAllPages(workspace, admin, contract.list, of);
    expect(listed).toEqual([{ ...changed, role }, two]);
    for (const [changes, message] of [
      [
        { type: channelTypes.find((one) => one !== type) },
        `The channel has the type ${type}, which cannot be changed. Create another channel.`,
      ],
      [
        { setupSettings: { allowedTeams: ["A"] } },
        `setupSettings.allowedTeams is not a setting of ${type}. Use allowedChannels.`,
      ],
    ] as const) {
      const input = { ...at, ...changes } as never;
      expect(await workspace.refused(admin, contract.update, input)).toEqual({
        status: 400,
        message,
      });
    }
    const elsewhere = { ...fixture.of(await fixture.site("Other")), siteChannelId: one.id };
    for (const endpoint of [contract.get, contract.update]) {
      expect((await workspace.refused(admin, endpoint, elsewhere)).status).toBe(404);
    }
    expect((await workspace.ask(admin, contract.remove, elsewhere)).status).toBe(204);
    expect((await workspace.ask(admin, contract.remove, at)).status).toBe(205);
    expect((await workspace.ask(admin, contract.remove, at)).status).toBe(204);
    expect(await workspace.ok(admin, contract.list, of)).toMatchObject({ items: [two], count: 1 });
  });

  test("is one of at most a hundred", async () => {
    const { fixture, workspace, admin, of } = await start();
    const input = { ...of, type, setupSettings: {} } as const;
    await workspace.ok(admin, contract.create, input);
    const row = await workspace.db.selectFrom("site_channels").selectAll().executeTakeFirst();
    const rows = Array.from({ length: 98 }, (_, at) => ({ ...row, id: `C${at}` }));
    await workspace.db
      .insertInto("site_channels")
      .values(rows as never)
      .execute();
    await workspace.ok(admin, contract.create, input);
    expect(await workspace.refused(admin, contract.create, input)).toEqual({
      status: 409,
      message: "The site has reached the limit of 100 channels. Delete some first.",
    });
    const elsewhere = fixture.of(await fixture.site("Other"));
    await workspace.ok(admin, contract.create, { ...input, ...elsewhere });
  });
});

test("a reader of the site changes none of its channels", async () => {
  const { fixture, workspace, admin, of } = await start();
  const reader = await workspace.member(fixture.org, "read");
  const input = { ...of, type: "builtin:slack" as const, setupSettings: {} };
  const { id: siteChannelId } = await workspace.ok(admin, contract.create, input);
  const at = { ...of, siteChannelId };
  expect((await workspace.refused(reader, contract.create, input)).status).toBe(403);
  const update = { ...at, role: "collaborator" as const };
  expect((await workspace.refused(reader, contract.update, update)).status).toBe(403);
  expect((await workspace.ok(reader, contract.get, at)).role).toBe("support");
});
