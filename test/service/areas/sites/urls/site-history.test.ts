import { expect, test } from "vitest";
import {
  listStartPeriods,
  recordStarts,
} from "../../../../../src/service/areas/sites/urls/site-history.ts";
import { createStructure } from "../../../../support/organizations/site-parts.ts";
import { openSitesFixture } from "../fixture.ts";

const never = Number.POSITIVE_INFINITY;

/** Two spaces, one after the other at the root, on one of two sites. */
async function start() {
  const fixture = await openSitesFixture();
  const { db } = fixture.workspace;
  const [siteId, other] = [await fixture.site(), await fixture.site()];
  const [guide, api] = [await fixture.space("Guide"), await fixture.space("API")];
  const build = (id: string, first: string, path: string) =>
    createStructure({
      site: { id },
      siteSpaces: { a: { space_id: first, path }, b: { space_id: api } },
    });
  await db.deleteFrom("site_paths").execute();
  const read = async (id = siteId) => {
    const rows = await db
      .selectFrom("site_paths")
      .selectAll()
      .where("site_id", "=", id)
      .orderBy("since")
      .orderBy("path")
      .execute();
    return rows.map(({ path, space_id, since, until }) => [path, space_id, since, until]);
  };
  return { db, siteId, other, guide, api, build, read };
}

test("paths that spaces lose and get are recorded, at consecutive times", async () => {
  const { db, siteId, other, guide, api, build, read } = await start();
  const first = build(siteId, guide, "guide");
  await recordStarts(db, first);
  const opened = [
    ["", guide, 0, null],
    ["/b", api, 0, null],
    ["/guide", guide, 0, null],
  ];
  expect(await read()).toEqual(opened);
  await recordStarts(db, first);
  expect(await read()).toEqual(opened);
  await recordStarts(db, build(other, guide, "guide"));
  expect(await read(other)).toEqual(opened);
  await recordStarts(db, build(siteId, guide, "start"));
  const renamed = [...opened.slice(0, 2), ["/guide", guide, 0, 1], ["/start", guide, 1, null]];
  expect(await read()).toEqual(renamed);
  await recordStarts(db, build(siteId, guide, "guide"));
  const back = [...renamed.slice(0, 3), ["/start", guide, 1, 2], ["/guide", guide, 2, null]];
  expect(await read()).toEqual(back);
  await recordStarts(db, createStructure({ site: { id: siteId } }));
  expect(await read()).toEqual(back.map(([...row]) => [...row.slice(0, 3), row[3] ?? 3]));
  // The first paths of a site that had others are not as old as the site.
  await recordStarts(
    db,
    createStructure({ site: { id: siteId }, siteSpaces: { a: { space_id: guide, path: "new" } } }),
  );
  expect((await read()).slice(-2)).toEqual([
    ["", guide, 4, null],
    ["/new", guide, 4, null],
  ]);
  expect(await read(other)).toEqual(opened);
});

test("the periods of a requested path are those of the paths that contain it", async () => {
  const { db, siteId, other, guide, api, build } = await start();
  await recordStarts(db, build(siteId, guide, "guide"));
  await recordStarts(db, build(other, guide, "guide"));
  const structure = build(siteId, guide, "start");
  await recordStarts(db, structure);
  const list = async (path: string, of = structure) =>
    (await listStartPeriods(db, of, path)).map((one) => [
      ...[one.path, one.spaceId, one.since, one.until],
    ]);
  const home = ["", guide, 0, never];
  expect(await list("")).toEqual([home]);
  expect(await list("/Guide/x")).toEqual([home, ["/guide", guide, 0, 1]]);
  expect(await list("/start")).toEqual([home, ["/start", guide, 1, never]]);
  expect(await list("/b/c/d/e/f/g/h/i")).toEqual([home, ["/b", api, 0, never]]);
  expect(await list("/guides")).toEqual([home]);
  // A path that is not recorded yet is as old as the site.
  expect(await list("/later", build(siteId, guide, "later"))).toEqual([
    home,
    ["/later", guide, 0, never],
  ]);
  expect(await list("/b", build(siteId, guide, "later"))).toEqual([home, ["/b", api, 0, never]]);
});

test("only the last 500 former paths are considered", async () => {
  const { db, siteId, guide, build } = await start();
  const rows = Array.from({ length: 501 }, (_, at) => ({
    ...{ site_id: siteId, path: "/old", space_id: guide, since: at, until: at + 1 },
  }));
  await db.insertInto("site_paths").values(rows).execute();
  const periods = await listStartPeriods(db, build(siteId, guide, "guide"), "/old");
  const former = periods.filter(({ path }) => path === "/old").map(({ until }) => until);
  expect([former.length, Math.max(...former), Math.min(...former)]).toEqual([500, 501, 2]);
});
