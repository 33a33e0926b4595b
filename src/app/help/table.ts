/** All help texts by the words that request them. The build stores them for the launcher. */
import { findPlural, tree } from "../../commands/tree.ts";
import type { NounCommands, Verb } from "../../commands/verb.ts";
import { formatNounHelp, formatRootHelp, formatTopicHelp, formatVerbHelp } from "./help.ts";
import { helpWidths, usualWidth } from "./layout.ts";
import { topics } from "./topics.ts";

/** The same help at each width, the widest first. */
export async function buildHelpByWidth(): Promise<[width: number, texts: [string, string][]][]> {
  return Promise.all(
    helpWidths.map(
      async (width): Promise<[number, [string, string][]]> => [width, await listHelpTexts(width)],
    ),
  );
}

/**
 * @returns pairs of the words, joined by spaces, and the text. The root has no words, a topic has
 *   `help local`, and a noun is listed under its plural too.
 * @param width in columns, one of `helpWidths`
 */
export async function listHelpTexts(
  width: number = usualWidth,
): Promise<[words: string, text: string][]> {
  const branches = Object.entries(tree).map(async ([word, branch]) =>
    listHelpBelow([word], [word], await branch.load(), tree, width),
  );
  const ofTopics = Object.keys(topics).map((name): [string, string] => [
    `help ${name}`,
    formatTopicHelp(name, width) ?? "",
  ]);
  return [["", formatRootHelp(width)], ...(await Promise.all(branches)).flat(), ...ofTopics];
}

/**
 * @param path the words that name the command
 * @param typed the words as the user may type them, with plurals
 * @param siblings the commands beside it; one of them may have its plural as a name
 */
function listHelpBelow(
  path: readonly string[],
  typed: readonly string[],
  command: Verb | NounCommands,
  siblings: Readonly<Record<string, unknown>>,
  width: number,
): [string, string][] {
  if (command.kind !== "noun") return [[typed.join(" "), formatVerbHelp(path, command, width)]];
  const last = path.at(-1) ?? "";
  const plural = findPlural(last);
  const isTaken = plural === undefined || Object.hasOwn(siblings, plural);
  return (isTaken ? [last] : [last, plural]).flatMap((word) => {
    const words = [...typed.slice(0, -1), word];
    return [
      [words.join(" "), formatNounHelp(path, command, width)] satisfies [string, string],
      ...Object.entries(command.verbs).flatMap(([name, verb]) =>
        listHelpBelow([...path, name], [...words, name], verb, command.verbs, width),
      ),
    ];
  });
}
