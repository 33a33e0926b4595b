import { afterAll, expect, test } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { askService, getMessage, openTestPlatform } from "../../../support/platforms/platform.ts";
import { openTestService } from "../../../support/platforms/postgres/databases.ts";
import { addSample } from "../../../support/platforms/sample.ts";

/** For requests that change nothing. */
const shared = await openTestService({ realTime: () => Date.parse("2026-01-01T00:00:00Z") });
afterAll(() => shared.close());
const sharedToken = await shared.admin.newAdminToken();

async function start() {
  const platform = await openTestPlatform({ realTime: () => Date.parse("2026-01-01T00:00:00Z") });
  const token = await platform.service.admin.newAdminToken();
  const admin = (what: string, body?: unknown) => platform.ask(what, { token, body });
  return { ...platform, admin, token };
}

test("the clock is shown, advanced, set and reset", async () => {
  const { admin } = await start();
  const time = async (body: unknown) => (await admin("POST /_tome/clock", body)).body;
  expect((await admin("GET /_tome/clock")).body).toEqual({
    now: "2026-01-01T00:00:00.000Z",
    offset: 0,
  });
  expect(await time({ advance: "8d" })).toEqual({
    now: "2026-01-09T00:00:00.000Z",
    offset: 691_200_000,
  });
  expect(await time({ set: "2030-01-01T00:00:00Z" })).toMatchObject({
    now: "2030-01-01T00:00:00.000Z",
  });
  expect(await time({ reset: true })).toMatchObject({ offset: 0 });
});

test("an invalid or ambiguous clock setting is refused and moves nothing", async () => {
  const { admin } = await start();
  const wrong = [{}, { advance: "soon" }, { advance: "8d", reset: true }, { set: "9999999" }];
  const far = [{ advance: "999999999999w" }, { set: "9999-12-31T23:59:59.999Z" }];
  for (const body of [...wrong, ...far, { set: "9999-12-31T23:59:59-12:00" }]) {
    expect((await admin("POST /_tome/clock", body)).status).toBe(400);
  }
  expect((await admin("GET /_tome/clock")).body).toMatchObject({ offset: 0 });
});

test("a token for a role belongs to a member with exactly that role, always the same", async () => {
  const { ask, admin } = await start();
  const made = async (body: unknown) =>
    (await admin("POST /_tome/token", body)).body as { token: string; user: string };
  const reader = await made({ role: "read" });
  const me = await ask("GET /v1/user", { token: reader.token });
  expect(me.body).toMatchObject({ id: reader.user, displayName: "Rehearsal read" });
  const orgs = await ask("GET /v1/orgs", { token: reader.token });
  const [{ id, permissions }] = (orgs.body as { items: [{ id: string; permissions: object }] })
    .items;
  expect(permissions).toMatchObject({ view: true, admin: false });
  const refused = await ask(`POST /v1/orgs/${id}/spaces`, { token: reader.token, body: {} });
  expect(refused.status).toBe(403);
  expect((await made({ role: "read" })).user).toBe(reader.user);
  expect((await made({ role: "guest" })).user).not.toBe(reader.user);
  const owner = await ask("GET /v1/user");
  expect(owner.body).toMatchObject({ id: (await made({ role: "admin" })).user });
  expect(owner.body).toMatchObject({ id: (await made({})).user });
});

test("a token for an unknown user or organization is refused", async () => {
  const { admin } = await start();
  const user = await admin("POST /_tome/token", { user: "nobody" });
  expect(user.status).toBe(404);
  expect(getMessage(user)).toContain("nobody");
  const organization = await admin("POST /_tome/token", { role: "read", organization: "none" });
  expect(organization.status).toBe(404);
});

slowTest("a token is created for the user of an unambiguous email or name", async () => {
  const { ask, admin, service } = await start();
  await addSample(service);
  const answers = await Promise.all(
    ["priya@example.com", "PRIYA@example.com", "Priya Raman"].map((user) =>
      admin("POST /_tome/token", { user }),
    ),
  );
  const [{ user }] = answers.map(({ body }) => body) as [{ user: string; token: string }];
  expect(answers.map(({ body }) => body)).toEqual(
    answers.map(() => expect.objectContaining({ user })),
  );
  const { token } = (await admin("POST /_tome/token", { user })).body as { token: string };
  expect((await ask("GET /v1/user", { token })).body).toMatchObject({ email: "priya@example.com" });
  const [{ title }] = ((await ask("GET /v1/orgs")).body as { items: [{ title: string }] }).items;
  const role = { role: "read", organization: title };
  expect((await admin("POST /_tome/token", role)).status).toBe(200);
  await ask(`PATCH /v1/users/${user}`, { token, body: { displayName: "Samuel Osei" } });
  const unclear = await admin("POST /_tome/token", { user: "Samuel Osei" });
  expect([unclear.status, getMessage(unclear)]).toEqual([409, expect.stringContaining("2 users")]);
});

slowTest("the sample is loaded once, and a reset deletes it but keeps the access", async () => {
  const { ask, admin, service } = await start();
  const before = await service.admin.export();
  expect((await admin("POST /_tome/seed")).status).toBe(204);
  expect((await service.admin.export()).tables.spaces?.length).toBeGreaterThan(5);
  expect((await admin("POST /_tome/seed")).status).toBe(409);
  await admin("POST /_tome/clock", { advance: "8d" });
  expect((await admin("POST /_tome/reset")).status).toBe(204);
  expect((await admin("GET /_tome/clock")).body).toMatchObject({ offset: 0 });
  const after = await service.admin.export();
  for (const [table, rows] of Object.entries(before.tables)) {
    expect([table, after.tables[table]?.length]).toEqual([table, rows.length]);
  }
  expect((await ask("GET /v1/user")).body).toMatchObject({ displayName: "Owner" });
});

test.each([
  [{}, "Specify exactly one of advance, set and reset."],
  [
    { advance: "8d", set: "2030-01-01T00:00:00Z" },
    "Specify exactly one of advance, set and reset.",
  ],
  [{ advance: "soon" }, "advance must be a duration such as 8d, -2h or 90m."],
  [{ advance: "999999999999w" }, "The clock can be at most 36525 days from the real time."],
])("the clock setting %j is refused with its reason", async (body, message) => {
  const refused = await askService(shared, "POST /_tome/clock", { token: sharedToken, body });
  expect(getMessage(refused)).toBe(message);
});

test("tokens are listed newest first, with their state", async () => {
  const { admin, service } = await start();
  const { user } = (await admin("POST /_tome/token", {})).body as { user: string };
  await admin("POST /_tome/clock", { advance: "1d" });
  const expiring = await admin("POST /_tome/token", { role: "guest", expiresIn: "1h" });
  expect(expiring.body).toMatchObject({
    label: "Rehearsal guest",
    expiresAt: "2026-01-02T01:00:00.000Z",
  });
  await admin("POST /_tome/clock", { advance: "1h" });
  const last = await admin("POST /_tome/token", {
    label: "Mine",
    expiresAt: "2027-01-01T00:00:00Z",
  });
  const { id } = last.body as { id: string };
  const { items } = (await admin("GET /_tome/tokens")).body as {
    items: { id: string; label: string; folder: boolean }[];
  };
  const owner = { displayName: "Owner", email: "owner@example.com", user, lastUsedAt: null };
  const [mine, guest, ...others] = items;
  expect(mine).toEqual({
    ...{ ...owner, id, label: "Mine", createdAt: "2026-01-02T01:00:00.000Z", folder: false },
    ...{ expiresAt: "2027-01-01T00:00:00.000Z", status: "active" },
  });
  expect(guest).toMatchObject({ label: "Rehearsal guest", status: "expired", folder: false });
  // Both were created at the same time, and are sorted by their hashes.
  const byLabel = Object.fromEntries(others.map(({ id: _, label, ...one }) => [label, one]));
  const unchanged = { ...owner, createdAt: "2026-01-01T00:00:00.000Z", expiresAt: null };
  expect(byLabel).toEqual({
    "This data folder": { ...unchanged, status: "active", folder: true },
    "Made by the admin": { ...unchanged, status: "active", folder: false },
  });
  expect((await admin(`POST /_tome/tokens/${id}/revoke`)).body).toEqual({ id, label: "Mine" });
  const left = (await service.admin.listTokens()).items.map(({ label }) => label);
  expect(left).toHaveLength(3);
  expect(left).not.toContain("Mine");
});

test.each([
  [
    { expiresIn: "1d", expiresAt: "2027-01-01T00:00:00Z" },
    "Specify either expiresIn or expiresAt, not both.",
  ],
  [{ expiresIn: "soon" }, "expiresIn must be a duration such as 90d or 12h."],
  [{ expiresIn: "0s" }, "expiresIn must be in the future, before the year 10000."],
  [{ expiresIn: "999999999999w" }, "expiresIn must be in the future, before the year 10000."],
  [
    { expiresAt: "2026-01-01T00:00:00Z" },
    "expiresAt must be in the future, before the year 10000.",
  ],
  [{ label: "This data folder" }, 'label must not be "This data folder", which is reserved.'],
  [{ user: "nosuch" }, 'No user matches "nosuch".'],
  [{ role: "read", organization: "nosuch" }, 'No organization matches "nosuch".'],
])("the token %j is refused with its reason", async (body, message) => {
  const refused = await askService(shared, "POST /_tome/token", { token: sharedToken, body });
  expect(getMessage(refused)).toBe(message);
  expect((await shared.admin.listTokens()).items).toHaveLength(1);
});

test("the token of the data folder is rotated without an expiry, and not revoked", async () => {
  const { ask, admin, service } = await start();
  const before = service.token;
  const rotations: string[] = [];
  const stop = service.admin.onRotation(async () => void rotations.push(service.token));
  for (const expiry of [{ expiresIn: "1d" }, { expiresAt: "2027-01-01T00:00:00Z" }]) {
    const refused = await admin("POST /_tome/tokens/folder/rotate", expiry);
    expect([refused.status, getMessage(refused)]).toEqual([
      400,
      "The token of the data folder does not expire. Leave out the expiry.",
    ]);
  }
  const rotated = await admin("POST /_tome/tokens/folder/rotate", {});
  const { token, id } = rotated.body as { token: string; id: string };
  expect([token === service.token, token === before]).toEqual([true, false]);
  expect(rotated.body).toMatchObject({ label: "This data folder", expiresAt: null });
  expect((await ask("GET /v1/user", { token: before })).status).toBe(401);
  expect((await ask("GET /v1/user", { token })).status).toBe(200);
  stop();
  const again = await admin(`POST /_tome/tokens/${id}/rotate`, {});
  expect(again.status).toBe(200);
  expect(rotations).toEqual([token]);
  const { id: newId } = again.body as { id: string };
  const revoked = await admin(`POST /_tome/tokens/${newId}/revoke`);
  expect([revoked.status, getMessage(revoked)]).toEqual([
    409,
    "The token of the data folder cannot be revoked. Rotate it instead.",
  ]);
  for (const unknown of [id, "XYZ", `${newId.slice(0, 11)}`]) {
    const missing = await admin(`POST /_tome/tokens/${unknown}/revoke`);
    expect([missing.status, getMessage(missing)]).toEqual([404, `No token has the id ${unknown}.`]);
  }
});

test("a name of several organizations is refused, and an id or another title is not", async () => {
  const { ask, admin } = await start();
  const createTwin = async () =>
    (await ask("POST /v1/orgs", { body: { title: "Twins" } })).body as { id: string };
  const { id } = await createTwin();
  await createTwin();
  const create = (organization: string) =>
    admin("POST /_tome/token", { role: "edit", organization });
  const unclear = await create("Twins");
  expect([unclear.status, getMessage(unclear)]).toEqual([
    409,
    '2 organizations have the title "Twins". Specify the id; tome org list shows it.',
  ]);
  expect((await create(id)).status).toBe(200);
  expect((await create("My organization")).status).toBe(200);
  await ask("POST /v1/orgs", { body: { title: id } });
  const { token } = (await create(id)).body as { token: string };
  const orgs = (await ask("GET /v1/orgs", { token })).body as { items: { id: string }[] };
  expect(orgs.items.map((one) => one.id)).toEqual([id]);
});

test("a user is found by id or email even if others have it as their name", async () => {
  const { admin, service } = await start();
  const created_at = "2026-01-01T00:00:00.000Z";
  const users = [
    { id: "u1", display_name: "Ada", email: "Ada@example.com" },
    { id: "u2", display_name: "ada@example.com", email: "tom@example.com" },
    { id: "u3", display_name: "u1", email: "eve@example.com" },
  ];
  for (const user of users) {
    await service.db
      .insertInto("users")
      .values({ ...user, photo_url: null, created_at })
      .execute();
  }
  const find = async (user: string) => {
    const { body } = await admin("POST /_tome/token", { user });
    return (body as { readonly user: string }).user;
  };
  expect([await find("ada@EXAMPLE.com"), await find("Ada@example.com"), await find("Ada")]).toEqual(
    [...["u1", "u1", "u1"]],
  );
  expect(await find("u1")).toBe("u1");
});

test("a disabled member is not used for the token of a role", async () => {
  const { admin, service } = await start();
  const create = async () =>
    (await admin("POST /_tome/token", { role: "edit" })).body as { user: string };
  const { user } = await create();
  expect((await create()).user).toBe(user);
  await service.db
    .updateTable("members")
    .set({ disabled: 1 })
    .where("user_id", "=", user)
    .execute();
  expect((await create()).user).not.toBe(user);
});

test("the operator verifies and revokes domains", async () => {
  const { ask, admin, service } = await start();
  await ask("POST /v1/orgs", { body: { title: "Other" } });
  const vouch = (domain: string, organization: string) =>
    admin("POST /_tome/domains/vouch", { domain, organization });
  const revoke = (domain: string, organization: string) =>
    admin("POST /_tome/domains/revoke", { domain, organization });
  const verified = await vouch("Docs.Example.com", "My organization");
  expect(verified.body).toMatchObject({
    domain: "docs.example.com",
    organization: { title: "My organization" },
  });
  expect(verified.body).toEqual((await vouch("docs.example.com", "My organization")).body);
  const refusals = [
    await vouch("a.docs.example.com", "Other"),
    await vouch("a b", "Other"),
    await vouch("example.com", "nosuch"),
    await revoke("example.com", "Other"),
    await revoke("a b", "Other"),
  ];
  expect(refusals.map((one) => [one.status, getMessage(one)])).toEqual([
    [
      409,
      "a.docs.example.com or a domain above it belongs to another organization. Revoke that claim first.",
    ],
    [400, 'domain "a b" is not a domain name. Use the form example.com.'],
    [404, 'No organization matches "nosuch".'],
    [404, "The organization does not claim example.com."],
    [404, "The organization does not claim a b."],
  ]);
  await vouch("example.org", "Other");
  const list = async () => {
    const { items } = (await admin("GET /_tome/domains")).body as {
      items: { domain: string; verifiedAt?: string; organization: { title: string } }[];
    };
    return items.map((one) => [one.domain, one.organization.title, one.verifiedAt]);
  };
  expect(await list()).toEqual([
    ["docs.example.com", "My organization", "2026-01-01T00:00:00.000Z"],
    ["example.org", "Other", "2026-01-01T00:00:00.000Z"],
  ]);
  expect((await revoke("DOCS.example.com", "My organization")).body).toMatchObject({
    domain: "docs.example.com",
  });
  expect(await list()).toEqual([
    ["docs.example.com", "My organization", undefined],
    ["example.org", "Other", "2026-01-01T00:00:00.000Z"],
  ]);
  await revoke("docs.example.com", "My organization");
  const changes = await service.db
    .selectFrom("audit_events")
    .select(["target_id", "occurrences"])
    .where("action", "=", "changeDomainVerification")
    .execute();
  // Two for this domain and one for the other: the repeated decisions changed nothing.
  expect(changes.map((one) => `${one.target_id} ${one.occurrences}`).toSorted()).toEqual([
    ...["docs.example.com 1", "docs.example.com 1", "example.org 1"],
  ]);
});
