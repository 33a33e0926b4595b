/** Generation of a change request that fixes a finding, optionally waiting for it. */
import type { Context, PrintedColumn, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/site-finding.ts";
import { asText } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import { type PollingClient, startWork, type WaitFlags, waitFor } from "../waiting.ts";

const columns: readonly PrintedColumn[] = [
  { header: "NUMBER", path: "number", as: "number" },
  { header: "SUBJECT", path: "subject", as: "title", wide: true },
  { header: "SPACE", path: "space", refers: "space" },
  { header: "STATUS", path: "status" },
];

/** A platform may generate the change request after its response, and reports no failure then. */
export async function fixFinding(
  context: Context,
  { wait, waitLimit, ...input }: Input<typeof contract.fix> & WaitFlags,
): Promise<Result> {
  const client = await context.client();
  const { siteFindingId: id, siteId } = input;
  const list = (reading: PollingClient) => readAll(reading, contract.changeRequests, input);
  const earlier = wait ? new Set((await list(client)).map((request) => request.id)) : undefined;
  const start = await startWork(client.call(contract.fix, input), { wait });
  const look = `tome site finding change-requests ${id} --site ${siteId}`;
  if (earlier === undefined) {
    return {
      done: `Started to generate a change request for the finding ${id}.`,
      next: `To list it: ${look}`,
      record: { id, started: true },
    };
  }
  const waiting = { client, what: "The change request", hint: look, waitLimit, start };
  const record = await waitFor(context, waiting, async (polling) =>
    (await list(polling)).find((request) => !earlier.has(request.id)),
  );
  const [number, space] = [Number(record.number), asText(record.space)];
  return {
    done: `Generated change request ${number} of space ${space} for the finding ${id}.`,
    next: `To review it: tome cr diff ${number} --space ${space}`,
    record,
    columns,
  };
}
