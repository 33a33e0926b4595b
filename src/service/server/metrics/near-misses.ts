/** Suggestions for requests with an unknown operation or field. */
import { type Endpoint, getMethod, resolvePath } from "../../../contract/endpoint.ts";
import type { Field, Fields } from "../../../contract/fields.ts";
import { findNearest } from "../../../json/nearest.ts";
import { findOwn } from "../../../json/own-members.ts";
import type { RequestContext } from "../pipeline/request-context.ts";

const mostGuesses = 3;
/** Maximum distance of a suggestion. */
const mostDifferences = 1.5;

/**
 * @returns up to three suggestions, such as "GET /v1/orgs/{organizationId}/spaces" or "title",
 * nearest first
 */
export async function findNearMisses(
  context: RequestContext,
  endpoints: () => Promise<readonly Endpoint[]>,
): Promise<readonly string[]> {
  const { endpoint, refused } = context;
  if (refused === undefined) return [];
  if (endpoint === undefined) {
    const isUnknown = refused.status === 404 || refused.status === 405;
    return isUnknown ? listOperationsNear(context, await endpoints()) : [];
  }
  return refused.field === undefined ? [] : listFieldsNear(refused.field, endpoint.input);
}

function listOperationsNear(
  { method, parts: requestParts }: Pick<RequestContext, "method" | "parts">,
  endpoints: readonly Endpoint[],
): readonly string[] {
  const parts = ["", ...(requestParts.at(-1) === "" ? requestParts.slice(0, -1) : requestParts)];
  return endpoints
    .map((endpoint) => {
      const route = `/v1${resolvePath(endpoint)}`;
      const differences =
        computeDifferences(parts, route.split("/")) + Number(getMethod(endpoint) !== method) / 2;
      return { name: `${getMethod(endpoint)} ${route}`, differences };
    })
    .filter(({ differences }) => differences <= mostDifferences)
    .sort((one, other) => one.differences - other.differences)
    .slice(0, mostGuesses)
    .map(({ name }) => name);
}

/** A different segment counts two, a misspelled one half, and a missing or additional one one. */
function computeDifferences(requestParts: readonly string[], route: readonly string[]): number {
  // A missing version is the most frequent error.
  if (requestParts[1] !== "v1" && route[1] === "v1")
    return 1 + computeDifferences(["", "v1", ...requestParts.slice(1)], route);
  let differences = Math.abs(requestParts.length - route.length);
  for (let index = 0; index < Math.min(requestParts.length, route.length); index++) {
    const [part = "", routePart = ""] = [requestParts[index], route[index]];
    if (routePart.startsWith("{") || part === routePart) continue;
    differences += findNearest(part, [routePart]) === routePart ? 0.5 : 2;
  }
  return differences;
}

/** The field nearest to an unknown name; none if the field exists and only its value is invalid. */
function listFieldsNear(path: string, fields: Fields): readonly string[] {
  const [name = "", ...rest] = path.split(".");
  const field = findOwn(fields, name);
  if (field !== undefined) {
    const inner = findNestedFields(field);
    return inner === undefined || rest.length === 0
      ? []
      : listFieldsNear(rest.join("."), inner).map((guess) => `${name}.${guess}`);
  }
  const words = Object.keys(fields);
  const suggestion = findNearest(name, words) ?? findNearest(name.toLowerCase(), words);
  return suggestion === undefined ? [] : [suggestion];
}

function findNestedFields(field: Field): Fields | undefined {
  return field.kind === "group" ? field.fields : undefined;
}
