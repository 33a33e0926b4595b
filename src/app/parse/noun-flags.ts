/** Flags of a command line without a verb. Loaded only if there are any. */
import type { NounCommands } from "../../commands/verb.ts";
import { UsageError } from "../../errors.ts";
import { type GlobalFlag, globalFlags, parentFlags, takesNextWord } from "./global-flags.ts";
import { quoteWord } from "./quote-word.ts";

/** Only a verb prints results, although every verb accepts these flags. */
const ofResults = ["json", "jq", "format", "raw-csv", "web"];

/**
 * Printing help with exit code 0 could be mistaken for the result of a verb.
 * @param rest the words after the command
 * @throws UsageError for an unknown flag, or one that needs a verb
 */
export function refuseFlags(
  path: readonly string[],
  noun: NounCommands | undefined,
  rest: readonly string[],
): void {
  const line = ["tome", ...path].join(" ");
  const given = rest.filter(
    (word, at) => word.startsWith("-") && word !== "-" && !takesNextWord(rest[at - 1] ?? ""),
  );
  const unknown = given.find((word) => parseFlag(word) === undefined && !isParentFlag(word));
  if (unknown !== undefined) {
    const message = `Unknown flag ${unknown} for ${JSON.stringify(line)}.`;
    throw new UsageError(message, `${line} --help`);
  }
  const first = given.find((word) => isParentFlag(word) || isVerbFlag(parseFlag(word)));
  if (noun === undefined || first === undefined) return;
  const meant = Object.hasOwn(noun.verbs, "list")
    ? [line, "list", ...rest.map(quoteWord)].join(" ")
    : `${line} --help`;
  throw new UsageError(`${first} requires a verb after ${JSON.stringify(line)}.`, meant);
}

function isParentFlag(word: string): boolean {
  const [name = ""] = word.split("=");
  return parentFlags.includes(name);
}

function isVerbFlag(flag: GlobalFlag | undefined): boolean {
  return flag !== undefined && (flag.for !== undefined || ofResults.includes(flag.long));
}

function parseFlag(word: string): GlobalFlag | undefined {
  const [name = ""] = word.split("=");
  return globalFlags.find(
    (flag: GlobalFlag) => `--${flag.long}` === name || `-${flag.short ?? ""}` === name,
  );
}
