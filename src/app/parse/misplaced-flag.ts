/** Verbs of the same noun that have a flag, suggested for an unknown flag. Loaded on demand. */
import { type UnknownFlagError, UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { findCommand } from "./find-command.ts";
import { listParameters } from "./parameters.ts";

/** A flag of more verbs than this gives no useful suggestion. */
const mostVerbs = 3;

/**
 * The error, with the verbs of the same noun that have the flag, if they are few.
 * @param isForAgent adds the flags of the command, because an agent would read the help for them
 */
export async function describeMisplacedFlag(
  line: string,
  error: UnknownFlagError,
  isForAgent: boolean,
): Promise<UsageError> {
  const found = await findElsewhere(line, error);
  if (!isForAgent || error.own.length === 0) return found;
  const details = [`Its flags are ${error.own.join(", ")}.`];
  return new UsageError(found.message, found.hint, details);
}

async function findElsewhere(line: string, error: UnknownFlagError): Promise<UsageError> {
  const path = line.split(" ").slice(0, -1);
  const sameContent = await findContentCommand(line, error.flag);
  if (sameContent !== undefined) {
    return new UsageError(`${error.said}. Use ${sameContent}.`, `${sameContent} --help`);
  }
  const { command: noun } = await findCommand(path);
  if (noun?.kind !== "noun") return error;
  const found = Object.entries(noun.verbs).flatMap(([name, verb]) =>
    verb.kind !== "noun" &&
    listParameters(verb).some((one) => !one.isArgument && `--${one.name}` === error.flag)
      ? [["tome", ...path, name].join(" ")]
      : [],
  );
  const [first, ...more] = found;
  if (first === undefined || found.length > mostVerbs) return error;
  const last = more.pop();
  const all = last === undefined ? first : `${[first, ...more].join(", ")} and ${last}`;
  return new UsageError(`${error.said}. It is a flag of ${all}.`, `${first} --help`);
}

/** Flags that select content, and the nouns whose verbs read it. */
const contentNouns: Readonly<Record<string, string>> = { "--cr": "cr", "--revision": "revision" };

/** The command that reads the same from a change request or revision: `cr page` for `page get --cr`. */
async function findContentCommand(line: string, flag: string): Promise<string | undefined> {
  const [noun = "", verb] = line.split(" ");
  const content = findOwn(contentNouns, flag);
  if (content === undefined) return undefined;
  const name = verb === "list" ? `${noun}s` : verb === "get" ? noun : `${noun}-${verb}`;
  const { command } = await findCommand([content]);
  const exists = command?.kind === "noun" && Object.hasOwn(command.verbs, name);
  return exists ? `tome ${content} ${name}` : undefined;
}
