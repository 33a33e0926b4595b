import { expect, test } from "vitest";
import { createSecret } from "../../../src/service/database/folder-token.ts";
import {
  findToken,
  isAdminToken,
  issueAdminToken,
  issueToken,
} from "../../../src/service/server/tokens.ts";
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
