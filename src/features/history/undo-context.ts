/** Access to the operation, inverse and current state of history entries. */
import type { ApiClient, CommandClientOptions, Context } from "../../context.ts";
import { type Endpoint, getMethod, listPathNames, resolvePath } from "../../contract/endpoint.ts";
import type { Inverse } from "../../contract/inverse.ts";
import { findInverse } from "../../contract/inverses.ts";
import { loadWriteOperations } from "../../contract/operations.ts";
import { listSecrets } from "../../contract/secret-fields.ts";
import { UsageError } from "../../errors.ts";
import { type Digest, holdsDigest } from "../../history/digests.ts";
import type { History } from "../../history/history.ts";
import type { HistoryEntry } from "../../history/history-entry.ts";
import { getValueAt, type ReadPath } from "../../history/read-path.ts";
import type { JsonValue } from "../../json/values.ts";

export interface UndoContext {
  readonly history: History;
  /** The current profile. */
  readonly profile: string;
  /** Operations of the contract, by name. */
  readonly operations: ReadonlyMap<string, Endpoint>;
  /** Reads the platform for an entry; secrets are replaced by digests as in the entry. */
  readonly readFor: (entry: HistoryEntry) => ReadPath;
  readonly digestFor: (entry: HistoryEntry) => <T extends JsonValue>(value: T) => T;
}

/** An entry whose operation has an inverse. */
export interface Invertible {
  readonly entry: HistoryEntry;
  readonly endpoint: Endpoint;
  readonly inverse: Inverse;
}

export async function openReading(
  context: Context,
  { isOptional }: Pick<CommandClientOptions, "isOptional"> = {},
): Promise<UndoContext> {
  const history = await context.history();
  const [operations, digest] = await Promise.all([loadWriteOperations(), history.digests()]);
  let client: Promise<ApiClient> | undefined;
  const secretsFor = ({ operation = "", input }: HistoryEntry) => {
    const endpoint = operations.get(operation);
    return endpoint && listSecrets(endpoint, input);
  };
  return {
    history,
    profile: context.settings.profile.value,
    operations,
    readFor: (entry) => async (path) => {
      client ??= context.client({ lookup: true, isOptional });
      const secrets = secretsFor(entry);
      const responseSecrets = secrets && {
        ...secrets,
        answer: [...secrets.answer, ...secrets.body],
      };
      const answer = await (await client).send({ method: "GET", path, secrets: responseSecrets });
      if (answer.problem !== undefined) throw answer.problem;
      if ("fault" in answer.json) return undefined;
      return answer.json.value;
    },
    digestFor: (entry) => (value) => computeDigestWith(digest, value, secretsFor(entry)),
  };
}

function computeDigestWith<T extends JsonValue>(
  digest: Digest,
  value: T,
  secrets: Parameters<Digest>[1],
): T {
  return digest(value, secrets);
}

/** The inverse of an entry, or the reason that it cannot be undone. */
export function toInvertible(
  entry: HistoryEntry,
  { operations }: UndoContext,
): Invertible | string {
  const { operation } = entry;
  const endpoint = operation === undefined ? undefined : operations.get(operation);
  const inverse = operation === undefined ? undefined : findInverse(operation);
  if (endpoint === undefined || inverse === undefined) {
    return "The request does not match a known operation, so its effect is unknown.";
  }
  if ("noInverse" in inverse) return inverse.noInverse;
  return findMismatch(entry, endpoint, inverse) ?? { entry, endpoint, inverse };
}

/**
 * The reason that an entry does not match its operation. The operation determines the inverse request, and
 * the file may have been edited, so method, path, target and created id must belong to the same request.
 */
function findMismatch(
  { method, path, input, target, made, after }: HistoryEntry,
  endpoint: Endpoint,
  inverse: Inverse,
): string | undefined {
  const edited = (what: string) =>
    `The entry does not match its operation ${endpoint.operation}: ${what}. The history file was edited or is damaged.`;
  if (method !== getMethod(endpoint)) return edited(`the method is ${JSON.stringify(method)}`);
  if (!matchesPath(path, endpoint, input)) return edited("the path belongs to another request");
  const field = listPathNames(endpoint).at(-1);
  const isTarget =
    field === undefined
      ? target.field === "path"
      : target.field === field && (target.id === input[field] || holdsDigest(target.id));
  if (!isTarget) return edited("the target differs");
  if (inverse.how !== "delete" || made === undefined) return undefined;
  const id = getValueAt(after ?? {}, inverse.named.member);
  return id === undefined || id === made || holdsDigest(id)
    ? undefined
    : edited("the created resource differs");
}

/** @param path of the request, with digests in place of secret segments */
function matchesPath(path: string, endpoint: Endpoint, input: HistoryEntry["input"]): boolean {
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
      const isRedacted = holdsDigest(value) || holdsDigest(decodePart(parts[at] ?? ""));
      return isRedacted || (typeof value === "string" && encodeURIComponent(value) === parts[at]);
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

/** Whether the operation of an entry has an inverse; the current state is not checked. */
export function isInvertible(entry: HistoryEntry, reading: UndoContext): boolean {
  return typeof toInvertible(entry, reading) !== "string";
}

/**
 * The entry with this id, or the entries of this group.
 * @throws UsageError if there are none, or if they were sent to another platform
 */
export function findHistoryEntries(
  name: string,
  entries: readonly HistoryEntry[],
  { history: { origin }, profile }: UndoContext,
): readonly HistoryEntry[] {
  const matches = entries.filter(({ entry, group }) => entry === name || group === name);
  const [first] = matches;
  if (first === undefined) {
    throw new UsageError(`No history entry ${name} found.`, "tome history list");
  }
  if (first.origin !== origin) {
    throw new UsageError(
      `The entry ${name} was sent to ${first.origin} with the profile ${first.profile}, but this command uses ${origin}.`,
      first.profile === profile
        ? formatOriginHint(first.origin)
        : `Run the same command again with --profile ${first.profile}`,
    );
  }
  return matches;
}

/** The profile is the current one, so only its platform differs. */
function formatOriginHint(origin: string): string {
  if (/^https?:/.test(origin)) return `Run the same command again with --base-url ${origin}`;
  const variable = /^postgres(?:ql)?:/.test(origin) ? "TOME_DATABASE" : "TOME_DATA_DIR";
  return `Run the same command again with ${variable}=${origin}`;
}
