import { expect, test } from "vitest";
import { findPublicSiteUrl } from "../../../../src/service/areas/site-reader/public-address.ts";
import { openSitesFixture } from "../sites/fixture.ts";

test("the printed URL is that of the oldest published site that is public", async () => {
  const fixture = await openSitesFixture();
  const { db } = fixture.workspace;
  const base = "http://127.0.0.1:4000";
  const find = () => findPublicSiteUrl(db, base);
  expect(await find()).toBeUndefined();
  await db.updateTable("organizations").set({ hostname: "acme" }).execute();
  const ids: string[] = [];
  for (let at = 0; at < 4; at++) ids.push(await fixture.site());
  ids.sort();
  const set = (at: number, columns: object) =>
    db
      .updateTable("sites")
      .set(columns)
      .where("id", "=", ids[at] ?? "")
      .execute();
  const time = (minute: number) => ({ created_at: `2026-01-01T00:0${minute}:00.000Z` });
  await set(0, { ...time(0), basename: "draft" });
  await set(1, { ...time(1), basename: "unlisted", published: 1, visibility: "unlisted" });
  await set(2, { ...time(3), basename: "second", published: 1 });
  await set(3, { ...time(2), basename: "first", published: 1 });
  const url = (basename: string) => `http://${basename}.acme.site.localhost:4000`;
  expect(await find()).toBe(url("first"));
  await set(3, time(3));
  expect(await find()).toBe(url("second"));
});
