/** The commands that list the resources of a kind, as hints for one that does not exist. */
import { listFields, type Verb } from "../../../commands/verb.ts";
import { listPathNames } from "../../../contract/endpoint.ts";
import type { Noun } from "../../../contract/nouns.ts";
import { findOwn } from "../../../json/own-members.ts";
import type { JsonObject } from "../../../json/values.ts";
import { findCommand } from "../../parse/find-command.ts";
import { listParameters } from "../../parse/parameters.ts";
import { listPlaceholders } from "../../parse/suggestion.ts";

export const listCommands: Partial<Record<Noun, string>> = {
  org: "tome org list",
  collection: "tome collection list",
  space: "tome space list",
  site: "tome site list",
  user: "tome member list",
  team: "tome team list",
  webhook: "tome org webhook list",
  page: "tome page list",
  file: "tome file list",
  cr: "tome cr list",
};

/** Of path fields with a name instead of an id. */
const namedResources = {
  specSlug: "tome openapi list",
  integrationName: "tome integration list",
};

/**
 * The command that lists the resources among which a request did not find one.
 * @param missingField the field of the missing resource; by default the last one in the path
 */
export function findListCommand(verb: Verb, missingField: string | undefined): string | undefined {
  const [operation] = verb.kind === "custom" ? verb.operations : verb.endpoints;
  const missing = missingField ?? (operation && listPathNames(operation).at(-1)) ?? "";
  const named = findOwn(namedResources, missing);
  if (named !== undefined) return named;
  const field = findOwn(listFields(verb), missing);
  return field?.kind === "id" ? listCommands[field.of] : undefined;
}

/**
 * The command that creates the part of a resource that a command did not find, such as the visitor
 * schema of a site: a sibling verb that puts it to the same path.
 * @param line the words of the command
 */
export async function findCreateCommand(
  line: string,
  verb: Verb,
  input: JsonObject,
): Promise<string | undefined> {
  const [operation, ...others] = verb.kind === "query" ? verb.endpoints : [];
  if (operation === undefined || others.length > 0 || operation.list) return undefined;
  const route = operation.route.replace(/^GET /, "PUT ");
  if (route.endsWith("}")) return undefined;
  const path = line.split(" ").slice(0, -1);
  const { command: noun } = await findCommand(path);
  if (noun?.kind !== "noun") return undefined;
  for (const [name, one] of Object.entries(noun.verbs)) {
    if (one.kind === "noun") continue;
    const operations = one.kind === "custom" ? one.operations : one.endpoints;
    if (!operations.some((each) => each.route === route)) continue;
    const parameters = listParameters(one);
    const known = parameters.filter(
      (each) => each.isArgument && typeof input[each.path[0] ?? ""] === "string",
    );
    const words = known.map((each) => String(input[each.path[0] ?? ""]));
    return ["tome", ...path, name, ...words, ...listPlaceholders(parameters, known)].join(" ");
  }
  return undefined;
}
