/**
 * Keeps an entry of every write of a command: on disk before it is sent, with its outcome
 * afterwards.
 */
import { randomInt } from "node:crypto";
import { type PreparedRequest, parseRequestBody } from "../client/request.ts";
import { AcceptedError } from "../client/response-status.ts";
import type { LoggedWrite, WriteLog } from "../client/write-log.ts";
import { listPathNames } from "../contract/endpoint.ts";
import type { FieldsBack, Inverse } from "../contract/inverse.ts";
import { findInverse } from "../contract/inverses.ts";
import type { RequestSecrets } from "../contract/secret-fields.ts";
import { ApiError, NetworkError } from "../errors.ts";
import {
  asObject,
  asObjects,
  asText,
  isObject,
  type JsonObject,
  type JsonValue,
} from "../json/values.ts";
import { type Digest, openDigests } from "./digests.ts";
import type { EndRecord, SentRecord, WriteOutcome, WriteTarget } from "./history-entry.ts";
import { readPositions } from "./position.ts";
import type { ReadPath, TargetState } from "./read-path.ts";
import { fill, listPages } from "./read-path.ts";
import { readState, type WriteRequest } from "./state.ts";
import { readStateAfter } from "./state-after.ts";
import type { HistoryStore } from "./store.ts";

export interface KeeperOptions {
  readonly store: HistoryStore;
  readonly profile: string;
  /** The base URL, or the location of the local platform's data. */
  readonly origin: string;
  /** The words of the command without its arguments. */
  readonly command: string;
  /** Name and version of the program that asked for the command; absent for a user. */
  readonly client?: string | undefined;
  /** Called if the outcome of a write cannot be stored. */
  readonly warn: (text: string) => void;
}

/** The end of accepted writes. */
export interface AcceptedEnd {
  /** The responses to the writes; by default, to all. */
  readonly errors?: readonly AcceptedError[] | undefined;
  /** The reason why the platform could not finish them; absent if they are done. */
  readonly failure?: string | undefined;
}

export interface Keeper {
  /** @param many many writes will follow, so that their targets are read from lists where possible */
  readonly log: (many: boolean) => WriteLog;
  /** Runs work whose writes undo an entry. */
  readonly undoing: <T>(entry: string, work: () => Promise<T>) => Promise<T>;
  /**
   * Records the end of accepted writes (202), because the command has waited for them: it would have
   * no result otherwise.
   */
  readonly endAccepted: (end?: AcceptedEnd) => Promise<void>;
}

export function openKeeper(options: KeeperOptions): Keeper {
  const { store, profile, origin, command, client, warn } = options;
  const group = createGroup();
  let count = 0;
  let undoes: string | undefined;
  let digests: Promise<Digest> | undefined;
  const accepted = new Map<AcceptedError, (failure?: string) => Promise<void>>();

  async function begin(
    request: PreparedRequest,
    given: Parameters<WriteLog["begin"]>[1],
  ): Promise<LoggedWrite> {
    digests ??= store.key().then(openDigests);
    const openedDigest = await digests;
    const about = await describeWrite(request);
    const secrets = about?.secrets ?? request.secrets;
    const digest = <T extends JsonValue>(value: T) => openedDigest(value, secrets);
    const read: ReadPath = (path) => given(path, secrets);
    const declared = about && findInverse(about.endpoint.operation);
    const inverse = declared !== undefined && "how" in declared ? declared : undefined;
    const known = about && inverse && (await readBefore(inverse, about, read));
    const before = known?.state && digest(known.state.state);
    const sent: SentRecord = {
      entry: `${group}.${++count}`,
      group,
      at: new Date().toISOString(),
      profile,
      origin,
      command,
      ...(client !== undefined && { client }),
      operation: about?.endpoint.operation,
      method: request.method,
      path: digest(request.url.pathname),
      target: describeTarget(request, about, known?.state?.title, digest),
      input: digest(about?.input ?? toHistoryBody(request)),
      ...(before !== undefined && { before }),
      ...(known?.positions !== undefined && { positions: digest(known.positions) }),
      ...(known?.unread !== undefined && { unread: known.unread }),
      ...(undoes !== undefined && { undoes }),
    };
    await store.append(sent, true);
    const write = { about, inverse, before: known?.state?.state };

    async function end(more: Omit<EndRecord, "entry" | "ended">): Promise<void> {
      try {
        await store.append({ entry: sent.entry, ended: new Date().toISOString(), ...more }, false);
      } catch (error) {
        warn(
          `${error instanceof Error ? error.message : "The history cannot be written."} The entry ${sent.entry} has an unknown outcome.`,
        );
      }
    }

    const answered: LoggedWrite["answered"] = async ({ status, requestId, value }) => {
      const left = await readStateAfter(write, value, read);
      await end({
        outcome: "done",
        status,
        requestId,
        ...(left.after && { after: digest(left.after) }),
        ...(left.made !== undefined && { made: left.made }),
      });
    };
    return {
      answered,
      async failed(error) {
        const because = digest(formatMessage(error));
        if (!(error instanceof AcceptedError && error.how === "pending")) {
          await end({ ...toOutcome(error), because });
          return;
        }
        const work = digest(asText(asObject(error.value).id));
        await end({ ...toOutcome(error), because, ...(work !== "" && { work }) });
        const { status, requestId } = error;
        accepted.set(error, (failure) =>
          failure === undefined
            ? answered(error)
            : end({ outcome: "failed", status, requestId, because: digest(failure) }),
        );
      },
    };
  }

  return {
    log(many) {
      const batched = many ? openBatches() : undefined;
      return {
        begin: (request, read) => begin(request, batched?.(request, read) ?? read),
      };
    },
    async undoing(entry, work) {
      undoes = entry;
      try {
        return await work();
      } finally {
        undoes = undefined;
      }
    },
    async endAccepted({ errors = [...accepted.keys()], failure } = {}) {
      for (const error of errors) {
        const endWrite = accepted.get(error);
        accepted.delete(error);
        await endWrite?.(failure);
      }
    },
  };
}

async function readBefore(
  inverse: Inverse,
  about: WriteRequest,
  read: ReadPath,
): Promise<{
  readonly state?: TargetState | undefined;
  readonly positions?: JsonValue | undefined;
  readonly unread?: string;
}> {
  try {
    const state = await readState(inverse, about, read);
    return { state, positions: await readPositions(inverse, about.input, read) };
  } catch (error) {
    if (!isRefused(error) && !(error instanceof NetworkError)) throw error;
    return { unread: error.message };
  }
}

/** With 429, other writes have to wait for the platform, too. */
function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== 429;
}

/** Nothing in place of a list that cannot be read; its items can still be read one by one. */
function ignoreRefusal(error: unknown): undefined {
  if (!isRefused(error)) throw error;
}

/** The outcome that an error implies: an error response is a refusal, except for server errors. */
function toOutcome(error: unknown): {
  readonly outcome: WriteOutcome;
  readonly status?: number;
  readonly requestId?: string | undefined;
} {
  if (error instanceof ApiError) {
    const { status, requestId } = error;
    const isRefused = status >= 400 && (status < 500 || status === 501);
    return { outcome: isRefused ? "refused" : "unknown", status, requestId };
  }
  if (error instanceof AcceptedError) {
    const { status, requestId, how } = error;
    return { outcome: how === "pending" ? "pending" : "unknown", status, requestId };
  }
  const isUnsent = error instanceof NetworkError && error.arrived === "no";
  return { outcome: isUnsent ? "refused" : "unknown" };
}

function formatMessage(error: unknown): string {
  return error instanceof Error ? error.message : "The connection broke.";
}

function withoutAbsent(input: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const given = Object.entries(input).flatMap(([name, value]): [string, JsonValue][] =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(given);
}

interface WriteAbout extends WriteRequest {
  readonly secrets: RequestSecrets | undefined;
}

/** The operation of a request; undefined for a request outside of the contract. */
async function describeWrite(request: PreparedRequest): Promise<WriteAbout | undefined> {
  const { of, secrets } = request;
  if (of === undefined) return (await import("./raw-request.ts")).recognize(request);
  return { endpoint: of.endpoint, input: withoutAbsent(of.input), secrets };
}

/** The body of a request that was written by hand. */
function toHistoryBody(request: PreparedRequest): JsonObject {
  const { body } = request;
  const value =
    parseRequestBody(request) ?? (body !== undefined && "text" in body ? body.text : null);
  return isObject(value) ? value : { body: value };
}

/** The last parameter in the path. */
function describeTarget(
  { url }: PreparedRequest,
  about: WriteAbout | undefined,
  title: string | undefined,
  digest: <T extends JsonValue>(value: T) => T,
): WriteTarget {
  const field = about && listPathNames(about.endpoint).at(-1);
  if (about === undefined || field === undefined)
    return { field: "path", id: digest(url.pathname) };
  const id = asText(about.input[field]);
  const isSecret = about.secrets?.path.includes(id) === true;
  // Under that name, every value is secret.
  const kept = isSecret ? digest({ secret: id }).secret : digest(id);
  return { field, id: kept, ...(title !== undefined && { title }) };
}

/** Eight letters and digits that are easy to distinguish. */
function createGroup(): string {
  const letters = "23456789abcdefghjkmnpqrstuvwxyz";
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("");
}

/** Resources beyond this number of list items are read individually. */
const mostPages = 10;

/** Undefined for a write whose target is in no list. */
type Batches = (request: PreparedRequest, read: ReadPath) => ReadPath | undefined;

function openBatches(): Batches {
  const lists = new Map<string, Promise<Map<string, JsonObject> | undefined>>();
  /** Path parameters of the list that the writes do not contain, from the first target. */
  let organization = "";

  return ({ of }, read) => {
    const inverse = of && findInverse(of.endpoint.operation);
    if (of === undefined || inverse === undefined || !("how" in inverse)) return undefined;
    if (inverse.how !== "fields" || inverse.list === undefined) return undefined;
    const id = asText(of.input[listPathNames(of.endpoint).at(-1) ?? ""]);
    return async (path) => {
      const list = listPath(inverse, of.input, organization);
      const items = list === undefined ? undefined : await loadItems(list, read);
      const item = items?.get(id);
      // A second write to the same target must see the result of the first one.
      items?.delete(id);
      if (item !== undefined) return item;
      const answer = await read(path);
      organization = asText(asObject(answer).organization);
      return answer;
    };
  };

  /** Undefined for a list that the user may not read. */
  function loadItems(list: string, read: ReadPath): Promise<Map<string, JsonObject> | undefined> {
    const known = lists.get(list);
    if (known !== undefined) return known;
    const reading = readList(list, read).catch(ignoreRefusal);
    lists.set(list, reading);
    // The next write tries again.
    reading.catch(() => lists.delete(list));
    return reading;
  }
}

function listPath(
  { list }: FieldsBack,
  input: NonNullable<PreparedRequest["of"]>["input"],
  organization: string,
): string | undefined {
  if (list === undefined) return undefined;
  try {
    const { organizationId } = input;
    return fill(list, { organization, ...(organizationId !== undefined && { organizationId }) });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function readList(list: string, read: ReadPath): Promise<Map<string, JsonObject>> {
  const items = new Map<string, JsonObject>();
  let pages = 0;
  for await (const page of listPages(list, read)) {
    for (const item of asObjects(asObject(page).items)) items.set(asText(item.id), item);
    if (++pages === mostPages) break;
  }
  return items;
}
