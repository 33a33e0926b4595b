/**
 * Question before, and warning after, the creation of a resource with the title of an existing one.
 * Commands cannot select either of them by this title.
 */
import type { Context, JsonObject } from "../context.ts";
import { nouns } from "../contract/nouns.ts";
import { asText } from "../json/values.ts";

export type TitledNoun = "team" | "collection" | "space" | "site";

/** @returns a function for `loadQuestion` */
export function openTitleQuestion(noun: TitledNoun) {
  return async (context: Context, input: JsonObject): Promise<string | undefined> => {
    const count = await countWithTitle(noun, context, input);
    return count === 0 ? undefined : `${describeConflict(noun, input, count)} Create it anyway?`;
  };
}

/**
 * @returns a function for `loadWarning`; scripts, which use ids, get no warning and send no further
 *   request
 */
export function openTitleWarning(noun: TitledNoun) {
  return async (context: Context, input: JsonObject): Promise<string | undefined> => {
    const { outIsTerminal, interactive } = context.terminal;
    // Otherwise the user has confirmed the title.
    if (!outIsTerminal || (interactive && !context.yes)) return undefined;
    // The created resource is one of them.
    const others = (await countWithTitle(noun, context, input)) - 1;
    if (others < 1) return undefined;
    return `${describeConflict(noun, input, others)} To remove the new ${nouns[noun].called}: tome undo`;
  };
}

async function countWithTitle(
  noun: TitledNoun,
  context: Context,
  input: JsonObject,
): Promise<number> {
  const title = asText(input.title);
  if (title === "") return 0;
  const organizationId = asText(input.organizationId) || undefined;
  const all = await context.candidates(noun, { organizationId });
  return all.filter((one) => one.title === title).length;
}

function describeConflict(noun: TitledNoun, input: JsonObject, count: number): string {
  const { called } = nouns[noun];
  const title = JSON.stringify(asText(input.title));
  const subject = count === 1 ? `Another ${called} has` : `${count} other ${called}s have`;
  const names = noun === "team" || noun === "site" ? "an id" : "an id or a path";
  return `${subject} the title ${title}. Commands need ${names} to tell them apart.`;
}
