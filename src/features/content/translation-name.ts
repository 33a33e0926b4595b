/** The name of a translation: its source and its language. */
import type { Context, JsonObject } from "../../context.ts";
import { asObject, asText } from "../../json/values.ts";
import { findTitles } from "../resource-titles.ts";

/** @returns the name to type in place of the id of a created translation */
export async function findTranslationName(
  context: Context,
  _: JsonObject,
  { id, language, source }: JsonObject,
): Promise<readonly { readonly id: string; readonly word: string }[]> {
  const space = asText(asObject(source).space);
  const client = await context.client({ lookup: true });
  const title = (await findTitles(client, new Map([[space, "space"]]), () => ({}))).get(space);
  if (title === undefined) return [];
  return [{ id: asText(id), word: `${title} -> ${asText(language)}` }];
}
