/** The flags of a line that names no verb. Loaded when such a line has some. */
import type { NounCommands } from "../../commands/verb.ts";
import { UsageError } from "../../errors.ts";
import { type GlobalFlag, globalFlags, parentFlags, takesNextWord } from "./global-flags.ts";
import { quoteWord } from "./suggestion.ts";

/** What they ask for is printed by a verb alone, though every verb takes them. */
const ofResults = ["json", "jq", "format", "raw-csv", "web"];

/**
 * Help with exit code 0 would pass for the answer of a verb that was left out.
 * @param rest what follows the words of the command
 * @throws UsageError for a flag that is none, or that only a verb takes
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
    const message = `${line} has no flag ${unknown}, and no command was given.`;
    throw new UsageError(message, `${line} --help`);
  }
  const first = given.find((word) => isParentFlag(word) || isVerbFlag(parseFlag(word)));
  if (noun === undefined || first === undefined) return;
  const meant = Object.hasOwn(noun.verbs, "list")
    ? [line, "list", ...rest.map(quoteWord)].join(" ")
    : `${line} --help`;
  throw new UsageError(`${line} needs a verb to take ${first}.`, meant);
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
