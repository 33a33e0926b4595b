import { describe, expect, test } from "vitest";
import {
  findOpeningKey,
  isKeyExpired,
  isLinkKey,
  loadActiveKeys,
  requireOpeningKey,
} from "../../../../../src/service/areas/sites/visitors/share-keys.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openSitesFixture } from "../fixture.ts";

const secret = (letter: string) => letter.repeat(20);

async function start() {
  const fixture = await openSitesFixture();
  const { db, now } = fixture.workspace;
  const [id, other] = [await fixture.site("Guide"), await fixture.site("Other")];
  const at = (milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString();
  const add = (letter: string, site_id: string, fields: object = {}) =>
    db
      .insertInto("site_share_links")
      .values({
        ...{ id: letter, site_id, name: letter, secret: secret(letter), active: 1 },
        ...{ expires_at: null, created_at: at(0) },
        ...fields,
      } as never)
      .execute();
  await add("a", id);
  await add("b", id, { active: 0 });
  await add("c", id, { expires_at: at(1) });
  await add("d", id, { expires_at: at(0) });
  await add("e", other);
  const shared = { id, visibility: "share-link" as const };
  return { db, now, shared, other };
}

describe("the key of a share link", () => {
  test("opens its site while the link is active and has not expired", async () => {
    const { db, now, shared } = await start();
    const opens = async (key: string | undefined, site: object = shared) =>
      (await findOpeningKey({ db, now }, site as typeof shared, key))?.key;
    expect(await opens(secret("a"))).toBe(secret("a"));
    expect(await opens(secret("c"))).toBe(secret("c"));
    for (const key of [undefined, "", secret("b"), secret("d"), secret("e"), secret("x")]) {
      expect([key, await opens(key)]).toEqual([key, undefined]);
    }
    expect(await opens(secret("a"), { ...shared, visibility: "public" })).toBeUndefined();
    const keys = await loadActiveKeys({ db, now }, shared);
    expect(keys.toSorted()).toEqual([secret("a"), secret("c")]);
    const open = { ...shared, visibility: "public" as const };
    expect(await loadActiveKeys({ db, now }, open)).toEqual([]);
  });

  test("is recognized after its end, on its own site", async () => {
    const { db, shared, other } = await start();
    const isKey = (segment: string, id = shared.id) => isLinkKey({ db }, { id }, segment);
    for (const letter of ["a", "b", "c", "d"]) expect(await isKey(secret(letter))).toBe(true);
    expect(await isKey(secret("e"))).toBe(false);
    expect(await isKey(secret("e"), other)).toBe(true);
    for (const segment of ["a".repeat(19), "a".repeat(21), `${"a".repeat(19)}-`, secret("x")]) {
      expect([segment, await isKey(segment)]).toEqual([segment, false]);
    }
  });

  test("has expired from the time of its link, on a site that uses share links", async () => {
    const { db, now, shared, other } = await start();
    await db.updateTable("sites").set({ visibility: "share-link" }).execute();
    const has = (letter: string, at = now, id = shared.id) =>
      isKeyExpired({ db, now: at }, id, secret(letter));
    const later = new Date(now.getTime() + 1);
    expect([await has("a"), await has("b"), await has("c"), await has("d")]).toEqual([
      ...[false, false, false, true],
    ]);
    expect([await has("c", later), await has("d", now, other), await has("x")]).toEqual([
      ...[true, false, false],
    ]);
    await db.updateTable("sites").set({ visibility: "public" }).execute();
    expect(await has("d")).toBe(false);
  });

  slowTest("that is invalid is refused, and ignored by a site without share links", async () => {
    const { db, now, shared } = await start();
    const requireKey = (key: string | undefined, site: object = shared) =>
      requireOpeningKey({ db, now }, site as typeof shared, key);
    expect(await requireKey(secret("a"))).toEqual({ key: secret("a") });
    expect(await requireKey(undefined)).toBeUndefined();
    expect(await requireKey(secret("b"), { ...shared, visibility: "public" })).toBeUndefined();
    for (const letter of ["b", "d", "e", "x"]) {
      await expect(requireKey(secret(letter))).rejects.toMatchObject({
        ...{ status: 404, field: "shareKey" },
        message: `shareKey is not the key of an active share link of site ${shared.id}.`,
      });
    }
  });
});
