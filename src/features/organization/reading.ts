/**
 * One reading of an organization, by its lists: each is fetched when it is first asked for, and once. A
 * few requests are under way at a time, whoever asks. What cannot be read is named, and is not empty.
 */
import type { Client, JsonObject } from "../../context.ts";
import * as collection from "../../contract/collection.ts";
import type { Endpoint, Input } from "../../contract/endpoint.ts";
import * as member from "../../contract/member.ts";
import * as organization from "../../contract/organization.ts";
import * as site from "../../contract/site.ts";
import * as siteSpace from "../../contract/site-space.ts";
import * as space from "../../contract/space.ts";
import * as team from "../../contract/team.ts";
import * as user from "../../contract/user.ts";
import { Problem, Unreachable, Unsettled } from "../../errors.ts";
import { objectIn, textIn } from "../../json/values.ts";
import { openTurns } from "../few-at-once.ts";
import { readAll } from "../read-all.ts";

export type Items = readonly JsonObject[];

/** A list, or a single answer, that could not be read. */
export interface Unread {
  /** What it is, as messages name it: "the members", `the teams of "Docs"`. */
  readonly list: string;
  /** A sentence or clause: what the platform said, or what happened. */
  readonly reason: string;
  readonly error: Error;
}

/** Each method answers undefined if it could not be read, which `unread` then tells. */
export interface OrganizationReading {
  readonly organizationId: string;
  readonly organization: () => Promise<JsonObject | undefined>;
  /** Who asks. */
  readonly caller: () => Promise<JsonObject | undefined>;
  /** With guests, and with those who are disabled. */
  readonly members: () => Promise<Items | undefined>;
  readonly teams: () => Promise<Items | undefined>;
  readonly collections: () => Promise<Items | undefined>;
  readonly spaces: () => Promise<Items | undefined>;
  readonly sites: () => Promise<Items | undefined>;
  /** @param id of a team. Each has `organization`, the member, and `team`, with the role in it */
  readonly teamMembers: (id: string) => Promise<Items | undefined>;
  /** @param id of a docs site. Each has `space` */
  readonly siteSpaces: (id: string) => Promise<Items | undefined>;
  /**
   * Any other list, whole. It is known by its operation and input.
   * @param called what `unread` calls it
   */
  readonly list: <E extends Endpoint>(
    called: string,
    endpoint: E,
    input: Input<E>,
  ) => Promise<Items | undefined>;
  /** The same for an operation that a platform may lack: then it is "absent", and not unread. */
  readonly listIfOffered: <E extends Endpoint>(
    called: string,
    endpoint: E,
    input: Input<E>,
  ) => Promise<Items | "absent" | undefined>;
  /** The same for an answer that is one object. */
  readonly one: <E extends Endpoint>(
    called: string,
    endpoint: E,
    input: Input<E>,
  ) => Promise<JsonObject | undefined>;
  /**
   * What other work finds; a refusal, silence or an end that is not known is noted as unread.
   * @param called what `unread` calls it
   */
  readonly attempt: <T>(called: string, work: () => Promise<T>) => Promise<T | undefined>;
  /**
   * Asks for a list or an answer that may be needed. Whoever reads it later gets the answer; if there
   * was none, it is asked for again, so that what is not needed after all counts as nothing.
   */
  readonly begin: <E extends Endpoint>(endpoint: E, input: Input<E>) => void;
  /** What could not be read so far. */
  readonly unread: readonly Unread[];
  /** How many lists and answers were read so far. */
  readonly readSoFar: number;
}

/** @param client reads, also in a dry run: `context.client({ lookup: true })` */
export function openOrganization(client: Client, organizationId: string): OrganizationReading {
  const kept = new Map<string, Promise<Items | "absent" | undefined>>();
  const begun = new Map<string, Promise<Items | undefined>>();
  const absent = new Set<string>();
  const unread: Unread[] = [];
  const turns = openTurns();
  const own = { organizationId };
  let readSoFar = 0;

  async function attempt<T>(called: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      readSoFar++;
      return result;
    } catch (error) {
      const isKnown = error instanceof Problem || error instanceof Unreachable;
      if (!(isKnown || error instanceof Unsettled)) throw error;
      unread.push({ list: called, reason: error.message, error });
      return undefined;
    }
  }

  async function readUnlessAbsent<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    mayLack: boolean,
  ): Promise<Items | "absent"> {
    const { operation } = endpoint;
    if (absent.has(operation)) return "absent";
    try {
      return await read(endpoint, input);
    } catch (error) {
      if (!(mayLack && error instanceof Problem && isLacking(error, input))) throw error;
      if (error.status !== 404) absent.add(operation);
      return "absent";
    }
  }

  async function read<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Items> {
    if (endpoint.list) return readAll(client, endpoint, input);
    return [objectIn((await client.call(endpoint, input)).value)];
  }

  function keep<E extends Endpoint>(
    called: string,
    endpoint: E,
    input: Input<E>,
    mayLack: boolean,
  ): Promise<Items | "absent" | undefined> {
    const key = getKey(endpoint, input);
    const before = kept.get(key);
    if (before !== undefined) return before;
    const ask = () => turns(() => readUnlessAbsent(endpoint, input, mayLack));
    const now = attempt(called, async () => (await begun.get(key)) ?? ask());
    kept.set(key, now);
    return now;
  }

  async function list<E extends Endpoint>(called: string, endpoint: E, input: Input<E>) {
    const items = await keep(called, endpoint, input, false);
    return items === "absent" ? undefined : items;
  }

  async function one<E extends Endpoint>(called: string, endpoint: E, input: Input<E>) {
    return (await list(called, endpoint, input))?.[0];
  }

  async function titleIn(items: Items | undefined, id: string): Promise<string> {
    const item = items?.find((each) => each.id === id);
    return item === undefined ? id : JSON.stringify(textIn(item.title));
  }

  const teams = () => list("the teams", team.list, own);
  const sites = () => list("the docs sites", site.list, own);

  return {
    organizationId,
    organization: () => one("the organization", organization.get, own),
    caller: () => one("your account", user.current, {}),
    members: () => list("the members", member.list, own),
    teams,
    collections: () => list("the collections", collection.list, own),
    spaces: () => list("the spaces", space.list, own),
    sites,
    async teamMembers(teamId) {
      const called = `the members of the team ${await titleIn(await teams(), teamId)}`;
      return list(called, team.members, { ...own, teamId });
    },
    async siteSpaces(siteId) {
      const called = `the spaces of the docs site ${await titleIn(await sites(), siteId)}`;
      return list(called, siteSpace.list, { ...own, siteId });
    },
    list,
    listIfOffered: (called, endpoint, input) => keep(called, endpoint, input, true),
    one,
    attempt,
    begin(endpoint, input) {
      const key = getKey(endpoint, input);
      if (begun.has(key) || kept.has(key)) return;
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

/** Whether a platform says that it has no such operation, and not that there is no such thing. */
function isLacking({ status, message }: Problem, input: object): boolean {
  if (status === 501 || status === 405) return true;
  const ids = Object.values(input).filter((value) => typeof value === "string");
  return status === 404 && !ids.some((id) => message.includes(id));
}

/** How many are named one by one. */
const mostNamed = 5;

/**
 * Why a reading is no success; undefined if all was read.
 * @param before how many answers were read that say nothing of what was asked
 * @throws the first error if nothing else was read
 */
export function findUnreadParts(reading: OrganizationReading, before = 0): Unsettled | undefined {
  const [first] = reading.unread;
  if (first !== undefined && reading.readSoFar <= before) throw first.error;
  return describeUnread(reading);
}

/** The same for what is read again after changes, which are done in any case. */
export function describeUnread({ unread }: OrganizationReading): Unsettled | undefined {
  if (unread.length === 0) return undefined;
  const each = unread.slice(0, mostNamed).map(({ list, reason }) => {
    return `${list} (${reason.replace(/\.$/, "")})`;
  });
  const rest = unread.length - each.length;
  const more = rest > 0 ? `; and ${rest} more` : "";
  return new Unsettled("partial", `Some data could not be read: ${each.join("; ")}${more}.`);
}
