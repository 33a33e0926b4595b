/** Walks the whole tree of commands. */
import { tree } from "../../src/commands/tree.ts";
import type { NounCommands, Verb } from "../../src/commands/verb.ts";

/** Every verb with its words. */
export async function everyVerb(): Promise<[words: string, verb: Verb][]> {
  const found: [string, Verb][] = [];
  for (const [word, branch] of Object.entries(tree)) walk(word, await branch.load(), found);
  return found;
}

function walk(words: string, command: NounCommands | Verb, found: [string, Verb][]): void {
  if (command.kind !== "noun") {
    found.push([words, command]);
    return;
  }
  for (const [word, inner] of Object.entries(command.verbs)) walk(`${words} ${word}`, inner, found);
}
