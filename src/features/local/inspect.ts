/** Inspection of a running server: injected faults, recent requests and state. */
import type { Context, PrintedColumn, Result } from "../../context.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import type { JsonObject } from "../../json/values.ts";
import { asObject } from "../../json/values.ts";

const requestColumns: readonly PrintedColumn[] = [
  { header: "TIME", path: "at", as: "time" },
  { header: "STATUS", path: "status", as: "state", nothing: "dropped" },
  { header: "METHOD", path: "method" },
  { header: "PATH", path: "path", wide: true },
  { header: "MS", path: "milliseconds", as: "number" },
  { header: "FAULT", path: "fault" },
  { header: "SIMILAR RESOURCES", path: "nearMisses", as: "list", wide: true },
];

const ruleColumns: readonly PrintedColumn[] = [
  { header: "RULE", path: "rule" },
  { header: "FAULT", path: "fault" },
  { header: "CALLS", path: "calls", as: "number" },
  { header: "INJECTED", path: "strikes", as: "number" },
];

/** @throws UsageError for an unreadable file or an invalid plan */
export async function changeFaults(
  context: Context,
  { file, end = false }: { readonly file?: string; readonly end?: boolean },
): Promise<Result> {
  const { local } = context;
  if (end && file !== undefined) {
    throw new UsageError("Specify either a fault injection plan or --end, not both.");
  }
  await requireServed(context);
  if (end) {
    await local.administer("DELETE", "/faults");
    return { done: "Stopped the fault injection plan.", record: { rules: [] } };
  }
  if (file === undefined) {
    const { seed, rules, log } = asObject(await local.administer("GET", "/faults"));
    const rows = toItems(rules).map((rule, at) => ({ ...rule, rule: rule.name ?? String(at) }));
    if (context.choice.format !== undefined) return { record: { seed, rules, log } as JsonObject };
    return { list: [rows], columns: ruleColumns, none: "No fault injection plan." };
  }
  try {
    const response = asObject(
      await local.administer("PUT", "/faults", await context.readDocument(file)),
    );
    const { length } = toItems(response.rules);
    return {
      done: `Started the fault injection plan ${file} (${formatCount(length, "rule")}).`,
      record: response,
    };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error;
    throw new UsageError(`Invalid fault injection plan ${file}: ${error.message}`);
  }
}

export async function listRequests(
  context: Context,
  {
    misses = false,
    last,
    clear = false,
  }: {
    readonly misses?: boolean;
    readonly last?: number;
    readonly clear?: boolean;
  },
): Promise<Result> {
  await requireServed(context);
  const { local } = context;
  if (clear) {
    await local.administer("DELETE", "/requests");
    return { done: "Deleted the list of requests.", record: { cleared: true } };
  }
  const query = new URLSearchParams();
  if (misses) query.set("misses", "true");
  if (last !== undefined) query.set("limit", String(last));
  const { items } = asObject(await local.administer("GET", `/requests?${query}`));
  return {
    list: [toItems(items)],
    columns: requestColumns,
    none: misses ? "No requests for missing resources." : "No requests yet.",
  };
}

export async function showState(
  { local }: Context,
  { rows = false }: { readonly rows?: boolean },
): Promise<Result> {
  const query = rows ? "?settled=true&rows=true" : "?settled=true";
  return { record: asObject(await local.administer("GET", `/state${query}`)), asJson: true };
}

/**
 * A platform in the process of a command has no faults and no request list, because both would end
 * with it.
 */
async function requireServed({ local }: Context): Promise<void> {
  if ((await local.access()).url !== undefined) return;
  throw new UsageError(
    `No server uses the data in ${local.folder}. Faults and requests require a running server.`,
    "tome serve",
  );
}

function toItems(value: JsonObject[string] | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}
