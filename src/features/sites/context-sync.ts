/** Sync of a context connection, optionally waiting for its end. */
import type { Context, PrintedColumn, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/site-context-connection.ts";
import { IncompleteError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject } from "../../json/values.ts";
import { createBeginningCheck, startWork, type WaitFlags, waitFor } from "../waiting.ts";

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "RECORDS", path: "records", as: "number" },
  { header: "SYNCED", path: "syncedAt", as: "time" },
];

export async function syncConnection(
  context: Context,
  { wait, waitLimit, ...input }: Input<typeof contract.sync> & WaitFlags,
): Promise<Result> {
  const client = await context.client();
  const { siteContextConnectionId: id, siteId } = input;
  const start = await startWork(client.call(contract.sync, input), { wait });
  const look = `tome site context connection get ${id} --site ${siteId}`;
  if (!wait) {
    return {
      done: `Started a sync of the context connection ${id}.`,
      next: `To show its status: ${look}`,
      record: { id, started: true },
    };
  }
  const mayBegin = createBeginningCheck(start);
  const record = await waitFor(context, { waitLimit }, "The sync", look, async (say) => {
    const connection = asObject((await client.call(contract.get, input)).value);
    const { status, records } = connection;
    const isFinal = status === "succeeded" || status === "failed";
    if (!mayBegin(connection) && isFinal) return connection;
    say(formatCount(Number(records), "record"));
    return undefined;
  });
  if (record.status === "failed") {
    const reason = typeof record.failureMessage === "string" ? `: ${record.failureMessage}` : ".";
    throw new IncompleteError(
      "failed",
      `The sync of the context connection ${id} failed${reason}`,
      look,
    );
  }
  return {
    done: `Synchronized the context connection ${id}; it has ${formatCount(Number(record.records), "record")}.`,
    record,
    columns,
  };
}
