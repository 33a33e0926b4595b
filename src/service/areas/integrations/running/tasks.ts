/**
 * Tasks that an integration queues for its own script. A task is an event of the integration: it is
 * delivered in order, with retries, and its result is in the list of events.
 */
import { ApiError } from "../../../../errors.ts";
import { authorize } from "../../../core/access/access.ts";
import type { Call } from "../../../core/handlers.ts";
import { countSelected } from "../../../core/pages.ts";
import type { Queries } from "../../../database/tables.ts";
import type { ShortJob } from "../../../jobs/job.ts";
import { recordTask } from "../../integration-events/record.ts";
import { requireIntegration } from "../queries.ts";
import { notRunning } from "./call-script.ts";

/** The kind of the job that records a task at its time. */
export const taskKind = "queue-integration-task";

/** The maximum number of waiting tasks of all integrations that an organization published. */
const mostTasks = 1000;
/** In characters, as JSON. */
const longestTask = 64 * 1024;

interface QueuedTask {
  readonly task: Readonly<Record<string, unknown>>;
  /** In seconds. */
  readonly schedule: number;
}

/**
 * @throws ApiError 403 without the role, 400 for a long task, 429 if too many tasks are waiting, 501
 * if no script receives it
 */
export async function queueTask(
  call: Call,
  integrationName: string,
  { task, schedule }: QueuedTask,
): Promise<void> {
  const { row, membership } = await requireIntegration(call, integrationName);
  if (call.agent === undefined) authorize(membership?.role, "queueIntegrationTask");
  if (JSON.stringify(task).length > longestTask) {
    throw new ApiError(400, `task exceeds the limit of ${longestTask} characters as JSON.`, {
      field: "task",
    });
  }
  const feed = await call.db
    .selectFrom("integration_feeds")
    .select("tunnel_url")
    .where("integration", "=", row.name)
    .executeTakeFirst();
  if (!feed?.tunnel_url) throw notRunning;
  const publisher = row.organization_id;
  if ((await countTasks(call.db, publisher)) >= mostTasks) {
    throw new ApiError(429, `${mostTasks} tasks are waiting, which is the limit. Retry later.`, {
      retryAfter: 60,
    });
  }
  if (schedule === 0) {
    await recordTask(call, { integration: row.name, publisher }, task);
    return;
  }
  await call.enqueue({
    kind: taskKind,
    payload: { integration: row.name, publisher, task },
    at: new Date(call.now.getTime() + schedule * 1000),
    organization: publisher,
  });
}

async function countTasks(db: Queries, organization: string): Promise<number> {
  const scheduled = db
    .selectFrom("jobs")
    .where("kind", "=", taskKind)
    .where("organization_id", "=", organization);
  const waiting = db
    .selectFrom("integration_events")
    .where("delivery", "=", "waiting")
    .where("installation_id", "=", "")
    .where("organization_id", "=", organization);
  return (await countSelected(scheduled)) + (await countSelected(waiting));
}

/** Records a scheduled task, unless the integration was unpublished in the meantime. */
export const recordScheduledTask: ShortJob = async (payload, call) => {
  const { integration, publisher, task } = payload as {
    readonly integration: string;
    readonly publisher: string;
    readonly task: Readonly<Record<string, unknown>>;
  };
  const row = await call.db
    .selectFrom("integrations")
    .select("name")
    .where("name", "=", integration)
    .where("organization_id", "=", publisher)
    .executeTakeFirst();
  if (row) await recordTask(call, { integration, publisher }, task);
};
