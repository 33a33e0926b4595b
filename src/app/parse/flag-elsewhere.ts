/** Which other verbs of a noun have a flag. Loaded when a verb does not have it. */
import { type UnknownFlag, UsageError } from "../../errors.ts";
import { findCommand } from "./find-command.ts";
import { listParameters } from "./parameters.ts";

/** A flag of more verbs than these says nothing of what was meant. */
const mostVerbs = 3;

/** The error, with the verbs of the same noun that have the flag, if they are few. */
export async function flagElsewhere(line: string, error: UnknownFlag): Promise<UsageError> {
  const path = line.split(" ").slice(0, -1);
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
  const has = last === undefined ? "has" : "have";
  return new UsageError(`${error.said}; ${all} ${has} it.`, `${first} --help`);
}
