/**
 * Limits of the number of requests per minute, for each token and for each organization. Each process
 * counts its own requests.
 */
import type { Headers, WireResponse } from "../../../contract/wire.ts";
import { createErrorResponse } from "../../core/deferred-response.ts";
import type { Queries } from "../../database/tables.ts";
import type { RateLimits, RateState, RequestContext } from "./request-context.ts";

/** In requests per minute; without a limit if absent. */
export interface RateSettings {
  readonly token?: number | undefined;
  readonly organization?: number | undefined;
}

const minute = 60_000;

/**
 * @param realTime in milliseconds since 1970; the clock of the platform may stand still
 * @returns undefined without limits
 */
export function createRateLimits(
  { token: ofToken, organization: ofOrganization }: RateSettings,
  realTime: () => number,
): RateLimits | undefined {
  if (ofToken === undefined && ofOrganization === undefined) return undefined;
  let current = 0;
  const counts = new Map<string, number>();
  /** The organizations of spaces and collections in this minute. */
  const owners = new Map<string, string>();

  function startMinute(): void {
    const now = Math.floor(realTime() / minute);
    if (now === current) return;
    current = now;
    counts.clear();
    owners.clear();
  }

  function count(name: string): number {
    const next = (counts.get(name) ?? 0) + 1;
    counts.set(name, next);
    return next;
  }

  function describe(limit: number, used: number): RateState {
    return { limit, remaining: Math.max(0, limit - used), reset: ((current + 1) * minute) / 1000 };
  }

  async function findOwner(db: Queries, context: RequestContext): Promise<string | undefined> {
    const { match } = context;
    const path = match !== undefined && "path" in match ? match.path : {};
    const { organizationId, spaceId, collectionId } = path;
    if (organizationId !== undefined) return organizationId;
    const id = spaceId ?? collectionId;
    if (id === undefined) return undefined;
    const known = owners.get(id);
    if (known !== undefined) return known;
    const row = await db
      .selectFrom(spaceId === undefined ? "collections" : "spaces")
      .select("organization_id")
      .where("id", "=", id)
      .executeTakeFirst();
    if (row) owners.set(id, row.organization_id);
    return row?.organization_id;
  }

  return {
    async admit({ parts, request, context }) {
      const caller = nameCaller(context);
      // Commands in this process are not requests.
      const isRequest = request.from !== undefined || request.isFromScript === true;
      if (caller === undefined || !isRequest) return undefined;
      startMinute();
      const states: RateState[] = [];
      if (ofToken !== undefined) {
        const used = count(caller);
        const state = describe(ofToken, used);
        if (used > ofToken) return refuse(context, state, "token", realTime());
        states.push(state);
      }
      if (ofOrganization !== undefined) {
        const owner = await findOwner(parts.db, context);
        if (owner !== undefined) {
          const used = counts.get(`organization ${owner}`) ?? 0;
          const state = describe(ofOrganization, used + 1);
          if (used >= ofOrganization) return refuse(context, state, "organization", realTime());
          states.push(state);
          context.rateOwner = owner;
        }
      }
      context.rate = states.toSorted((one, other) => one.remaining - other.remaining)[0];
      return undefined;
    },
    end({ rate, rateOwner }, answer) {
      // Users of other organizations, whose requests fail in different ways, cannot use up the limit.
      const isAccepted = answer.status < 400;
      if (rateOwner !== undefined && isAccepted) count(`organization ${rateOwner}`);
      return rate === undefined
        ? answer
        : { ...answer, headers: { ...answer.headers, ...writeHeaders(rate) } };
    },
  };
}

/** @returns undefined for a request without a token, and for administrators of the platform */
function nameCaller({ principal, visitor }: RequestContext): string | undefined {
  if (visitor !== undefined) return `visitors of ${visitor.site}`;
  switch (principal?.kind) {
    case "user":
      return `token ${principal.token?.hash ?? principal.user}`;
    case "installation":
      return `installation ${principal.installation}`;
    case "integration":
      return `integration ${principal.integration}`;
    default:
      return undefined;
  }
}

function writeHeaders({ limit, remaining, reset }: RateState): Headers {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(reset),
  };
}

function refuse(
  context: RequestContext,
  state: RateState,
  owner: "token" | "organization",
  time: number,
): WireResponse {
  const message = `The limit of ${state.limit} requests per minute of this ${owner} is exceeded. Retry after the time in X-RateLimit-Reset.`;
  context.refused = { status: 429, message };
  const seconds = Math.max(1, Math.ceil(state.reset - time / 1000));
  return createErrorResponse(429, message, {
    ...writeHeaders(state),
    "retry-after": String(seconds),
  });
}
