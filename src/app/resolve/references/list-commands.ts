/** The commands that list the resources of a kind, as hints for one that does not exist. */
import { listFields, type Verb } from "../../../commands/verb.ts";
import { pathNames } from "../../../contract/endpoint.ts";
import type { Noun } from "../../../contract/nouns.ts";
import { findOwn } from "../../../json/own-members.ts";

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
  const missing = missingField ?? (operation && pathNames(operation).at(-1)) ?? "";
  const named = findOwn(namedResources, missing);
  if (named !== undefined) return named;
  const field = findOwn(listFields(verb), missing);
  return field?.kind === "id" ? listCommands[field.of] : undefined;
}
