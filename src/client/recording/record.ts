/** Format of a recording: the exchanges between a client and a platform, each a line of JSON. */
import type { Headers } from "../../contract/wire.ts";
import { UsageError } from "../../errors.ts";
import { readExactly } from "../../json/exact-reading.ts";

/** Incremented when an older tome can no longer read it. */
export const recordVersion = 1;

/** The first line: the command and its platform. */
export interface RecordHead {
  readonly version: typeof recordVersion;
  readonly kind: "record";
  readonly tome: string;
  readonly node: string;
  readonly system: string;
  readonly recordedAt: string;
  /** The words of the command line, secrets removed. */
  readonly command: readonly string[];
  /** The base URL of the platform. */
  readonly base: string;
  /** The parents from the settings. */
  readonly parents: Readonly<Partial<Record<"org" | "space" | "site", string>>>;
}

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body?: string | undefined;
}

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body?: string | undefined;
  /** A body that is not UTF-8 text. */
  readonly bodyBase64?: string | undefined;
}

export interface RecordedExchange {
  readonly kind: "exchange";
  /** In the order in which the requests were sent, from 1. */
  readonly number: number;
  readonly request: RecordedRequest;
  /** Absent if there was no response. */
  readonly answer?: RecordedAnswer | undefined;
  /** The error that ended it. */
  readonly fault?: { readonly message: string; readonly arrived: "no" | "perhaps" } | undefined;
  readonly milliseconds: number;
}

export interface WrittenRecord {
  readonly head: RecordHead;
  /** By number. */
  readonly exchanges: readonly RecordedExchange[];
}

/** Whether a text starts like a recording, so that it may be overwritten. */
export function isRecord(text: string): boolean {
  return /^\{"version":\d+,"kind":"record",/.test(text);
}

/**
 * @param name of the file, for messages
 * @throws UsageError naming the invalid line
 */
export async function readRecord(text: string, name: string): Promise<WrittenRecord> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map((line, at) => {
    try {
      return readExactly(line);
    } catch {
      throw new UsageError(`Line ${at + 1} of the recording ${name} is not JSON.`);
    }
  });
  const [first, ...rest]: readonly unknown[] = read;
  if (!isMembers(first) || first.kind !== "record" || !isHead(first)) {
    throw new UsageError(`The file ${name} is not a recording: its first line is not a header.`);
  }
  if (first.version !== recordVersion) {
    throw new UsageError(
      `The recording ${name} has version ${String(first.version)}. This version of tome reads version ${recordVersion}.`,
    );
  }
  const exchanges = rest.filter(isExchange);
  const odd = rest.findIndex((one) => !isExchange(one));
  if (odd >= 0)
    throw new UsageError(`Line ${odd + 2} of the recording ${name} is not an exchange.`);
  return {
    head: first,
    exchanges: exchanges.sort((one, other) => one.number - other.number),
  };
}

function isHead(value: unknown): value is RecordHead {
  if (!isMembers(value)) return false;
  const { base, command, parents } = value;
  return (
    typeof base === "string" && URL.canParse(base) && Array.isArray(command) && isMembers(parents)
  );
}

function isExchange(value: unknown): value is RecordedExchange {
  if (!isMembers(value) || value.kind !== "exchange" || typeof value.number !== "number")
    return false;
  const { request, answer, fault } = value;
  const isAsked =
    isMembers(request) && typeof request.method === "string" && typeof request.url === "string";
  const isAnswered =
    isMembers(answer) && typeof answer.status === "number" && isMembers(answer.headers);
  return isAsked && (isAnswered || (isMembers(fault) && typeof fault.message === "string"));
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
