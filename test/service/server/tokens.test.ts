import { expect, test } from "vitest";
import { createSecret } from "../../../src/service/database/folder-token.ts";
import {
  acceptAdminToken,
  acceptToken,
  computeDigest,
  findBearer,
  findToken,
  folderLabel,
  isAdminToken,
  isRevoked,
  issueAdminToken,
  issueToken,
  recordUse,
  revokeToken,
} from "../../../src/service/server/tokens.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

const now = new Date(1000);

async function withUser() {
  const db = await openTestDatabase();
  const user = { id: "u", display_name: "U", email: "u@example.com", photo_url: null };
  await db
    .insertInto("users")
    .values({ ...user, created_at: "" })
    .execute();
  return db;
}

test("a token has a prefix and 256 random bits", () => {
  const tokens = new Set(Array.from({ length: 1000 }, () => createSecret()));
  expect(tokens.size).toBe(1000);
  for (const token of tokens) expect(token).toMatch(/^tome_[\w-]{43}$/);
});

test("a token identifies its user and is stored only as a hash", async () => {
  const db = await withUser();
  const token = await issueToken(db, { user: "u", label: "test", now: new Date(0) });
  expect(await findToken(db, token, now)).toMatchObject({ user: "u", label: "test" });
  expect(await findToken(db, `${token}x`, now)).toBeUndefined();
  expect(await findToken(db, "", now)).toBeUndefined();
  const rows = await db.selectFrom("tokens").selectAll().execute();
  expect(rows).toMatchObject([{ user_id: "u", label: "test" }]);
  expect(JSON.stringify(rows)).not.toContain(token.slice(5));
  // The digest itself gives no access.
  expect(await findToken(db, rows[0]?.hash ?? "", now)).toBeUndefined();
});

test("only the latest admin token is valid, and a user's token never is", async () => {
  const db = await withUser();
  const user = await issueToken(db, { user: "u", label: "test", now: new Date(0) });
  expect(await isAdminToken(db, user)).toBe(false);
  const first = await issueAdminToken(db);
  const second = await issueAdminToken(db);
  expect(await isAdminToken(db, first)).toBe(false);
  expect(await isAdminToken(db, second)).toBe(true);
  expect(await findToken(db, second, now)).toBeUndefined();
});

test.each([
  [undefined, undefined],
  ["", undefined],
  ["Bearer", undefined],
  ["Bearer ", undefined],
  ["Bearer a b", undefined],
  ["xBearer a", undefined],
  ["Basic a", undefined],
  ["Bearer é", undefined],
  [`Bearer ${"a".repeat(4097)}`, undefined],
  [`Bearer ${"a".repeat(4096)}`, "a".repeat(4096)],
  ["bearer  tome_a-b.c~d+e/f=", "tome_a-b.c~d+e/f="],
])("the header %j has the token %j", (header, token) => {
  expect(findBearer(header)).toBe(token);
});

test("a token is valid until its expiry", async () => {
  const db = await withUser();
  const expiresAt = new Date(2000).toISOString();
  const token = await issueToken(db, { user: "u", label: "test", now, expiresAt });
  expect(await findToken(db, token, new Date(1999))).toEqual({
    ...{ hash: computeDigest(token), user: "u", label: "test", expiresAt, lastUsedAt: null },
  });
  expect(await findToken(db, token, new Date(2000))).toBe(undefined);
});

test("a registered secret keeps its label and gets its current user", async () => {
  const db = await withUser();
  const other = { id: "v", display_name: "V", email: "v@example.com", photo_url: null };
  await db
    .insertInto("users")
    .values({ ...other, created_at: "" })
    .execute();
  await acceptToken(db, "secret", { user: "u", label: "first", now });
  await acceptToken(db, "secret", { user: "v", label: "second", now: new Date(5000) });
  expect(await db.selectFrom("tokens").selectAll().execute()).toEqual([
    {
      ...{ hash: computeDigest("secret"), user_id: "v", label: "first" },
      ...{ created_at: now.toISOString(), expires_at: null, last_used_at: null },
    },
  ]);
});

test("the last use is recorded once an hour, and if the clock was moved back", async () => {
  const db = await withUser();
  const [secret, other] = [1, 2].map(() => createSecret());
  for (const one of [secret, other]) {
    await acceptToken(db, one ?? "", { user: "u", label: "test", now });
  }
  const hour = 60 * 60 * 1000;
  const use = async (time: number) => {
    const token = await findToken(db, secret ?? "", new Date(time));
    if (!token) throw new Error("The token is not valid.");
    await recordUse(db, token, new Date(time));
    return Date.parse((await findToken(db, secret ?? "", new Date(time)))?.lastUsedAt ?? "");
  };
  expect(await use(hour)).toBe(hour);
  expect(await use(2 * hour - 1)).toBe(hour);
  expect(await use(2 * hour)).toBe(2 * hour);
  expect(await use(2 * hour)).toBe(2 * hour);
  expect(await use(hour)).toBe(hour);
  expect((await findToken(db, other ?? "", now))?.lastUsedAt).toBe(null);
});

test("a revoked token is deleted, and that of a data folder is stored as revoked", async () => {
  const db = await withUser();
  const tokens = [
    await issueToken(db, { user: "u", label: "CI", now }),
    await issueToken(db, { user: "u", label: folderLabel, now }),
    await issueToken(db, { user: "u", label: "Other", now }),
  ];
  for (const one of tokens.slice(0, 2)) await revokeToken(db, computeDigest(one));
  const revoked = await Promise.all(tokens.map((one) => isRevoked(db, one)));
  expect(revoked).toEqual([false, true, false]);
  const found = await Promise.all(tokens.map((one) => findToken(db, one, now)));
  expect(found.map((one) => one?.label)).toEqual([undefined, undefined, "Other"]);
});

slowTest(
  "machines that share a database have an admin token each, of which 500 are valid",
  async () => {
    const db = await withUser();
    await acceptAdminToken(db, "first");
    await acceptAdminToken(db, "second");
    await acceptAdminToken(db, "first");
    const areValid = (...secrets: string[]) =>
      Promise.all(secrets.map((secret) => isAdminToken(db, secret)));
    expect(await areValid("first", "second", "third")).toEqual([true, true, false]);
    for (let machine = 3; machine <= 500; machine++) await acceptAdminToken(db, `m${machine}`);
    expect(await areValid("first", "second", "m500")).toEqual([true, true, true]);
    await acceptAdminToken(db, "m501");
    expect(await areValid("first", "second", "m501")).toEqual([false, true, true]);
  },
);
