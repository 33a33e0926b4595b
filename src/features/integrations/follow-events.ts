/** Events of an integration as they happen, with the lines of their console. */
import type { ApiClient, Context, JsonObject, PrintedColumn } from "../../context.ts";
import * as contract from "../../contract/integration-event.ts";
import { ApiError, NetworkError } from "../../errors.ts";
import { asObject, isList } from "../../json/values.ts";
import { observePauses, type PollingClient, pause } from "../waiting.ts";

/** Columns of the lines: one line of a console, or the result of an event without one. */
export const lineColumns: readonly PrintedColumn[] = [
  { header: "TIME", path: "timestamp", as: "id" },
  { header: "LEVEL", path: "level", means: { warn: "waiting", error: "bad" } },
  { header: "TYPE", path: "type" },
  { header: "EVENT", path: "event", as: "id" },
  { header: "MESSAGE", path: "message" },
];

interface FollowOptions {
  readonly integrationName: string;
  /** The number of earlier events whose lines come first. */
  readonly earlier: number;
  /** Ends the lines. */
  readonly signal: AbortSignal;
  /** The pause after new events, in milliseconds; 250 if absent. */
  readonly shortestPause?: number;
}

/** In milliseconds. */
const usualPause = 250;
/** Without new events, in milliseconds. */
const longestPause = 5000;
const pauseGrowth = 1.5;
/** Of one request; more events than this between two requests are read page by page. */
const pageSize = 50;
/** The maximum number of events that are read at once; older ones are omitted with a note. */
const mostEvents = 500;
/** The number of times that an event that is not delivered is read again. */
const mostReadings = 40;

interface FollowedEvent {
  readonly id: string;
  /** The number of lines that were shown. */
  shown: number;
  readings: number;
}

/** Yields lines until the signal, in the order of the events. */
export async function* followEvents(
  { terminal }: Pick<Context, "terminal">,
  client: ApiClient,
  { integrationName, earlier, signal, shortestPause = usualPause }: FollowOptions,
): AsyncGenerator<readonly JsonObject[]> {
  /** The newest events of the previous request, which mark the beginning of the new ones. */
  let known: readonly string[] | undefined;
  const open = new Map<string, FollowedEvent>();
  const observed = observePauses(client);
  let wait = shortestPause;
  let isFailing = false;
  while (!signal.aborted) {
    const lines: JsonObject[] = [];
    let refusedFor: number | undefined;
    try {
      const { ids, isCut } = await readNewIds(observed.client, integrationName, known);
      if (isCut) terminal.note(`More than ${mostEvents} new events; older ones are omitted.`);
      const chosen = known === undefined ? ids.slice(0, earlier) : ids;
      known = [...ids, ...(known ?? [])].slice(0, mostEvents);
      for (const id of chosen.toReversed()) open.set(id, { id, shown: 0, readings: 0 });
      for (const event of [...open.values()]) {
        const { value } = await observed.client.call(contract.get, {
          integrationName,
          eventId: event.id,
        });
        for (const line of takeLines(event, asObject(value), open)) lines.push(line);
      }
      if (isFailing) terminal.note("The platform responds again.");
      isFailing = false;
    } catch (error) {
      if (!isTemporary(error)) throw error;
      if (!isFailing) terminal.note(`${describe(error)} Retrying.`);
      isFailing = true;
      refusedFor = error instanceof ApiError ? error.retryAfter : undefined;
    }
    if (lines.length > 0) yield lines;
    const isIdle = lines.length === 0 && open.size === 0;
    wait = isIdle || isFailing ? Math.min(wait * pauseGrowth, longestPause) : shortestPause;
    const retryAfter = observed.takeRetryAfter() ?? refusedFor ?? 0;
    await pause(Math.max(wait, retryAfter * 1000), signal);
  }
}

/** @returns the ids of the events since the known ones, newest first */
async function readNewIds(
  client: PollingClient,
  integrationName: string,
  known: readonly string[] | undefined,
): Promise<{ readonly ids: readonly string[]; readonly isCut: boolean }> {
  const ids: string[] = [];
  const knownIds = new Set(known);
  const pages = client.pages(contract.list, { integrationName }, { size: pageSize });
  for await (const { items } of pages) {
    for (const item of items) {
      const { id } = asObject(item);
      if (typeof id !== "string") continue;
      if (knownIds.has(id)) return { ids, isCut: false };
      ids.push(id);
    }
    if (known === undefined) return { ids, isCut: false };
    if (ids.length >= mostEvents) return { ids: ids.slice(0, mostEvents), isCut: true };
  }
  return { ids, isCut: false };
}

/** The lines that were not shown yet. An event with a final status is not read again. */
function takeLines(
  followed: FollowedEvent,
  value: JsonObject,
  open: Map<string, FollowedEvent>,
): readonly JsonObject[] {
  const event = asObject(value.event);
  const { logs } = asObject(value.trace);
  const { id, createdAt, status, failure } = event;
  const { type } = asObject(event.payload);
  const common = { type: type ?? null, event: id ?? null };
  const lines = (isList(logs) ? logs : []).map(asObject).map((line) => ({
    timestamp: line.timestamp ?? createdAt ?? null,
    level: line.level ?? "info",
    ...common,
    message: line.message ?? "",
  }));
  const added: JsonObject[] = lines.slice(followed.shown);
  followed.shown = lines.length;
  followed.readings++;
  const isFinal = status === "success" || typeof failure === "string";
  if (!isFinal && followed.readings < mostReadings) return added;
  open.delete(followed.id);
  const reason = typeof failure === "string" ? failure : undefined;
  const isTold = lines.some(({ message }) => reason !== undefined && message === reason);
  if (lines.length > 0 && (status === "success" || isTold)) return added;
  const isFailed = status !== "success";
  const message = isFailed ? (reason ?? "The event was not delivered.") : "Delivered.";
  const timestamp = lines.at(-1)?.timestamp ?? createdAt ?? null;
  return [...added, { timestamp, level: isFailed ? "error" : "info", ...common, message }];
}

/** Whether a later request may succeed. */
function isTemporary(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
