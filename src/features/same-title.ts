/**
 * Question before, and warning after, the creation of a resource with the title of an existing one.
 * Commands cannot select either of them by this title.
 */
import type { Context, JsonObject } from "../context.ts";
import { type Noun, nouns } from "../contract/nouns.ts";
import { asText } from "../json/values.ts";

/** The field with the title or name, and its label in a sentence. */
const titleFields = {
  team: { field: "title", label: "title" },
  collection: { field: "title", label: "title" },
  space: { field: "title", label: "title" },
  site: { field: "title", label: "title" },
  siteSectionGroup: { field: "title", label: "title" },
  shareLink: { field: "name", label: "name" },
  mcpServer: { field: "name", label: "name" },
  provider: { field: "label", label: "label" },
  webhook: { field: "url", label: "URL" },
} as const satisfies Partial<Record<Noun, { field: string; label: string }>>;

export type TitledNoun = keyof typeof titleFields;

/** Kinds that commands also find by a path. */
const nounsWithPaths: ReadonlySet<TitledNoun> = new Set([
  "collection",
  "space",
  "siteSectionGroup",
]);

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
  const title = asText(input[titleFields[noun].field]);
  if (title === "") return 0;
  const organizationId = asText(input.organizationId) || undefined;
  const siteId = asText(input.siteId) || undefined;
  const all = await context.candidates(noun, { organizationId, siteId });
  return all.filter((one) => one.title === title).length;
}

function describeConflict(noun: TitledNoun, input: JsonObject, count: number): string {
  const { called } = nouns[noun];
  const { field, label } = titleFields[noun];
  const title = JSON.stringify(asText(input[field]));
  const subject = count === 1 ? `Another ${called} has` : `${count} other ${called}s have`;
  const names = nounsWithPaths.has(noun) ? "an id or a path" : "an id";
  return `${subject} the ${label} ${title}. Commands need ${names} to tell them apart.`;
}
