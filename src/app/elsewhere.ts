/** Where a command is that somebody looks for under another noun. Loaded when a word is not known. */
import { tree } from "../commands/tree.ts";
import type { NounCommands, Verb } from "../commands/verb.ts";

/** What does the work of a verb that people expect, where it is a flag or stands under another name. */
export const known: Readonly<Record<string, string>> = {
  "collection rename": "collection update --title",
  "comment reopen": "comment update --unresolve",
  "comment resolve": "comment update --resolve",
  "cr approve": "cr review --approve",
  "cr archive": "cr update --status archived",
  "cr close": "cr update --status archived",
  "cr open": "cr update --status open",
  "cr reject": "cr review --request-changes",
  "cr rename": "cr update --subject",
  "cr reopen": "cr update --status open",
  "cr submit": "cr update --status open",
  "member add": "org invite users",
  "member create": "org invite users",
  "member invite": "org invite users",
  "page add": "cr edit --new",
  "page create": "cr edit --new",
  "page delete": "cr edit --delete",
  "page edit": "cr edit --page",
  "page new": "cr edit --new",
  "page rename": "cr edit --title",
  "page update": "cr edit --page",
  "revision list": "cr list --status merged --columns subject,revisionMerged",
  "site rename": "site update --title",
  "site share": "site share-link create",
  "space publish": "site space add",
  "space rename": "space update --title",
  "space share": "space permission grant",
  "team invite": "org invite users",
  "team rename": "team update --title",
};

/** A verb of more nouns than these is so common that naming them would help nobody. */
const mostNouns = 3;

export interface Elsewhere {
  /** A clause that follows a colon. */
  readonly said: string;
  /** The command line that shows more. */
  readonly hint: string;
  /** What stands in the place of the word in the line that was typed, if nothing else has to change. */
  readonly meant?: readonly string[];
}

/**
 * @param path the words before the one that is unknown
 * @param word a verb that `noun` does not have, or a verb or inner noun with no noun before it
 * @returns undefined if no other command is likely to be meant
 */
export async function elsewhere(
  path: readonly string[],
  word: string,
  noun: NounCommands | undefined,
): Promise<Elsewhere | undefined> {
  const looked = [...path, word].join(" ");
  const line = Object.hasOwn(known, looked) ? known[looked] : undefined;
  if (line !== undefined) {
    const verb = line.split(" --", 1)[0] ?? line;
    const [noun, ...meant] = line.split(" ");
    const isWhole = noun === path[0] && !/ --(?:page|subject|title)$/.test(line);
    return {
      said: `that is tome ${line}`,
      hint: `tome ${verb} --help`,
      ...(isWhole && { meant }),
    };
  }
  const below = noun === undefined ? [] : linesOf(noun, path).filter((one) => one.at(-1) === word);
  const found = below.length > 0 ? below : await everywhere(word);
  const [first, ...more] = found.map((words) => `tome ${words.join(" ")}`);
  if (first === undefined || more.length >= mostNouns) return undefined;
  const last = more.pop();
  const all = last === undefined ? first : `${[first, ...more].join(", ")} and ${last}`;
  return { said: `there is ${all}`, hint: `${first} --help` };
}

/** The lines of a noun that lead to a verb or to a noun in it, and those of that noun too. */
function linesOf(noun: NounCommands, path: readonly string[]): (readonly string[])[] {
  return Object.entries<Verb | NounCommands>(noun.verbs).flatMap(([name, one]) => [
    [...path, name],
    ...(one.kind === "noun" ? linesOf(one, [...path, name]) : []),
  ]);
}

async function everywhere(word: string): Promise<(readonly string[])[]> {
  const nouns = await Promise.all(
    Object.entries(tree).map(async ([name, { load }]) => {
      const command = await load();
      return command.kind === "noun" ? linesOf(command, [name]) : [];
    }),
  );
  return nouns.flat().filter((one) => one.at(-1) === word);
}
