/** Import of a website, optionally waiting for its end. */
import type { Context, JsonObject, JsonValue, PrintedColumn, Result } from "../../context.ts";
import * as contract from "../../contract/content-import.ts";
import type { Input } from "../../contract/endpoint.ts";
import { IncompleteError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { startWork, type WaitFlags, waitFor } from "../waiting.ts";

type ContentImportInput = Omit<Input<typeof contract.start>, "source"> & {
  readonly website: string;
};

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "SPACE", path: "target.space", as: "title" },
  { header: "CHANGE REQUEST", path: "target.changeRequest", as: "id" },
];

export async function start(
  context: Context,
  { website, wait, waitLimit, ...where }: ContentImportInput & WaitFlags,
): Promise<Result> {
  const client = await context.client();
  const source = { type: "website", url: website } as const;
  const request = client.call(contract.start, { ...where, source });
  const getId = (run: JsonValue | undefined) => asText(asObject(run).id);
  const started = await startWork(request, { wait }, (run) => getId(run) !== "");
  const record = asObject(started.value);
  const id = getId(record);
  const look = `tome import get ${id}`;
  if (!wait) {
    return {
      done: `Started the import ${id}.`,
      next: `To show its progress: ${look}`,
      record,
      columns,
    };
  }
  const { organizationId } = where;
  const waiting = { client, what: `The import ${id}`, hint: look, waitLimit, start: started };
  const ended = await waitFor(context, waiting, async (polling, say) => {
    const { value } = await polling.call(contract.get, { organizationId, importRunId: id });
    const run = asObject(value);
    const { status } = run;
    say(`${asText(status)}, ${formatPages(run)}`);
    return status === "pending" || status === "in-progress" ? undefined : run;
  });
  if (ended.status !== "completed") {
    const reason = ended.reason === undefined ? "" : `: ${asText(ended.reason)}`;
    const end = ended.status === "cancelled" ? "was canceled" : asText(ended.status);
    throw new IncompleteError("failed", `The import ${id} ${end}${reason}`, look);
  }
  return { done: `Imported ${formatPages(ended)} from ${website}.`, record: ended, columns };
}

/** The pages of the website, without the folders around them. */
function formatPages({ pages }: JsonObject): string {
  return formatCount(asObjects(pages).filter(({ type }) => type === "page").length, "page");
}
