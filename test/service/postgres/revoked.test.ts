/** Authentication of writes that wait for another process. */
import { describe, expect, test } from "vitest";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { freshDatabase } from "../../support/postgres/databases.ts";
import { within } from "../../support/postgres/on-server.ts";
import { openWorkspace } from "../../support/workspace.ts";

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
