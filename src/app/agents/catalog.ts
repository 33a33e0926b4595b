/**
 * Catalog of the commands that agents may run: those that send requests to the platform and need no
 * local folder.
 */
import { tree } from "../../commands/tree.ts";
import type { NounCommands, Verb } from "../../commands/verb.ts";
import type { AgentCommand, CommandEffect } from "../../context.ts";
import { type Endpoint, getMethod } from "../../contract/endpoint.ts";
import { isFinalOperation } from "../../contract/final-operations.ts";
import { findInverse } from "../../contract/inverses.ts";
import { requiredRoles } from "../../contract/required-roles.ts";
import { describeNeed, type Requirement } from "../../contract/requirement.ts";
import { UsageError } from "../../errors.ts";
import { findNearest } from "../../json/nearest.ts";
import { findOwn } from "../../json/own-members.ts";
import { isConfirmed, isWrite } from "../parse/global-flags.ts";
import { listParameters, type Parameter } from "../parse/parameters.ts";

export interface CatalogCommand extends AgentCommand {
  readonly verb: Verb;
}

/** Commands about folders on this machine. */
const folderCommands = new Set(["check", "export", "plan", "apply", "drift", "backup"]);

/** Commands of the tool itself that agents may run. */
const ownCommands = new Set(["whoami", "history", "user", "undo"]);

/** All commands by their words, such as `space update`. */
export async function loadCatalog(): Promise<ReadonlyMap<string, CatalogCommand>> {
  const branches = Object.entries(tree)
    .filter(([word, { group }]) => group === "workspace" || ownCommands.has(word))
    .filter(([word]) => !folderCommands.has(word));
  const entries = await Promise.all(
    branches.map(async ([word, branch]) => listBelow([word], await branch.load())),
  );
  return new Map(entries.flat().map((entry) => [entry.name, entry]));
}

function listBelow(path: readonly string[], command: Verb | NounCommands): CatalogCommand[] {
  if (command.kind === "noun") {
    return Object.entries(command.verbs).flatMap(([word, below]) =>
      listBelow([...path, word], below),
    );
  }
  const isPossible = listParameters(command).every(
    (parameter) => !parameter.required || !isLocalPath(parameter),
  );
  return isPossible ? [describeCommand(path.join(" "), command)] : [];
}

function describeCommand(name: string, verb: Verb): CatalogCommand {
  const operations = verb.kind === "custom" ? verb.operations : verb.endpoints;
  const effect = findEffect(verb, operations);
  return {
    name,
    summary: verb.summary,
    effect,
    role: describeRoles(operations, effect),
    irreversible: effect === "read" ? undefined : findReason(operations),
    verb,
  };
}

function findEffect(verb: Verb, operations: readonly Endpoint[]): CommandEffect {
  if (!isWrite(verb)) return "read";
  // An undo without operations of its own is judged by the requests that it sends.
  if (operations.length === 0) return "write";
  return operations.some(isFinalOperation) || isConfirmed(verb) ? "delete" : "write";
}

const roles: Readonly<Record<string, Requirement>> = requiredRoles;

/** The roles for the requests that a command exists for: those of a write, if it writes. */
function describeRoles(operations: readonly Endpoint[], effect: CommandEffect): string | undefined {
  const main = operations.filter((one) => effect === "read" || getMethod(one) !== "GET");
  const needs = (main.length === 0 ? operations : main).flatMap(({ operation }) => {
    const requirement = roles[operation];
    return requirement === undefined
      ? []
      : [requirement, ...Object.values(requirement.fields ?? {})].map((need) => describeNeed(need));
  });
  const texts = [...new Set(needs)];
  const more = texts.length > mostRoles ? "; and others" : "";
  return texts.length === 0 ? undefined : `${texts.slice(0, mostRoles).join("; ")}${more}`;
}

const mostRoles = 4;

function findReason(operations: readonly Endpoint[]): string | undefined {
  for (const one of operations) {
    const inverse = findInverse(one.operation);
    if (inverse !== undefined && "noInverse" in inverse) return inverse.noInverse;
  }
  return undefined;
}

/**
 * Whether the value is a path on this machine and not a value of a request. Agents may set such a
 * parameter only if it names a file to read, and give the text of the file.
 */
export function isLocalPath(parameter: Parameter): boolean {
  const { field } = parameter;
  const of = field.kind === "list" ? field.of : field;
  if (isText(parameter) || mayBeText(parameter)) return false;
  return /^(?:file|folder|dir)/.test(field.placeholder ?? of.placeholder ?? "");
}

/** Whether the value is the name of a file whose text the command reads. */
export function isText({ field }: Parameter): boolean {
  const isRead = (field.kind === "text" || field.kind === "json") && field.fromFile === true;
  const isFile = field.placeholder === "file" || field.placeholder === "path";
  return isRead || (isFile && /standard input|^JSON or YAML/.test(field.help));
}

/** Whether the value is a name, or that of a file whose text the command reads. */
export function mayBeText({ field }: Parameter): boolean {
  return field.kind === "text" && field.redacted === "file or address";
}

/** @throws UsageError for an unknown command, and for one that agents cannot run */
export function findCatalogCommand(
  catalog: ReadonlyMap<string, CatalogCommand>,
  name: string,
): CatalogCommand {
  const words = name
    .trim()
    .replace(/^tome\s+/, "")
    .replace(/\s+/g, " ");
  const entry = catalog.get(words);
  if (entry !== undefined) return entry;
  const [noun = ""] = words.split(" ");
  if (folderCommands.has(noun)) {
    throw new UsageError(
      `The command ${JSON.stringify(words)} is about folders of this machine. Run it in a shell, or ask the user to: tome ${noun} --help`,
    );
  }
  const siblings = [...catalog.keys()].filter((one) => isBeside(one, words));
  if (siblings.length > 0) {
    const names = siblings.slice(0, mostSiblings).join(", ");
    throw new UsageError(`Unknown command ${JSON.stringify(words)}. There are ${names}.`);
  }
  const similar = findNearest(words, [...catalog.keys()]);
  throw new UsageError(
    similar === undefined
      ? `Unknown command ${JSON.stringify(words)}. Search with find_commands.`
      : `Unknown command ${JSON.stringify(words)}. The most similar one is ${similar}.`,
  );
}

const mostSiblings = 30;

/** Whether a command has the same noun, as `team add` beside `team invite`, or is below the words. */
function isBeside(name: string, words: string): boolean {
  const parent = words.includes(" ") ? words.slice(0, words.lastIndexOf(" ")) : words;
  return name.startsWith(`${parent} `) && !name.slice(parent.length + 1).includes(" ");
}

/** Words with the same meaning in the names of commands. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  who: ["access"],
  why: ["access", "explain"],
  access: ["access", "permission"],
  give: ["grant"],
  allow: ["grant"],
  assign: ["grant", "put"],
  revoke: ["remove", "delete"],
  changed: ["audit", "history"],
  happened: ["audit"],
  activity: ["audit", "insights"],
  log: ["audit", "history"],
  revert: ["undo", "edit"],
  rollback: ["undo", "edit"],
  approve: ["review"],
  close: ["update"],
  archive: ["update"],
  schedule: ["merge"],
  upload: ["edit", "file", "put"],
  deactivate: ["disable"],
  block: ["disable"],
  leave: ["remove", "offboard"],
  unused: ["insights"],
  traffic: ["insights"],
  statistics: ["insights"],
  resolve: ["update", "resolve"],
  api: ["openapi"],
  specification: ["openapi"],
  rename: ["update"],
  change: ["update", "edit"],
  edit: ["update", "edit"],
  modify: ["update", "edit"],
  add: ["create", "invite", "add"],
  new: ["create"],
  show: ["get"],
  view: ["get"],
  read: ["get"],
  users: ["member"],
  user: ["member"],
  people: ["member"],
  person: ["member"],
  role: ["permission", "access", "member"],
  permissions: ["permission", "access"],
  group: ["team", "collection"],
  folder: ["collection"],
  pr: ["cr"],
  publish: ["site", "merge"],
  domain: ["hostname"],
  repository: ["git"],
  document: ["page"],
  docs: ["page", "space"],
};

const stopWords = new Set(
  "the an of to in on for from with what which how can it this that each every has have is are be and or my our all its them into by as one two three last week month day".split(
    " ",
  ),
);

/** The entries that match a query best, the best first. */
export function searchCatalog(
  catalog: ReadonlyMap<string, CatalogCommand>,
  query: string,
  most: number,
): readonly CatalogCommand[] {
  const phrase = query.toLowerCase().replace(/\bchange[- ]requests?\b/g, "cr");
  const words = phrase
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1 && !stopWords.has(word));
  const documents = [...catalog.values()].map(
    (command): SearchedCommand => ({
      command,
      name: command.name.split(/[ -]/),
      summary: command.summary.toLowerCase().split(/[^\p{L}\p{N}]+/u),
      inputs: listInputWords(command.verb),
      isDeprecated: command.summary.includes("deprecated"),
    }),
  );
  const scores = new Map<SearchedCommand, number>();
  for (const word of words) {
    const matches = documents.flatMap((one): [SearchedCommand, number][] => {
      const score = scoreWord(word, one);
      return score === 0 ? [] : [[one, score]];
    });
    // A word that few commands have says more about the task.
    const weight = 1 / Math.log2(2 + matches.length);
    for (const [one, score] of matches) {
      const share = one.isDeprecated ? weight / 4 : weight;
      scores.set(one, (scores.get(one) ?? 0) + score * share);
    }
  }
  // Pages are changed in a change request, but the words for it match the names of other commands.
  const edit = documents.find(({ command }) => command.name === "cr edit");
  if (edit !== undefined && pageChange.test(phrase)) {
    scores.set(edit, (scores.get(edit) ?? 0) + editBonus);
  }
  return [...scores]
    .sort(([one, score], [other, otherScore]) => {
      // Of equal matches, the shorter command is the more general one.
      return otherScore - score || one.name.length - other.name.length;
    })
    .slice(0, most)
    .map(([{ command }]) => command);
}

/** Added to a score; a word in the name of a command scores about one. */
const editBonus = 2;

/** Words for a change of pages. */
const pageChange =
  /\b(?:add|change|create|delete|edit|move|new|remove|rename|update|write)\b(?: \w+){0,2} (?:page|image|file)s?\b/;

interface SearchedCommand {
  readonly command: CatalogCommand;
  readonly name: readonly string[];
  readonly summary: readonly string[];
  /** Names and descriptions of the inputs. */
  readonly inputs: ReadonlySet<string>;
  readonly isDeprecated: boolean;
}

function listInputWords(verb: Verb): ReadonlySet<string> {
  const texts = listParameters(verb).map(({ name, field }) => `${name} ${field.help}`);
  return new Set(texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)));
}

function scoreWord(word: string, { name, summary, inputs }: SearchedCommand): number {
  const stem = word.replace(/s$/, "");
  if (name.includes(word) || name.includes(stem)) return 3;
  if (findOwn(synonyms, word)?.some((one) => name.includes(one))) return 2;
  if (summary.some((one) => one.replace(/s$/, "") === stem)) return 1;
  if (stem.length > 3 && summary.some((one) => one.startsWith(stem))) return 0.8;
  return inputs.has(word) || inputs.has(stem) ? 0.4 : 0;
}
