/** Verbs of the same noun that have a flag, suggested for an unknown flag. Loaded on demand. */
import { type UnknownFlag, UsageError } from "../../errors.ts";
import { findCommand } from "./find-command.ts";
import { listParameters } from "./parameters.ts";

/** A flag of more verbs than this gives no useful suggestion. */
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
  return new UsageError(`${error.said}. It is a flag of ${all}.`, `${first} --help`);
}
