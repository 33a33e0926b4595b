/** Content of exports from other sources. */
import { describe, expect, test } from "vitest";
import type { BackupTables } from "../../../../src/service/server/admin/model.ts";
import { validateRows } from "../../../../src/service/server/backup/validate.ts";
import { computeDigest } from "../../../../src/service/server/tokens.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openTestPlatform } from "../../../support/platforms/platform.ts";
import { addSample } from "../../../support/platforms/sample.ts";

type Tables = BackupTables;
type Row = Tables[string][number];

async function seeded() {
  const platform = await openTestPlatform();
  await addSample(platform.service);
  await platform.service.jobs.finish();
  return { ...platform, exported: await platform.service.admin.export() };
}

function changed(tables: Tables, table: string, change: (row: Row) => Row): Tables {
  const [first, ...others] = tables[table] ?? [];
  if (first === undefined) throw new Error(`The sample has no row in ${table}.`);
  return { ...tables, [table]: [change(first), ...others] };
}

const edits: readonly (readonly [title: string, RegExp, (tables: Tables) => Tables])[] = [
  [
    "an unknown role of a member",
    /tables\.members, row with .*: role "owner" is not a valid role/,
    (tables) => changed(tables, "members", (row) => ({ ...row, role: "owner" })),
  ],
  [
    "an unknown level of a space",
    /tables\.spaces, row with id .*: default_level "root" is not a valid role/,
    (tables) => changed(tables, "spaces", (row) => ({ ...row, default_level: "root" })),
  ],
  [
    "a grant stronger than any role",
    /tables\.grants, row with .*: strength 99 is not a valid role/,
    (tables) => changed(tables, "grants", (row) => ({ ...row, strength: 99 })),
  ],
  [
    "a collection in itself",
    /tables\.collections, row with id .*: parent_id .* forms a cycle/,
    (tables) => changed(tables, "collections", (row) => ({ ...row, parent_id: row.id ?? null })),
  ],
  [
    "two collections in each other",
    /tables\.collections, row with id .*: parent_id .* forms a cycle/,
    (tables) => {
      const [one, other, ...rest] = tables.collections ?? [];
      if (one === undefined || other === undefined) throw new Error("There are too few.");
      const collections = [
        { ...one, parent_id: other.id ?? null },
        { ...other, parent_id: one.id ?? null },
        ...rest,
      ];
      return { ...tables, collections };
    },
  ],
  [
    "pages that contain themselves",
    /tables\.tree_objects, row with hash .*: hash .* does not match the body/,
    (tables) =>
      changed(tables, "tree_objects", (row) => ({
        ...row,
        body: JSON.stringify([{ id: "p", pages: [row.hash] }]),
      })),
  ],
  [
    "an unparsable date",
    /tables\.spaces, row with id .*: created_at "yesterday" is not a valid time/,
    (tables) => changed(tables, "spaces", (row) => ({ ...row, created_at: "yesterday" })),
  ],
  [
    "a date that does not exist",
    /tables\.users, row with id .*: created_at "2026-13-45T00:00:00.000Z" is not a valid time/,
    (tables) =>
      changed(tables, "users", (row) => ({ ...row, created_at: "2026-13-45T00:00:00.000Z" })),
  ],
  [
    "an offset that moves the clock out of all years",
    /tables\.facts, row with name "clock-offset"/,
    (tables) => ({
      ...tables,
      facts: [...(tables.facts ?? []), { name: "clock-offset", value: "1e18" }],
    }),
  ],
];

test.each([
  ["link_invites", { id: "secret", role: "owner" }, "role", "[hidden]"],
  ["link_invites", { id: "secret", level: "owner" }, "level", "[hidden]"],
  ["link_invites", { id: "secret", created_at: "now" }, "created_at", "[hidden]"],
  ["tokens", { hash: "secret", expires_at: "now" }, "expires_at", "[hidden]"],
  ["tokens", { hash: "secret", last_used_at: 1 }, "last_used_at", "[hidden]"],
  ["spaces", { id: "S1", default_level: "owner" }, "default_level", '"S1"'],
  ["facts", { name: "clock-offset", value: "x" }, "value", '"clock-offset"'],
  ["team_members", { team_id: "T1", role: "admin" }, "role", '"T1"'],
])(
  "a message about an invalid row of %s names it without a secret: %j",
  (table, row, column, shown) => {
    let message = "";
    try {
      validateRows({ [table]: [row] });
    } catch (error) {
      message = String(error);
    }
    const [name] = Object.keys(row);
    expect(message).toContain(`tables.${table}, row with ${name} ${shown}: ${column} `);
    expect(message).not.toContain("secret");
  },
);

describe("an import", () => {
  slowTest("names an invalid row, and changes nothing", async () => {
    const { service, exported } = await seeded();
    for (const [title, message, edit] of edits) {
      const backup = { ...exported, tables: edit(exported.tables) };
      await expect(service.admin.import(backup), title).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(message),
      });
    }
    expect(await service.admin.export()).toEqual(exported);
    expect(await service.admin.import(exported)).toEqual({ droppedOwnerTokens: 0 });
  });

  slowTest("drops unknown tokens of the owner, unless they are to be kept", async () => {
    const { service, ask, exported } = await seeded();
    const own = await service.admin.makeToken({ label: "own" });
    const { owner } = await service.admin.beginning();
    const foreign = "tome_foreign";
    const row = {
      hash: computeDigest(foreign),
      user_id: owner,
      label: "foreign",
      created_at: "2026-01-01T00:00:00.000Z",
      expires_at: null,
      last_used_at: null,
    };
    const { tables } = await service.admin.export();
    const backup = { ...exported, tables: { ...tables, tokens: [...(tables.tokens ?? []), row] } };
    const status = async (token: string) => (await ask("GET /v1/user", { token })).status;
    expect(await service.admin.import(backup)).toEqual({ droppedOwnerTokens: 1 });
    expect([await status(foreign), await status(own.token)]).toEqual([401, 200]);
    expect(await service.admin.import(backup, { keepOwnerTokens: true })).toEqual({
      droppedOwnerTokens: 0,
    });
    expect([await status(foreign), await status(own.token)]).toEqual([200, 200]);
  });

  slowTest("drops unknown sign-ins of the owner, and unknown tokens of installations", async () => {
    const { service, ask, exported } = await seeded();
    const { owner, organization } = await service.admin.beginning();
    const { tables } = exported;
    const [saml, agent] = ["tome_web_foreign", "tome_agent_foreign"];
    const time = "2026-01-01T00:00:00.000Z";
    const late = "2099-01-01T00:00:00.000Z";
    const [{ id: installation, integration, organization_id } = {}] = tables.installations ?? [];
    const [user = {}] = (tables.users ?? []).filter(({ id }) => id === owner);
    const domain = String(user.email).split("@").at(-1) ?? "";
    const provider = {
      ...{ id: "provider", organization_id: organization, label: "Login", created_at: time },
      ...{ entity_id: "e", certificate: "c", sso_url: "https://id.example", default_team: null },
      default_role: null,
    };
    const claim = {
      ...{ organization_id: organization, domain, created_at: time, verified_at: time },
      ...{ verified_by: "operator", checked_at: null, finding: null },
    };
    const signIn = {
      ...{ hash: computeDigest(saml), kind: "tool", user_id: owner, provider_id: "provider" },
      ...{ organization_id: organization, created_at: time, expires_at: late },
    };
    const agentToken = {
      ...{ hash: computeDigest(agent), integration, installation_id: installation, until: late },
    };
    const backup = {
      ...exported,
      tables: {
        ...tables,
        saml_providers: [provider],
        organization_domains: [claim],
        sign_ins: [signIn],
        agent_tokens: [agentToken],
      },
    } as typeof exported;
    const statuses = async () => [
      (await ask(`GET /v1/orgs/${organization}`, { token: saml })).status,
      (await ask(`GET /v1/orgs/${organization_id}`, { token: agent })).status,
    ];
    expect(await service.admin.import(backup)).toEqual({ droppedOwnerTokens: 1 });
    expect(await statuses()).toEqual([401, 401]);
    await service.admin.import(backup, { keepOwnerTokens: true });
    expect(await statuses()).toEqual([200, 200]);
  });
});
