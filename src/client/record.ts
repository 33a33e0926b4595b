/** The form of a record: what travelled between a client and a platform, a line of JSON for each exchange. */
import type { Headers } from "../contract/wire.ts";
import { UsageError } from "../errors.ts";
import { readExactly } from "../json/exact-reading.ts";

/** Changes when an older tome could not read it any more. */
export const recordVersion = 1;

/** The first line: what was run, and where. */
export interface RecordHead {
  readonly version: typeof recordVersion;
  readonly kind: "record";
  readonly tome: string;
  readonly node: string;
  readonly system: string;
  readonly recordedAt: string;
  /** The words of the command line, secrets removed. */
  readonly command: readonly string[];
  /** The base address of the platform. */
  readonly base: string;
  /** The parents that the settings gave. */
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
  /** Of a body that is no text in UTF-8. */
  readonly bodyBase64?: string | undefined;
}

export interface Exchange {
  readonly kind: "exchange";
  /** In the order in which the requests were sent, from 1 on. */
  readonly number: number;
  readonly request: RecordedRequest;
  /** Absent if none began. */
  readonly answer?: RecordedAnswer | undefined;
  /** What broke it off. */
  readonly fault?: { readonly message: string; readonly arrived: "no" | "perhaps" } | undefined;
  readonly milliseconds: number;
}

export interface WrittenRecord {
  readonly head: RecordHead;
  /** By their numbers. */
  readonly exchanges: readonly Exchange[];
}

/** Whether a text begins as a record does, so that it may be written over. */
export function isRecord(text: string): boolean {
  return /^\{"version":\d+,"kind":"record",/.test(text);
}

/**
 * @param name of the file, for messages
 * @throws UsageError naming the line that does not belong in a record
 */
export async function readRecord(text: string, name: string): Promise<WrittenRecord> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map((line, at) => {
    try {
      return readExactly(line);
    } catch {
      throw new UsageError(`Line ${at + 1} of the record ${name} is not JSON.`);
    }
  });
  const [first, ...rest]: readonly unknown[] = read;
  if (!isMembers(first) || first.kind !== "record" || !isHead(first)) {
    throw new UsageError(`The file ${name} is no record: its first line does not say so.`);
  }
  if (first.version !== recordVersion) {
    throw new UsageError(
      `The record ${name} is of version ${String(first.version)}; this tome reads version ${recordVersion}.`,
    );
  }
  const exchanges = rest.filter(isExchange);
  const odd = rest.findIndex((one) => !isExchange(one));
  if (odd >= 0) throw new UsageError(`Line ${odd + 2} of the record ${name} is no exchange.`);
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

function isExchange(value: unknown): value is Exchange {
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
