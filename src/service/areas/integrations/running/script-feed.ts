/**
 * Events of integrations whose published script this platform runs. The script takes the place of a
 * tunnel, and a tunnel for development replaces it.
 */
import { sql } from "kysely";
import type { Call } from "../../../core/handlers.ts";
import type { Queries } from "../../../database/tables.ts";
import type { JobRequest } from "../../../jobs/job.ts";
import type { UserPrincipal } from "../../../jobs/principal.ts";
import { createSendingJob } from "../../integration-events/record.ts";
import { scriptUrl } from "../../integration-events/tables.ts";
import { clearFeed } from "../tunnel.ts";

/** Starts to run the script of an integration, unless events are sent to a tunnel. */
export async function attachScript(
  { db, enqueue }: Pick<Call, "db" | "enqueue">,
  integration: string,
): Promise<void> {
  const row = await db
    .selectFrom("integrations")
    .innerJoin("integration_versions as version", (join) =>
      join
        .onRef("version.integration", "=", "integrations.name")
        .onRef("version.version", "=", "integrations.version"),
    )
    .select(["version.published_by", "integrations.organization_id"])
    .where("integrations.name", "=", integration)
    .executeTakeFirst();
  if (!row) return;
  const principal: UserPrincipal = { kind: "user", user: row.published_by };
  const isWaiting = await hasWaiting(db, integration);
  const feed = await db
    .updateTable("integration_feeds")
    .set((feed) => ({
      tunnel_url: scriptUrl,
      tunnel_principal: JSON.stringify(principal),
      tunnel_base: "",
      tunnel_all: 1,
      failures: 0,
      sending: Number(isWaiting),
      turn: feed("turn", "+", 1),
    }))
    .where("integration", "=", integration)
    .where((feed) => feed.or([feed("tunnel_url", "is", null), feed("tunnel_url", "=", scriptUrl)]))
    .returningAll()
    .executeTakeFirst();
  if (feed && isWaiting) await enqueue(createSendingJob(feed, row.organization_id));
}

async function hasWaiting(db: Queries, integration: string): Promise<boolean> {
  const event = await db
    .selectFrom("integration_events")
    .select("id")
    .where("integration", "=", integration)
    .where("delivery", "=", sql.lit("waiting"))
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

/** At the start of a platform that runs scripts: those of all integrations without a tunnel. */
export async function attachScripts(
  db: Queries,
  enqueue: (db: Queries, job: JobRequest) => Promise<void>,
): Promise<void> {
  const feeds = await db
    .selectFrom("integration_feeds")
    .select("integration")
    .where("tunnel_url", "is", null)
    .execute();
  for (const { integration } of feeds) {
    await attachScript({ db, enqueue: (job) => enqueue(db, job) }, integration);
  }
}

/** Whether an event may run a script soon. */
export async function hasInstalledScript(db: Queries): Promise<boolean> {
  const row = await db
    .selectFrom("installations")
    .innerJoin(
      "integration_versions as version",
      "version.integration",
      "installations.integration",
    )
    .select("installations.id")
    .where("version.script", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** At the start of a platform that does not run scripts. */
export async function detachScripts(db: Queries): Promise<void> {
  const feeds = await db
    .selectFrom("integration_feeds")
    .select("integration")
    .where("tunnel_url", "=", scriptUrl)
    .execute();
  for (const { integration } of feeds) await clearFeed(db, integration);
}
