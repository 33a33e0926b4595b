import { expect, test } from "vitest";
import { getMessage, openTestPlatform } from "../../../support/platforms/platform.ts";

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

test("a token is created for the user of an unambiguous email or name", async () => {
  const { ask, admin } = await start();
  await admin("POST /_tome/seed");
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

test("the sample is loaded once, and a reset deletes it but keeps the access", async () => {
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
