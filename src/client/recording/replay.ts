/** Transport that answers from a recording, in its order and without any network. */
import type { Transport, WireResponse } from "../../contract/wire.ts";
import { NetworkError, UsageError } from "../../errors.ts";
import type { ClientClock } from "../transport/deadline.ts";
import type { RecordedExchange, RecordedRequest, WrittenRecord } from "./record.ts";
import { toRecordedRequest } from "./recording.ts";

/**
 * Answers requests with the same method, URL and body, each with its next response.
 * @param name of its file, for messages
 * @throws UsageError, from the transport, for a request that is not in the recording, naming the
 *   nearest
 */
export function openReplay({ exchanges, head }: WrittenRecord, name: string): Transport {
  const used = new Set<RecordedExchange>();
  const hint = `tome ${head.command.join(" ")} --replay ${name}`;
  return async (request) => {
    const asked = toRecordedRequest(request, (text) => text);
    const same = exchanges.filter((one) => isSame(one.request, asked));
    const next = same.find((one) => !used.has(one));
    if (next === undefined) throw createNotRecordedError(asked, same.length, exchanges, hint);
    used.add(next);
    return toResponse(next);
  };
}

/** A clock without delays: the responses that a wait produced are in the recording already. */
export function replayClock(): ClientClock {
  let time = 0;
  return {
    now: () => time,
    random: () => 0.5,
    sleep: async (milliseconds) => {
      time += milliseconds;
    },
  };
}

function isSame(one: RecordedRequest, other: RecordedRequest): boolean {
  return one.method === other.method && one.url === other.url && one.body === other.body;
}

function toResponse({ answer, fault }: RecordedExchange): WireResponse {
  const broken = fault && new NetworkError(fault.message, { arrived: fault.arrived });
  if (answer === undefined)
    throw broken ?? new NetworkError("The connection broke.", { arrived: "perhaps" });
  const { status, headers, body = "", bodyBase64 } = answer;
  const bytes = bodyBase64 === undefined ? Buffer.from(body) : Buffer.from(bodyBase64, "base64");
  async function* passing() {
    yield bytes;
    if (broken) throw broken;
  }
  return { status, headers, body: passing() };
}

function createNotRecordedError(
  asked: RecordedRequest,
  times: number,
  exchanges: readonly RecordedExchange[],
  hint: string,
): UsageError {
  const what = `${asked.method} ${asked.url}`;
  if (times > 0) {
    const often = times === 1 ? "once" : `${times} times`;
    return new UsageError(
      `The recording has no further response to ${what}; it was used ${often}.`,
      hint,
    );
  }
  const nearest = findNearest(asked, exchanges);
  const rest =
    nearest === undefined
      ? "the recording is empty"
      : nearest.request.url === asked.url && nearest.request.method === asked.method
        ? `exchange ${nearest.number} has a different body`
        : `the nearest is exchange ${nearest.number}, ${nearest.request.method} ${nearest.request.url}`;
  return new UsageError(`The recording has no response to ${what}: ${rest}.`, hint);
}

function findNearest(
  asked: RecordedRequest,
  exchanges: readonly RecordedExchange[],
): RecordedExchange | undefined {
  const likeness = ({ request }: RecordedExchange) =>
    countSharedStart(request.url, asked.url) +
    countSharedEnd(request.url, asked.url) +
    (request.method === asked.method ? 20 : 0);
  return exchanges.reduce<RecordedExchange | undefined>(
    (best, one) => (best === undefined || likeness(one) > likeness(best) ? one : best),
    undefined,
  );
}

function countSharedStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

function countSharedEnd(one: string, other: string): number {
  let at = 1;
  while (at <= one.length && one.at(-at) === other.at(-at)) at++;
  return at - 1;
}
