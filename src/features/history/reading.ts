/** What undoing and settling need of an entry: its operation, its inverse, and what its target is now. */
import type { Client, Context } from "../../context.ts";
import { type Endpoint, getMethod, pathNames, resolvePath } from "../../contract/endpoint.ts";
import type { Inverse } from "../../contract/inverse.ts";
import { findInverse } from "../../contract/inverses.ts";
import { changingOperations } from "../../contract/operations.ts";
import { listSecrets } from "../../contract/secret-fields.ts";
import { UsageError } from "../../errors.ts";
import { type Digest, holdsDigest } from "../../history/digests.ts";
import type { History } from "../../history/history.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";
import { type Read, valueAt } from "../../history/reading.ts";
import type { JsonValue } from "../../json/values.ts";

export interface Reading {
  readonly history: History;
  /** Of the contract, by their names. */
  readonly operations: ReadonlyMap<string, Endpoint>;
  /** Reads for an entry; its secrets are hidden as they are in the entry. */
  readonly readFor: (entry: HistoryEntry) => Read;
  readonly digestFor: (entry: HistoryEntry) => <T extends JsonValue>(value: T) => T;
}

/** An entry whose operation has an inverse. */
export interface Invertible {
  readonly entry: HistoryEntry;
  readonly endpoint: Endpoint;
  readonly inverse: Inverse;
}

export async function openReading(context: Context): Promise<Reading> {
  const history = await context.history();
  const [operations, digest] = await Promise.all([changingOperations(), history.digests()]);
  let client: Promise<Client> | undefined;
  const secretsFor = ({ operation = "", input }: HistoryEntry) => {
    const endpoint = operations.get(operation);
    return endpoint && listSecrets(endpoint, input);
  };
  return {
    history,
    operations,
    readFor: (entry) => async (path) => {
      client ??= context.client({ lookup: true });
      const secrets = secretsFor(entry);
      const own = secrets && { ...secrets, answer: [...secrets.answer, ...secrets.body] };
      const answer = await (await client).send({ method: "GET", path, secrets: own });
      if (answer.problem !== undefined) throw answer.problem;
      if ("fault" in answer.json) return undefined;
      return answer.json.value;
    },
    digestFor: (entry) => (value) => digestWith(digest, value, secretsFor(entry)),
  };
}

function digestWith<T extends JsonValue>(
  digest: Digest,
  value: T,
  secrets: Parameters<Digest>[1],
): T {
  return digest(value, secrets);
}

/** Why an entry cannot be taken back or looked up, or what that takes. */
export function toInvertible(entry: HistoryEntry, { operations }: Reading): Invertible | string {
  const { operation } = entry;
  const endpoint = operation === undefined ? undefined : operations.get(operation);
  const inverse = operation === undefined ? undefined : findInverse(operation);
  if (endpoint === undefined || inverse === undefined) {
    return "No operation is known that is sent like this, so that nothing is known of what it changed.";
  }
  if ("noInverse" in inverse) return inverse.noInverse;
  return findMismatch(entry, endpoint, inverse) ?? { entry, endpoint, inverse };
}

/**
 * Why an entry is not one of its operation. The file may have been edited, and the operation decides what
 * is sent: the method, the path, the target and what was made must be those of the same request.
 */
function findMismatch(
  { method, path, input, target, made, after }: HistoryEntry,
  endpoint: Endpoint,
  inverse: Inverse,
): string | undefined {
  const edited = (what: string) =>
    `The entry does not fit its operation ${endpoint.operation}: ${what}. The history file was edited or is damaged.`;
  if (method !== getMethod(endpoint)) return edited(`the method is ${JSON.stringify(method)}`);
  if (!fitsPath(path, endpoint, input)) return edited("the path is that of another request");
  const field = pathNames(endpoint).at(-1);
  const isTarget =
    field === undefined
      ? target.field === "path"
      : target.field === field && (target.id === input[field] || holdsDigest(target.id));
  if (!isTarget) return edited("the target is another one");
  if (inverse.how !== "delete" || made === undefined) return undefined;
  const id = valueAt(after ?? {}, inverse.named.member);
  return id === undefined || id === made || holdsDigest(id)
    ? undefined
    : edited("the created resource is another one");
}

/** @param path of the request; secret parts of it are digests */
function fitsPath(path: string, endpoint: Endpoint, input: HistoryEntry["input"]): boolean {
  if (holdsDigest(path)) return true;
  const expected = resolvePath(endpoint).split("/").slice(1);
  const parts = path.split("/").slice(-expected.length);
  const before = path.split("/").at(-expected.length - 1);
  return (
    before === "v1" &&
    expected.every((part, at) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part === parts[at];
      const value = input[name];
      const isHidden = holdsDigest(value) || holdsDigest(decodePart(parts[at] ?? ""));
      return isHidden || (typeof value === "string" && encodeURIComponent(value) === parts[at]);
    })
  );
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether an entry can be taken back, as far as its operation alone tells. */
export function isInvertible(entry: HistoryEntry, reading: Reading): boolean {
  return typeof toInvertible(entry, reading) !== "string";
}

/**
 * The entries with this name, or of this group.
 * @throws UsageError if there are none, or if they went elsewhere
 */
export function historyEntriesNamed(
  name: string,
  entries: readonly HistoryEntry[],
  origin: string,
): readonly HistoryEntry[] {
  const named = entries.filter(({ entry, group }) => entry === name || group === name);
  const [first] = named;
  if (first === undefined) {
    throw new UsageError(`The history has no entry ${name}.`, "tome history list");
  }
  if (first.origin !== origin) {
    throw new UsageError(
      `The entry ${name} went to ${first.origin}, with the profile ${first.profile}, and this command works with ${origin}.`,
      `Run the same command again with --profile ${first.profile}`,
    );
  }
  return named;
}
