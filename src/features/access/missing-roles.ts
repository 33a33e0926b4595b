/** Roles that the caller lacks for the requests of a plan. */
import type { ApiClient, Context, JsonObject, JsonValue } from "../../context.ts";
import * as collectionContract from "../../contract/collection.ts";
import { type Endpoint, type EndpointMatch, matchEndpoint } from "../../contract/endpoint.ts";
import * as memberContract from "../../contract/member.ts";
import { type PermissionFlag, permissionFlags } from "../../contract/permission-flags.ts";
import { requiredRoles } from "../../contract/required-roles.ts";
import {
  describeNeed,
  missingRolePrefix,
  type Requirement,
  type RoleNeed,
} from "../../contract/requirement.ts";
import { isAtLeast, type Role, roles } from "../../contract/roles.ts";
import { allows, type PermissionRule } from "../../contract/rules.ts";
import * as siteContract from "../../contract/site.ts";
import * as spaceContract from "../../contract/space.ts";
import { current } from "../../contract/user.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asObjects, asText, isObject } from "../../json/values.ts";

/** A request that would be sent. */
interface PlannedRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: JsonValue | undefined;
}

/** The operation of a request, with the values in its path. */
interface RequestMatch extends EndpointMatch {
  readonly body: JsonObject;
  readonly path: string;
}

/** The resource in which a role is required, and the caller's role there. */
interface Standing {
  /** `"Handbook"`; empty if the requirement already says it. */
  readonly title: string;
  /** The highest role that the caller can have; null for none. */
  readonly role: Role | null;
  /** Whether the caller cannot have a lower role. */
  readonly isExact: boolean;
  readonly organizationId: string;
}

/** Requests of a bulk command beyond these are not examined. */
const mostRequests = 100;
/** Users that a sentence names. */
const mostNamed = 3;

/**
 * One sentence for each required role that the caller does not have, with the caller's role and
 * users who have it. Roles that cannot be determined are left out.
 */
export async function describeMissingRoles(
  context: Context,
  requests: readonly PlannedRequest[],
): Promise<readonly string[]> {
  try {
    const client = await context.client({ lookup: true, isOptional: true });
    const { everyOperation } = await import("../../contract/every-operation.ts");
    const reader = openStandings(client);
    const sentences = new Set<string>();
    for (const request of requests.slice(0, mostRequests)) {
      const match = matchRequest(everyOperation, request);
      if (match === undefined) continue;
      for (const need of listNeeds(match)) {
        const sentence = await reader.describe(need, match);
        if (sentence !== undefined) sentences.add(sentence);
      }
    }
    return [...sentences];
  } catch {
    // Without these lookups, the platform still refuses the request.
    return [];
  }
}

function matchRequest(
  operations: readonly Endpoint[],
  { method, url, body }: PlannedRequest,
): RequestMatch | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  const path = pathname.slice(pathname.indexOf("/v1/") + "/v1".length);
  const match = matchEndpoint(operations, method, path);
  if (match === undefined) return undefined;
  const parameters = Object.fromEntries(
    Object.entries(match.parameters).map(([name, value]) => [name, decodeURIComponent(value)]),
  );
  return { ...match, parameters, path, body: asObject(body) };
}

const table: Readonly<Record<string, Requirement>> = requiredRoles;

/** The requirements of an operation and of the fields that the request sets. */
function listNeeds({ endpoint, body }: RequestMatch): readonly RoleNeed[] {
  const requirement = table[endpoint.operation];
  if (requirement === undefined) return [];
  const fields = Object.entries(requirement.fields ?? {});
  return [
    requirement,
    ...fields.flatMap(([name, need]) => (Object.hasOwn(body, name) ? [need] : [])),
  ];
}

function openStandings(client: ApiClient) {
  const cache = new Map<string, Promise<JsonObject>>();
  const readOnce = (key: string, call: () => ReturnType<ApiClient["call"]>) => {
    const response = cache.get(key) ?? call().then(({ value }) => asObject(value));
    cache.set(key, response);
    return response;
  };
  const readCaller = () => readOnce("caller", () => client.call(current, {}));
  const readSpace = (spaceId: string) =>
    readOnce(`space ${spaceId}`, () => client.call(spaceContract.get, { spaceId }));
  const readSite = (organizationId: string, siteId: string) =>
    readOnce(`site ${siteId}`, () => client.call(siteContract.get, { organizationId, siteId }));
  const readCollection = (collectionId: string) =>
    readOnce(`collection ${collectionId}`, () =>
      client.call(collectionContract.get, { collectionId }),
    );

  async function inOrganization(organizationId: string): Promise<Standing> {
    const userId = asText((await readCaller()).id);
    const member = await readOnce(`member ${organizationId}`, () =>
      client.call(memberContract.get, { organizationId, userId }),
    );
    const role = roles.find((one) => one === member.role) ?? null;
    return { title: "", role, isExact: true, organizationId };
  }

  /** Undefined if the platform does not return the caller's permissions. */
  function inContent(
    kind: "space" | "collection" | "site",
    { title, permissions, organization }: JsonObject,
    organizationId = asText(organization),
  ): Standing | undefined {
    if (permissions === undefined || !isObject(permissions)) return undefined;
    const [role = null, ...lower] = findRoles(kind, permissions);
    return { title: asText(title), role, isExact: lower.length === 0, organizationId };
  }

  async function findStanding(
    { scope }: RoleNeed,
    { parameters, body }: RequestMatch,
  ): Promise<Standing | undefined> {
    const { organizationId = "", spaceId = "", collectionId = "", siteId = "" } = parameters;
    switch (scope) {
      case "space":
      case "space itself":
        return spaceId === "" ? undefined : inContent("space", await readSpace(spaceId));
      case "collection itself":
        return collectionId === ""
          ? undefined
          : inContent("collection", await readCollection(collectionId));
      case "docs site":
      case "docs site itself":
        return siteId === ""
          ? undefined
          : inContent("site", await readSite(organizationId, siteId), organizationId);
      case "destination": {
        const parent = asText(body.parent);
        if (parent !== "" && parent !== organizationId) {
          return inContent("collection", await readCollection(parent));
        }
        if (organizationId !== "") return inOrganization(organizationId);
        return undefined;
      }
      case "organization":
      case "organization itself": {
        if (organizationId !== "") return inOrganization(organizationId);
        if (spaceId !== "") return inOrganization(asText((await readSpace(spaceId)).organization));
        if (collectionId === "") return undefined;
        return inOrganization(asText((await readCollection(collectionId)).organization));
      }
      default:
        return undefined;
    }
  }

  /** Whether one of the exceptions of a requirement may apply to the caller. */
  async function mayBeException({ exceptions = [] }: RoleNeed, match: RequestMatch) {
    for (const { principal } of exceptions) {
      if (principal === "person themselves") {
        if (match.parameters.userId === asText((await readCaller()).id)) return true;
      } else if (principal !== "author" || (await isAuthor(match))) return true;
    }
    return false;
  }

  async function isAuthor({ path }: RequestMatch): Promise<boolean> {
    const { id } = await readCaller();
    const segments = path.split("/");
    while (segments.length > 2) {
      const { json } = await client.send({ method: "GET", path: segments.join("/") });
      const { createdBy, postedBy } = asObject("value" in json ? json.value : undefined);
      const author = createdBy ?? postedBy;
      if (author !== undefined) return asObject(author).id === id;
      segments.pop();
    }
    return false;
  }

  async function listAdmins(organizationId: string): Promise<string> {
    const answer = await readOnce(`admins ${organizationId}`, () =>
      client.call(memberContract.list, { organizationId, role: "admin" }),
    );
    const names = asObjects(answer.items).map(({ user }) => {
      const { displayName, email } = asObject(user);
      return asText(displayName) || asText(email);
    });
    const more = names.length - mostNamed;
    const shown =
      more > 0 ? [...names.slice(0, mostNamed), formatCount(more, "other user")] : names;
    return new Intl.ListFormat("en", { type: "disjunction" }).format(shown);
  }

  return {
    /** The sentence; undefined if the caller has the role, or it is unknown. */
    async describe(need: RoleNeed, match: RequestMatch): Promise<string | undefined> {
      const { minimum, actionLabel = `To ${lowercaseFirst(match.endpoint.summary)}` } = need;
      if (minimum === "anyone" || minimum === "guest" || minimum === "nobody") return undefined;
      const standing = await findStanding(need, match);
      if (standing === undefined || isAtLeast(standing.role, minimum)) return undefined;
      if (await mayBeException(need, match)) return undefined;
      const { title, role, isExact, organizationId } = standing;
      const where = title === "" ? "" : ` ${JSON.stringify(title)}`;
      const own =
        role === null ? "You have no role" : `Your role is ${isExact ? "" : "at most "}${role}`;
      const admins = organizationId === "" ? "" : await listAdmins(organizationId).catch(() => "");
      const who = admins === "" ? "" : ` It can be done by ${admins}.`;
      return `${missingRolePrefix}${actionLabel} requires ${describeNeed(need)}${where}. ${own}.${who}`;
    },
  };
}

function lowercaseFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** The roles with exactly these permissions, the highest first; several if they are the same. */
function findRoles(
  kind: "space" | "collection" | "site",
  permissions: JsonObject,
): readonly Role[] {
  const rules = Object.entries(permissionFlags[kind]).flatMap(([name, flag]) =>
    isRules(flag) ? [[name, flag[0]] as const] : [],
  );
  return roles.filter((role) =>
    rules.every(([name, rule]) => allows(role, rule) === (permissions[name] === true)),
  );
}

function isRules(flag: PermissionFlag): flag is readonly [PermissionRule, ...PermissionRule[]] {
  return Array.isArray(flag);
}
