/** Functions of a verb that a test calls directly. */
import type { OutcomeText } from "../../../src/commands/outcomes.ts";
import type { JsonObject } from "../../../src/json/values.ts";

interface VerbGroup {
  readonly verbs: Readonly<Record<string, object | undefined>>;
}

function findFunction(commands: VerbGroup, name: string, part: string) {
  const found: unknown = Reflect.get(commands.verbs[name] ?? {}, part);
  if (typeof found !== "function") throw new Error(`${name} has no ${part}.`);
  return found;
}

/** The input that a verb sends, or the message and hint of its refusal. */
export function prepareInput(commands: VerbGroup, name: string, input: JsonObject): unknown {
  try {
    return findFunction(commands, name, "toRequest")(input);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const hint = "hint" in error && error.hint !== undefined ? String(error.hint) : "";
    return `${error.message} ${hint}`.trim();
  }
}

/** The sentence about the response to a verb. */
export function describeResponse(
  commands: VerbGroup,
  name: string,
  response: JsonObject,
  input: JsonObject = {},
): ReturnType<OutcomeText> {
  return findFunction(commands, name, "toOutcome")(response, input);
}
