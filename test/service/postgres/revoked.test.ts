/** Authentication of writes that wait for another process. */
import { describe, expect, test } from "vitest";
import * as collection from "../../../src/contract/collection.ts";
import * as space from "../../../src/contract/space.ts";
import { computeStrength } from "../../../src/service/core/access/grants.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { freshDatabase } from "../../support/platforms/postgres/databases.ts";
import { within } from "../../support/platforms/postgres/on-server.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

const waits =
  "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

interface Waiting {
  /** A statement of another process while the write waits for its lock. */
  readonly meanwhile: string;
  /** The end of the transaction with the lock. */
  readonly end: "commit" | "rollback";
}

/** Sends a write that waits for a row of another transaction. */
async function waitForLock({ meanwhile, end }: Waiting) {
  const database = await freshDatabase();
  const workspace = await openWorkspace({ database });
  const { service, db, now } = workspace;
  const organizationId = await workspace.organization("Before");
  const admin = await workspace.member(organizationId, "admin");
  const token = await issueToken(db, { user: admin, label: "used", now });
  const answer = await within(database.url, (holder) =>
    within(database.url, async (other) => {
      await holder.query("begin");
      await holder.query("update organizations set title = 'Meanwhile' where id = $1", [
        organizationId,
      ]);
      const sent = service.transport({
        method: "PATCH",
        url: `http://127.0.0.1:4000/v1/orgs/${organizationId}`,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ title: "After" }),
      });
      while ((await other.query(waits)).rowCount === 0);
      // Longer than a wait that is not noticed.
      await other.query("select pg_sleep(0.1)");
      await other.query(meanwhile.replace("$user", `'${admin}'`));
      await holder.query(end);
      return sent;
    }),
  );
  const { rows } = await within(database.url, (one) =>
    one.query("select title from organizations where id = $1", [organizationId]),
  );
  return { status: answer.status, title: rows[0].title };
}

const revoked = "delete from tokens where label = 'used'";
const expired = "update tokens set expires_at = '2020-01-01T00:00:00.000Z' where label = 'used'";
const disabled = "update members set disabled = 1 where user_id = $user";
const removed = "delete from members where user_id = $user";
const demoted = "update members set role = 'read' where user_id = $user";

describe("a write that waits for a transaction", () => {
  test.each([
    ["committed", "commit", "Meanwhile"],
    ["rolled back", "rollback", "Before"],
  ] as const)("that is %s runs only with its permissions", async (_, end, title) => {
    const run = (meanwhile: string) => waitForLock({ meanwhile, end });
    expect(await run(revoked)).toEqual({ status: 401, title });
    expect(await run(expired)).toEqual({ status: 401, title });
    expect(await run(disabled)).toEqual({ status: 404, title });
    expect(await run(removed)).toEqual({ status: 404, title });
    expect(await run(demoted)).toEqual({ status: 403, title });
    expect(await run("select 1")).toEqual({ status: 200, title: "After" });
  });
});

/** Rows other than the membership on which the role of a user depends. */
const sources = {
  "the level of a collection": {
    setup: "update collections set default_level = 'admin' where title = 'Inner'",
    meanwhile: "update collections set default_level = 'read' where title = 'Inner'",
  },
  "the level of an outer collection": {
    setup: "update collections set default_level = 'admin' where title = 'Outer'",
    meanwhile: "update collections set default_level = 'read' where title = 'Outer'",
  },
  "the grant of a team": {
    setup: "insert into grants values ($org, $space, $team, $admin)",
    meanwhile: "delete from grants",
  },
  "a lower grant of a team": {
    setup: "insert into grants values ($org, $space, $team, $admin)",
    meanwhile: "update grants set strength = 1",
  },
  "the membership in a team": {
    setup: "insert into grants values ($org, $space, $team, $admin)",
    meanwhile: "delete from team_members",
  },
} as const;

describe("a write that waits while another process changes", () => {
  test.each(Object.entries(sources))("%s runs only with its permissions", async (_, source) => {
    const database = await freshDatabase();
    const workspace = await openWorkspace({ database });
    const { service, db, now } = workspace;
    const organizationId = await workspace.organization("Before");
    const of = { organizationId };
    const admin = await workspace.member(organizationId, "admin");
    const reader = await workspace.member(organizationId, "read");
    const outer = await workspace.ok(admin, collection.create, { ...of, title: "Outer" });
    const inner = await workspace.ok(admin, collection.create, { ...of, title: "Inner" });
    await workspace.ok(admin, collection.move, { collectionId: inner.id, parent: outer.id });
    const { id: spaceId } = await workspace.ok(admin, space.create, {
      ...of,
      title: "Before",
      parent: inner.id,
    });
    const created = now.toISOString();
    const team = {
      id: "team",
      organization_id: organizationId,
      title: "Team",
      created_at: created,
    };
    await db.insertInto("teams").values(team).execute();
    const membership = { team_id: "team", user_id: reader, role: "member" as const };
    await db.insertInto("team_members").values(membership).execute();
    const token = await issueToken(db, { user: reader, label: "used", now });
    const status = await within(database.url, (holder) =>
      within(database.url, async (other) => {
        const setup = source.setup
          .replace("$org", `'${organizationId}'`)
          .replace("$space", `'${spaceId}'`)
          .replace("$team", "'team'")
          .replace("$admin", String(computeStrength("admin")));
        await other.query(setup);
        await other.query("update spaces set resolved_level = 'admin'");
        await holder.query("begin");
        await holder.query("update spaces set title = 'Meanwhile' where id = $1", [spaceId]);
        const sent = service.transport({
          method: "PATCH",
          url: `http://127.0.0.1:4000/v1/spaces/${spaceId}`,
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ title: "After" }),
        });
        while ((await other.query(waits)).rowCount === 0);
        await other.query("select pg_sleep(0.1)");
        await other.query(source.meanwhile);
        await holder.query("rollback");
        return (await sent).status;
      }),
    );
    const { rows } = await within(database.url, (one) =>
      one.query("select title from spaces where id = $1", [spaceId]),
    );
    expect([status, rows[0].title]).toEqual([403, "Before"]);
  });
});
