/** Words from other programs, and their equivalents. Loaded for an unknown word. */
import { tree } from "../../commands/tree.ts";
import { UnknownWordError, UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { outputFormats } from "../../settings/table.ts";
import type { Parameter } from "./parameters.ts";

/** Verbs with their possible meanings. A word is accepted if a noun has exactly one of them. */
const verbs: Readonly<Record<string, readonly string[]>> = {
  add: ["create"],
  change: ["update"],
  copy: ["duplicate"],
  cp: ["duplicate"],
  del: ["delete", "remove"],
  delete: ["remove"],
  describe: ["get"],
  destroy: ["delete", "remove"],
  edit: ["update"],
  find: ["search"],
  info: ["get"],
  ls: ["list"],
  make: ["create"],
  mv: ["move"],
  new: ["create"],
  patch: ["update"],
  // A team, or a member of it.
  remove: ["delete", "drop"],
  rm: ["delete", "remove"],
  set: ["update"],
  show: ["get"],
  use: ["switch"],
  view: ["get"],
};

const verbNames: ReadonlySet<string> = new Set([...Object.values(verbs).flat(), "list"]);

/** Commands that have their verb first in other programs, and synonyms of nouns. */
const beginnings: Readonly<Record<string, readonly string[]>> = {
  "change-request": ["cr"],
  "change-requests": ["cr"],
  login: ["auth", "login"],
  logout: ["auth", "logout"],
  organization: ["org"],
  organizations: ["org"],
  pr: ["cr"],
  prs: ["cr"],
  search: ["org", "search"],
  switch: ["auth", "switch"],
  user: ["member"],
  users: ["member"],
  env: ["org"],
  stacks: ["org"],
  workspace: ["org"],
  workspaces: ["org"],
};

/** The noun of a word at the beginning of a command line, such as `cr` for `pr`. */
export function findNounSynonym(word: string): string | undefined {
  const [noun, ...others] = findOwn(beginnings, word) ?? [];
  return others.length === 0 ? noun : undefined;
}

/**
 * The equivalent words; undefined for none or several.
 * @param choices the valid words in this position
 * @param following the next word, if any
 */
export function findSynonym(
  word: string,
  path: readonly string[],
  choices: readonly string[],
  following?: string,
): readonly string[] | undefined {
  if (path.length === 0) return findOwn(beginnings, word);
  // `config view` without the name of a setting shows all of them.
  const showsAll = path[0] === "config" && (following === undefined || following.startsWith("-"));
  const meant = findOwn(verbs, word) ?? [];
  if (showsAll && meant.includes("get")) return ["list"];
  const there = meant.filter((one) => choices.includes(one));
  return there.length === 1 ? there : undefined;
}

/**
 * The error for a command line that starts with a verb, as in `tome list spaces`; undefined for
 * another word.
 * @param noun the noun that follows it, if any, as it was typed and as it is called
 */
export async function suggestNounFirst(
  word: string,
  noun: { readonly typed: string; readonly name: string } | undefined,
): Promise<UsageError | undefined> {
  const isVerb = Object.hasOwn(verbs, word) || verbNames.has(word);
  if (!isVerb) return undefined;
  const command = await tree[noun?.name ?? "space"]?.load();
  const choices = command?.kind === "noun" ? Object.keys(command.verbs) : [];
  const name = noun?.name ?? "space";
  const [meant] = choices.includes(word) ? [word] : (findSynonym(word, [name], choices) ?? []);
  // `kubectl get pods` is a list.
  const isPlural = noun !== undefined && noun.typed !== noun.name && noun.typed.endsWith("s");
  const verb = isPlural && meant === "get" && choices.includes("list") ? "list" : meant;
  const line = `tome ${name} ${verb ?? "list"}`;
  const message = `Unknown command ${JSON.stringify(word)}. The noun comes before the verb, as in ${line}`;
  if (noun === undefined) {
    if (verb === undefined) return new UsageError(`${message}.`, "tome --help");
    return new UsageError(`${message}.`, verb === "list" ? line : `${line} --help`);
  }
  if (verb === undefined) return new UsageError(`${message}.`, `tome ${name} --help`);
  return new UnknownWordError(message, noun.typed, [name, verb], 1);
}

/**
 * A command line with `-o json` and `--output json` replaced by `--format json`, unless the command
 * has such a flag.
 */
export function replaceFormatFlag(
  rest: readonly string[],
  parameters: readonly Parameter[],
): readonly string[] {
  const flags = parameters.filter((one) => !one.isArgument);
  const isFormat = (word: string): boolean =>
    (word === "-o" && !flags.some(({ field }) => field.short === "o")) ||
    (word === "--output" && !flags.some(({ name }) => name === "output"));
  const end = rest.indexOf("--");
  // The words after it are for another program.
  const own = end === -1 ? rest : rest.slice(0, end);
  const spelled = own.flatMap((word, at) => {
    const [name = "", value] = word.startsWith("--output=") ? word.split("=") : [word];
    const form = value ?? own[at + 1];
    if (!isFormat(name) || !outputFormats.some((one) => one === form)) return [word];
    return value === undefined ? ["--format"] : ["--format", value];
  });
  return [...spelled, ...rest.slice(own.length)];
}
