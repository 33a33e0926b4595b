/** The operations that a command line would send, without executing it. */
import type { ResolvedSettings } from "../../context.ts";
import { type Endpoint, type LineOperations, listPathNames } from "../../contract/endpoint.ts";
import { UsageError } from "../../errors.ts";
import { isId, isNamedNoun, type NamedNoun } from "../resolve/references/reference-syntax.ts";
import { findSetting } from "./argument-values.ts";
import { findCommand } from "./find-command.ts";
import { listParameters } from "./parameters.ts";
import { type ParsedArguments, parse } from "./parse.ts";

/** The lists in which names are looked up. */
const lookups: Partial<Record<NamedNoun, () => Promise<Endpoint>>> = {
  org: () => import("../../contract/organization.ts").then((m) => m.list),
  collection: () => import("../../contract/collection.ts").then((m) => m.list),
  space: () => import("../../contract/space.ts").then((m) => m.list),
  site: () => import("../../contract/site.ts").then((m) => m.list),
  user: () => import("../../contract/member.ts").then((m) => m.list),
  team: () => import("../../contract/team.ts").then((m) => m.list),
  cr: () => import("../../contract/cr.ts").then((m) => m.list),
  page: () => import("../../contract/page.ts").then((m) => m.list),
  file: () => import("../../contract/file.ts").then((m) => m.list),
};

/** @throws UsageError for an unknown command, and for one that sends no operation */
export async function buildOperations(
  words: readonly string[],
  settings: ResolvedSettings,
): Promise<LineOperations> {
  const own = words[0] === "tome" ? words.slice(1) : words;
  const { path, command: verb, rest } = await findCommand(own);
  const command = path.join(" ");
  if (verb === undefined || verb.kind === "noun") {
    throw new UsageError(
      `${["tome", command].join(" ").trim()} is incomplete. Add a verb.`,
      `${["tome", command].join(" ").trim()} --help`,
    );
  }
  const parameters = listParameters(verb);
  const typed = parse(command, verb, parameters, rest);
  const given = [...typed.arguments.keys(), ...typed.flags.keys()].map(
    ({ path: [name = ""] }) => name,
  );
  if (verb.kind === "custom") {
    return {
      command,
      operations: verb.operations,
      fields: given,
      lookups: await listLookups(typed),
    };
  }
  const isSet = parameters
    .filter((parameter) => findSetting(parameter, settings) !== undefined)
    .map(({ path: [name = ""] }) => name);
  const known = new Set([...given, ...isSet]);
  // The same choice as the command itself: the first operation with a complete path.
  const chosen =
    verb.endpoints.find((one) => listPathNames(one).every((name) => known.has(name))) ??
    verb.endpoints.at(-1);
  const look = verb.kind === "mutation" ? verb.confirm?.read : undefined;
  const operations = [chosen, look].filter((one) => one !== undefined);
  return { command, operations, fields: given, lookups: await listLookups(typed) };
}

async function listLookups(typed: ParsedArguments): Promise<readonly Endpoint[]> {
  const nouns = new Set<NamedNoun>();
  for (const [{ field }, words] of [...typed.arguments, ...typed.flags]) {
    const of = field.kind === "list" ? field.of : field;
    if (of.kind !== "id" || !isNamedNoun(of.of) || typeof words === "boolean") continue;
    const { of: noun } = of;
    if (isNamedNoun(noun) && words.some((word) => !isId(noun, word) && !word.startsWith("id:"))) {
      nouns.add(noun);
    }
  }
  const lists = await Promise.all([...nouns].map((noun) => lookups[noun]?.()));
  return lists.filter((one) => one !== undefined);
}
