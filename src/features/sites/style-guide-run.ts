/** Style guide check of spaces, optionally waiting for its end. */
import type { Context, JsonObject, JsonValue, PrintedColumn, Result } from "../../context.ts";
import * as cr from "../../contract/cr.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/styleguide.ts";
import { IncompleteError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { type PollingClient, startWork, type WaitFlags, waitFor } from "../waiting.ts";

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "run.id", as: "id" },
  { header: "CHANGE REQUESTS", path: "changeRequests.number", as: "list" },
  { header: "SPACES", path: "changeRequests.space", as: "list", refers: "space" },
];

export async function runStyleGuide(
  context: Context,
  { wait, waitLimit, ...input }: Input<typeof contract.run> & WaitFlags,
): Promise<Result> {
  const client = await context.client();
  const request = client.call(contract.run, input);
  const getId = (check: JsonValue | undefined) => asText(asObject(asObject(check).run).id);
  const start = await startWork(request, { wait }, (check) => getId(check) !== "");
  const started = asObject(start.value);
  const id = getId(started);
  const list = `tome cr list --org-wide --styleguide-run ${id} --status draft`;
  const next = `To show its change requests: ${list}`;
  if (!wait) {
    return { done: `Started the style guide check ${id}.`, next, record: started, columns };
  }
  const requests = asObjects(started.changeRequests);
  const waiting = { client, what: "The style guide check", hint: list, waitLimit, start };
  const ended = await waitFor(context, waiting, async (polling, say) => {
    const current = await Promise.all(requests.map((request) => readRequest(polling, request)));
    const count = current.filter(hasEnded).length;
    say(`${count} of ${formatCount(current.length, "space")}`);
    return count === current.length ? current : undefined;
  });
  const record = { ...started, changeRequests: ended };
  const changed = ended.reduce((sum, one) => sum + Number(getCheck(one).changedPages ?? 0), 0);
  const spaces = formatCount(ended.length, "space");
  const pages = `${formatCount(changed, "page was", "pages were")} changed`;
  const failures = ended.flatMap((request) => {
    const { failure } = getCheck(request);
    if (typeof failure !== "string") return [];
    return `Change request ${String(request.number)}: ${failure}`;
  });
  if (failures.length === 0) {
    return { done: `Checked ${spaces}; ${pages}.`, next, record, columns };
  }
  const isFailed = ended.every((request) => getCheck(request).changedPages === undefined);
  const unsettled = new IncompleteError(
    isFailed ? "failed" : "partial",
    `The style guide check ${id} is not complete; ${pages}. ${failures.join(" ")}`,
    list,
  );
  return { record, columns, unsettled };
}

async function readRequest(client: PollingClient, request: JsonObject): Promise<JsonObject> {
  const one = { spaceId: asText(request.space), changeRequestId: asText(request.id) };
  return asObject((await client.call(cr.get, one)).value);
}

function hasEnded(request: JsonObject): boolean {
  const { changedPages, failure } = getCheck(request);
  return changedPages !== undefined || failure !== undefined;
}

function getCheck({ styleguide }: JsonObject): JsonObject {
  return asObject(styleguide ?? {});
}
