import { beforeEach, describe, expect, test } from "vitest";
import { ApiError } from "../../../../src/errors.ts";
import type { Queries } from "../../../../src/service/database/tables.ts";
import {
  deleteToken,
  listTokens,
  replaceToken,
} from "../../../../src/service/server/admin/user-tokens.ts";
import { findToken, folderLabel, issueToken } from "../../../../src/service/server/tokens.ts";
import { openTestDatabase } from "../../../support/platforms/postgres/databases.ts";

const now = new Date("2026-01-01T00:00:00Z");
const day = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(now.getTime() + days * day);

let db: Queries;

beforeEach(async () => {
  db = await openTestDatabase();
  const user = { id: "u", display_name: "U", email: "u@example.com", photo_url: null };
  await db
    .insertInto("users")
    .values({ ...user, created_at: "" })
    .execute();
});

/** A token and its id. */
async function issue(label: string, expiresAt?: string) {
  const secret = await issueToken(db, { user: "u", label, now, expiresAt });
  const context = {
    db,
    now,
    folderToken: "",
    newId: () => "",
    beginning: { owner: "", organization: "" },
  };
  const { items } = await listTokens(context);
  return { secret, id: items.find((one) => one.label === label)?.id ?? "" };
}

async function getStatus(attempt: Promise<unknown>): Promise<number | undefined> {
  return attempt.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.status : 500),
  );
}

describe("a rotation", () => {
  test.each([
    ["without an expiry", undefined, {}, null],
    ["with the same lifetime again", inDays(10).toISOString(), {}, inDays(13).toISOString()],
    ["with a duration", inDays(10).toISOString(), { expiresIn: "1d" }, inDays(4).toISOString()],
    ["with a time", undefined, { expiresAt: inDays(9).toISOString() }, inDays(9).toISOString()],
  ])("replaces the token %s", async (_, expiresAt, request, expected) => {
    const { secret, id } = await issue("CI", expiresAt);
    const later = inDays(3);
    const rotated = await replaceToken({ db, now: later }, id, request);
    expect(rotated).toMatchObject({ user: "u", label: "CI", expiresAt: expected });
    expect(await findToken(db, secret, later)).toBeUndefined();
    expect(await findToken(db, rotated.token, later)).toMatchObject({ user: "u", label: "CI" });
  });

  test.each([
    ["the token of a data folder", folderLabel, {}, 409],
    [
      "a token with two expiries",
      "CI",
      { expiresIn: "1d", expiresAt: inDays(9).toISOString() },
      400,
    ],
    ["a token with an expiry in the past", "CI", { expiresAt: inDays(-1).toISOString() }, 400],
    ["a token with an invalid duration", "CI", { expiresIn: "soon" }, 400],
  ])("keeps %s", async (_, label, request, status) => {
    const { secret, id } = await issue(label);
    expect(await getStatus(replaceToken({ db, now }, id, request))).toBe(status);
    expect(await findToken(db, secret, now)).toMatchObject({ label });
  });
});

test("the token of this data folder is not revoked, and that of another one is", async () => {
  const { secret, id } = await issue(folderLabel);
  const context = { db, now, newId: () => "", beginning: { owner: "", organization: "" } };
  expect(await getStatus(deleteToken({ ...context, folderToken: secret }, id))).toBe(409);
  expect(await findToken(db, secret, now)).toBeDefined();
  expect(await getStatus(deleteToken({ ...context, folderToken: "another" }, id))).toBeUndefined();
  expect(await findToken(db, secret, now)).toBeUndefined();
  // It stays in the list as revoked, because its folder would register it again.
  const { items } = await listTokens({ ...context, folderToken: "" });
  expect(items).toMatchObject([{ id, label: folderLabel, status: "expired" }]);
  const ended = await issue("CI");
  await deleteToken({ ...context, folderToken: "" }, ended.id);
  expect(await getStatus(deleteToken({ ...context, folderToken: "" }, ended.id))).toBe(404);
});
