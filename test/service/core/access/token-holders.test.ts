import { expect, it } from "vitest";
import {
  findTokenHolder,
  isActiveProvider,
  shortenReference,
} from "../../../../src/service/core/access/token-holders.ts";
import { computeDigest } from "../../../../src/service/server/tokens.ts";
import { addProvider, signIn } from "../../../support/models/consent-world.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

it("a token has its user until it expires", async () => {
  const workspace = await openWorkspace();
  const { db, now } = workspace;
  const addToken = (label: string, user_id: string, expires_at: string | null) =>
    db
      .insertInto("tokens")
      .values({
        ...{ hash: computeDigest(label), user_id, label, created_at: now.toISOString() },
        ...{ expires_at, last_used_at: null },
      })
      .execute();
  const [ada, tom] = [await workspace.person(), await workspace.person()];
  await addToken("ada", ada, null);
  await addToken("tom", tom, new Date(now.getTime() + 1000).toISOString());
  const find = (label: string, milliseconds: number, isShort = false) => {
    const reference = { store: "tokens" as const, hash: computeDigest(label) };
    const at = new Date(now.getTime() + milliseconds);
    return findTokenHolder(db, isShort ? shortenReference(reference) : reference, at);
  };
  expect(await find("ada", 1e9)).toEqual({ user: ada });
  expect(await find("ada", 0, true)).toEqual({ user: ada });
  expect(await find("tom", 999)).toEqual({ user: tom });
  expect(await find("tom", 1000)).toBe(undefined);
  expect(await find("unknown", 0)).toBe(undefined);
});

it("a shortened reference has twelve digits", () => {
  expect(shortenReference({ store: "sign_ins", hash: "0123456789abcdef" })).toEqual({
    store: "sign_ins",
    hash: "0123456789ab",
  });
});

it("a sign-in has its user in its organization while every condition holds", async () => {
  const workspace = await openWorkspace();
  const { db, now } = workspace;
  const organization = await workspace.organization();
  const user = await workspace.person("ada@signin.example");
  await workspace.enroll(organization, user, "read");
  await workspace.vouch(organization, "signin.example");
  await addProvider(workspace, organization, "Sign-in");
  const hash = computeDigest(await signIn(workspace, organization, user));
  const { expires_at } = await db
    .selectFrom("sign_ins")
    .select("expires_at")
    .where("hash", "=", hash)
    .executeTakeFirstOrThrow();
  const find = (time = now.getTime()) =>
    findTokenHolder(db, { store: "sign_ins", hash }, new Date(time));
  const holder = { user, boundTo: organization };
  expect(await find()).toEqual(holder);
  const end = Date.parse(expires_at);
  expect([await find(end - 1), await find(end)]).toEqual([holder, undefined]);
  const members = db.updateTable("members").where("user_id", "=", user);
  await members.set({ disabled: 1 }).execute();
  expect(await find()).toBe(undefined);
  await members.set({ disabled: 0 }).execute();
  expect(await find()).toEqual(holder);
  await db.updateTable("saml_providers").set({ certificate: "" }).execute();
  expect(await find()).toBe(undefined);
  await db.updateTable("saml_providers").set({ certificate: "certificate" }).execute();
  expect(await find()).toEqual(holder);
  await db
    .updateTable("users")
    .set({ email: "ada@other.example" })
    .where("id", "=", user)
    .execute();
  expect(await find()).toBe(undefined);
});

it.each([
  [{ entity_id: "e", certificate: "c", sso_url: "u" }, true],
  [{ entity_id: "", certificate: "c", sso_url: "u" }, false],
  [{ entity_id: "e", certificate: "", sso_url: "u" }, false],
  [{ entity_id: "e", certificate: "c", sso_url: "" }, false],
])("the provider %j is active: %s", (provider, isActive) => {
  expect(isActiveProvider(provider)).toBe(isActive);
});
