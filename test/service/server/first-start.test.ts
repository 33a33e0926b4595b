import { expect, it } from "vitest";
import { removeFact } from "../../../src/service/database/facts.ts";
import { begin, findFirstStart } from "../../../src/service/server/first-start.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

const now = new Date("2026-01-01T00:00:00.000Z");

async function start() {
  const db = await openTestDatabase();
  let ids = 0;
  const startAgain = () => begin(db, { now, newId: () => `id${++ids}` });
  const read = async () => ({
    users: await db.selectFrom("users").selectAll().execute(),
    organizations: await db.selectFrom("organizations").select(["id", "title"]).execute(),
    members: await db.selectFrom("members").selectAll().execute(),
  });
  return { db, startAgain, read };
}

it("an empty database gets an organization and its owner, once", async () => {
  const { db, startAgain, read } = await start();
  expect(await findFirstStart(db)).toBeUndefined();
  const ids = { owner: "id1", organization: "id2" };
  expect([await startAgain(), await startAgain(), await findFirstStart(db)]).toEqual([
    ids,
    ids,
    ids,
  ]);
  const created = "2026-01-01T00:00:00.000Z";
  expect(await read()).toEqual({
    users: [
      {
        ...{ id: "id1", display_name: "Owner", email: "owner@example.com", photo_url: null },
        created_at: created,
      },
    ],
    organizations: [{ id: "id2", title: "My organization" }],
    members: [
      {
        ...{ organization_id: "id2", user_id: "id1", role: "admin", disabled: 0, sso: 0 },
        ...{ joined_at: created, last_seen_at: null },
      },
    ],
  });
});

it("of several processes that start at once, one creates the rows", async () => {
  const { startAgain, read } = await start();
  const [one, other] = await Promise.all([startAgain(), startAgain()]);
  expect(one).toEqual(other);
  expect((await read()).members).toHaveLength(1);
});

it.each(["owner", "organization"])(
  "a database without the fact %s is not initialized",
  async (name) => {
    const { db, startAgain } = await start();
    await startAgain();
    await removeFact(db, name);
    expect(await findFirstStart(db)).toBeUndefined();
  },
);
