/** Names for the ids in a suggested command, for a person: titles, numbers and email addresses. */
import type { Context, JsonObject, NameLookup, PickCandidate } from "../../../context.ts";
import type { Noun } from "../../../contract/nouns.ts";
import { asText } from "../../../json/values.ts";
import { findCommand } from "../../parse/find-command.ts";
import { listParameters, type Parameter } from "../../parse/parameters.ts";
import { parse } from "../../parse/parse.ts";
import {
  type Invocation,
  isFlagGiven,
  isTypeable,
  isTypeableTitle,
  listSuggestedWords,
  type NamedId,
} from "../../parse/suggestion.ts";
import { isId } from "./reference-syntax.ts";

/**
 * @param text a hint that ends with a command
 * @param line the command that led to it
 * @param known the ids that need no lookup
 * @returns the names that select exactly one resource; none if the lookups fail
 */
export async function findHintNames(
  text: string,
  line: Invocation,
  context: Pick<Context, "candidates">,
  known: ReadonlySet<string>,
): Promise<readonly NamedId[]> {
  try {
    const { path, command: verb, rest } = await findCommand(listSuggestedWords(text, line));
    if (verb === undefined || verb.kind === "noun") return [];
    const parameters = listParameters(verb);
    // Names in another organization than the default one are found only with its flag.
    if (isFlagGiven(line.words, "org") && !parameters.some((one) => getNoun(one) === "org"))
      return [];
    const parsed = parse(path.join(" "), verb, parameters, rest);
    const values = [...parsed.arguments, ...parsed.flags].flatMap(([parameter, given]) =>
      typeof given === "boolean" ? [] : given.map((word) => ({ parameter, word })),
    );
    const names: NamedId[] = [];
    for (const { parameter, word } of values) {
      const noun = getNoun(parameter);
      if (noun === undefined || known.has(word)) continue;
      if (/^\d+$/.test(word) || !isId(noun, word)) continue;
      const all = await context.candidates(noun, findParents(parameters, values, line.input));
      const name = chooseName(noun, word, all);
      if (name !== undefined) names.push({ id: word, word: name });
    }
    return names;
  } catch {
    // The hint is valid with ids too.
    return [];
  }
}

function getNoun({ field }: Parameter): Noun | undefined {
  const of = field.kind === "list" ? field.of : field;
  return of.kind === "id" ? of.of : undefined;
}

/**
 * The parents in the suggested command, and otherwise those of the command that led to it, if the
 * suggested one can select them.
 */
function findParents(
  parameters: readonly Parameter[],
  values: readonly { readonly parameter: Parameter; readonly word: string }[],
  input: JsonObject,
): NameLookup["within"] {
  const find = (noun: Noun, field: string) => {
    if (!parameters.some((one) => getNoun(one) === noun)) return undefined;
    const own = values.find(
      ({ parameter, word }) => getNoun(parameter) === noun && isId(noun, word),
    );
    return own?.word ?? (asText(input[field]) || undefined);
  };
  return {
    organizationId: find("org", "organizationId"),
    siteId: find("site", "siteId"),
    spaceId: find("space", "spaceId"),
    changeRequestId: find("cr", "changeRequestId"),
  };
}

/** The title if no other resource has it, and otherwise the path or the email address. */
function chooseName(noun: Noun, id: string, all: readonly PickCandidate[]): string | undefined {
  const found = all.find((one) => one.id === id);
  if (found === undefined) return undefined;
  if (noun === "cr") return /^\d+/.exec(found.path)?.[0];
  const isUnique = (name: "title" | "path") =>
    all.filter((one) => one[name] === found[name]).length === 1;
  if (found.title.includes("/")) return undefined;
  if (isTypeableTitle(found.title) && isUnique("title")) return found.title;
  // The path of a team is not a name.
  const isName = noun !== "team" && isTypeable(found.path) && isUnique("path");
  return isName ? found.path : undefined;
}
