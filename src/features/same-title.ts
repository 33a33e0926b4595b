/** Warning after the creation of a resource whose title another one has, so that it is not a name. */
import type { Context, JsonObject } from "../context.ts";
import { nouns } from "../contract/nouns.ts";
import { textIn } from "../json/values.ts";

/**
 * @returns a function for `loadWarning`; scripts, which use ids, get no warning and send no further
 *   request
 */
export function openTitleWarning(noun: "team" | "collection" | "space" | "site") {
  return async (context: Context, input: JsonObject): Promise<string | undefined> => {
    const title = textIn(input.title);
    if (title === "" || !context.terminal.outIsTerminal) return undefined;
    const organizationId = textIn(input.organizationId) || undefined;
    const all = await context.candidates(noun, { organizationId });
    const others = all.filter((one) => one.title === title).length - 1;
    if (others < 1) return undefined;
    const { called } = nouns[noun];
    return `${others === 1 ? `Another ${called} has` : `${others} other ${called}s have`} the title ${JSON.stringify(title)}. Commands need an id or a path to tell them apart. To remove the new ${called}: tome undo`;
  };
}
