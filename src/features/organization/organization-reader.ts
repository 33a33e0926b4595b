/**
 * Snapshot of an organization: each list is fetched on first use, and once, with a few concurrent
 * requests. Data that cannot be read is reported and not treated as empty.
 */
import type { ApiClient, JsonObject } from "../../context.ts";
import * as collection from "../../contract/collection.ts";
import type { Endpoint, Input } from "../../contract/endpoint.ts";
import * as member from "../../contract/member.ts";
import * as organization from "../../contract/organization.ts";
import * as site from "../../contract/site.ts";
import * as siteSpace from "../../contract/site-space.ts";
import * as space from "../../contract/space.ts";
import * as team from "../../contract/team.ts";
import * as user from "../../contract/user.ts";
import { ApiError, IncompleteError, NetworkError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import { openTurns } from "../run-few-at-once.ts";

export type Items = readonly JsonObject[];

/** A list or response that could not be read. */
export interface Unread {
  /** Name in messages: "the members", `the teams of "Docs"`. */
  readonly list: string;
  /** Reason as a sentence or clause, from the platform or the error. */
  readonly reason: string;
  readonly error: Error;
}

/**
 * Each method returns undefined if the data could not be read; `unread` then contains the reason.
 */
export interface OrganizationReader {
  readonly organizationId: string;
  readonly organization: () => Promise<JsonObject | undefined>;
  /** The authenticated user. */
  readonly caller: () => Promise<JsonObject | undefined>;
  /** Includes guests and disabled members. */
  readonly members: () => Promise<Items | undefined>;
  readonly teams: () => Promise<Items | undefined>;
  readonly collections: () => Promise<Items | undefined>;
  readonly spaces: () => Promise<Items | undefined>;
  readonly sites: () => Promise<Items | undefined>;
  /**
   * @param id of a team. Each item has `organization` (the member) and `team` (with the role in it)
   */
  readonly teamMembers: (id: string) => Promise<Items | undefined>;
  /** @param id of a site. Each item has `space` */
  readonly siteSpaces: (id: string) => Promise<Items | undefined>;
  /**
   * Any other complete list, identified by operation and input.
   * @param called name in `unread`
   */
  readonly list: <E extends Endpoint>(
    called: string,
    endpoint: E,
    input: Input<E>,
  ) => Promise<Items | undefined>;
  /**
   * Like `list`, for an operation that a platform may not support: then it returns "absent" and
   * reports nothing.
   */
  readonly listIfOffered: <E extends Endpoint>(
    called: string,
    endpoint: E,
    input: Input<E>,
  ) => Promise<Items | "absent" | undefined>;
  /** Like `listIfOffered`, also "absent" if the caller may not list the resources. */
  readonly listIfAllowed: <E extends Endpoint>(
    called: string,
    endpoint: E,
    input: Input<E>,
  ) => Promise<Items | "absent" | undefined>;
  /** Whether a list of `listIfAllowed` is absent because the caller may not read it. */
  readonly isForbidden: (endpoint: Endpoint) => boolean;
  /** Whether a resource exists: false if the platform responds with 404. */
  readonly exists: <E extends Endpoint>(
    called: string,
    endpoint: E,
    input: Input<E>,
  ) => Promise<boolean | undefined>;
  /** A single object; "absent" if the platform responds with 404. It is not cached. */
  readonly oneOrAbsent: <E extends Endpoint>(
    called: string,
    endpoint: E,
    input: Input<E>,
  ) => Promise<JsonObject | "absent" | undefined>;
  /** Like `list`, for a single object. */
  readonly one: <E extends Endpoint>(
    called: string,
    endpoint: E,
    input: Input<E>,
  ) => Promise<JsonObject | undefined>;
  /**
   * Any other work; refusals, timeouts and unknown results are recorded in `unread`.
   * @param called name in `unread`
   */
  readonly attempt: <T>(called: string, work: () => Promise<T>) => Promise<T | undefined>;
  /**
   * Starts fetching data that may be needed. A later read returns the response; a failed request is
   * repeated then, so that data that is not needed cannot cause an error.
   */
  readonly begin: <E extends Endpoint>(endpoint: E, input: Input<E>) => void;
  /** Data that could not be read so far. */
  readonly unread: readonly Unread[];
  /** Number of lists and responses read so far. */
  readonly readSoFar: number;
}

/** @param client also sends requests in a dry run: `context.client({ lookup: true })` */
export function openOrganization(client: ApiClient, organizationId: string): OrganizationReader {
  const lists = new Map<string, Promise<Items | "absent" | undefined>>();
  const begun = new Map<string, Promise<Items | undefined>>();
  const absent = new Set<string>();
  const forbidden = new Set<string>();
  const unread: Unread[] = [];
  const turns = openTurns();
  const parent = { organizationId };
  let readSoFar = 0;

  async function attempt<T>(called: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      readSoFar++;
      return result;
    } catch (error) {
      const isKnown = error instanceof ApiError || error instanceof NetworkError;
      if (!(isKnown || error instanceof IncompleteError)) throw error;
      unread.push({ list: called, reason: error.message, error });
      return undefined;
    }
  }

  async function readUnlessAbsent<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    need: ListNeed,
  ): Promise<Items | "absent"> {
    const { operation } = endpoint;
    if (absent.has(operation)) return "absent";
    try {
      return await read(endpoint, input);
    } catch (error) {
      if (!(error instanceof ApiError) || !isOptional(need, error, input)) throw error;
      if (error.status === 403) forbidden.add(operation);
      if (error.status !== 404) absent.add(operation);
      return "absent";
    }
  }

  async function read<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Items> {
    if (endpoint.list) return readAll(client, endpoint, input);
    return [asObject((await client.call(endpoint, input)).value)];
  }

  function keep<E extends Endpoint>(
    called: string,
    endpoint: E,
    input: Input<E>,
    need: ListNeed,
  ): Promise<Items | "absent" | undefined> {
    const key = getKey(endpoint, input);
    const before = lists.get(key);
    if (before !== undefined) return before;
    const ask = () => turns(() => readUnlessAbsent(endpoint, input, need));
    const now = attempt(called, async () => (await begun.get(key)) ?? ask());
    lists.set(key, now);
    return now;
  }

  async function list<E extends Endpoint>(called: string, endpoint: E, input: Input<E>) {
    const items = await keep(called, endpoint, input, "required");
    return items === "absent" ? undefined : items;
  }

  async function one<E extends Endpoint>(called: string, endpoint: E, input: Input<E>) {
    return (await list(called, endpoint, input))?.[0];
  }

  async function titleIn(items: Items | undefined, id: string): Promise<string> {
    const item = items?.find((each) => each.id === id);
    return item === undefined ? id : JSON.stringify(asText(item.title));
  }

  const teams = () => list("the teams", team.list, parent);
  const sites = () => list("the sites", site.list, parent);

  return {
    organizationId,
    organization: () => one("the organization", organization.get, parent),
    caller: () => one("your account", user.current, {}),
    members: () => list("the members", member.list, parent),
    teams,
    collections: () => list("the collections", collection.list, parent),
    spaces: () => list("the spaces", space.list, parent),
    sites,
    exists: (called, endpoint, input) =>
      attempt(called, async () => {
        try {
          await client.call(endpoint, input);
          return true;
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) return false;
          throw error;
        }
      }),
    oneOrAbsent: (called, endpoint, input) =>
      attempt(called, async () => {
        try {
          return asObject((await turns(() => client.call(endpoint, input))).value);
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) return "absent";
          throw error;
        }
      }),
    async teamMembers(teamId) {
      const called = `the members of the team ${await titleIn(await teams(), teamId)}`;
      return list(called, team.members, { ...parent, teamId });
    },
    async siteSpaces(siteId) {
      const called = `the spaces of the site ${await titleIn(await sites(), siteId)}`;
      return list(called, siteSpace.list, { ...parent, siteId });
    },
    list,
    listIfOffered: (called, endpoint, input) => keep(called, endpoint, input, "if offered"),
    listIfAllowed: (called, endpoint, input) => keep(called, endpoint, input, "if allowed"),
    isForbidden: ({ operation }) => forbidden.has(operation),
    one,
    attempt,
    begin(endpoint, input) {
      const key = getKey(endpoint, input);
      if (begun.has(key) || lists.has(key)) return;
      const reading = turns(() => read(endpoint, input));
      begun.set(
        key,
        reading.catch(() => undefined),
      );
    },
    unread,
    get readSoFar() {
      return readSoFar;
    },
  };
}

function getKey({ operation }: Endpoint, input: object): string {
  return `${operation} ${JSON.stringify(input)}`;
}

/** The lists that may be absent. */
type ListNeed = "required" | "if offered" | "if allowed";

function isOptional(need: ListNeed, error: ApiError, input: object): boolean {
  if (need === "if allowed" && error.status === 403) return true;
  return need !== "required" && isLacking(error, input);
}

/** Whether the platform does not support the operation, as opposed to a missing resource. */
function isLacking({ status, message }: ApiError, input: object): boolean {
  if (status === 501 || status === 405) return true;
  const ids = Object.values(input).filter((value) => typeof value === "string");
  return status === 404 && !ids.some((id) => message.includes(id));
}

/** Maximum number of failures to list individually. */
const mostNamed = 5;

/**
 * The error for an incomplete snapshot; undefined if everything was read.
 * @param before number of responses that are not about the requested data
 * @throws the first error if nothing else was read
 */
export function findUnreadParts(
  reading: OrganizationReader,
  before = 0,
): IncompleteError | undefined {
  const [first] = reading.unread;
  if (first !== undefined && reading.readSoFar <= before) throw first.error;
  return describeUnread(reading);
}

/** The same error after changes, which have been made in any case. */
export function describeUnread({ unread }: OrganizationReader): IncompleteError | undefined {
  if (unread.length === 0) return undefined;
  const each = unread.slice(0, mostNamed).map(({ list, reason }) => {
    return `${list} (${reason.replace(/\.$/, "")})`;
  });
  const rest = unread.length - each.length;
  const more = rest > 0 ? `; and ${rest} more` : "";
  return new IncompleteError("partial", `Some data could not be read: ${each.join("; ")}${more}.`);
}
