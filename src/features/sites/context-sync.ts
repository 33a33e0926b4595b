/** Sync of a context connection, optionally waiting for its end. */
import type { Context, PrintedColumn, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/site-context-connection.ts";
import { IncompleteError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject } from "../../json/values.ts";
import {
  createBeginningCheck,
  type PollingClient,
  startWork,
  type WaitFlags,
  waitFor,
} from "../waiting.ts";

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
  client.announce(contract.sync, input);
  const read = async (reading: PollingClient) =>
    asObject((await reading.call(contract.get, input)).value);
  const before = wait ? await read(client) : undefined;
  const start = await startWork(client.call(contract.sync, input), { wait });
  const look = `tome site context connection get ${id} --site ${siteId}`;
  if (!wait) {
    return {
      done: `Started a sync of the context connection ${id}.`,
      next: `To show its status: ${look}`,
      record: { id, started: true },
    };
  }
  const mayBegin = createBeginningCheck(start, before);
  const waiting = { client, what: "The sync", hint: look, waitLimit, start };
  const record = await waitFor(context, waiting, async (polling, say) => {
    const connection = await read(polling);
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
