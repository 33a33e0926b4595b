/** Authentication of writes that are retried after a conflict with another process. */
import { expect, test } from "vitest";
import * as organization from "../../../src/contract/organization.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { freshDatabase } from "../../support/postgres/databases.ts";
import { within } from "../../support/postgres/on-server.ts";
import { openWorkspace } from "../../support/workspace.ts";

const waits =
  "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

test.each([
  ["a token that was revoked meanwhile", "delete from tokens where label = 'used'", 401],
  ["a token that is still valid", "select 1", 200],
])("with %s", async (_, meanwhile, status) => {
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
      await other.query(meanwhile);
      await holder.query("commit");
      return sent;
    }),
  );
  expect(answer.status).toBe(status);
  const { title } = await workspace.ok(admin, organization.get, { organizationId });
  expect(title).toBe(status === 200 ? "After" : "Meanwhile");
});
