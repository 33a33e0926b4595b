/** Hint after a section was added: the sections of the site. */
import type { Context, JsonObject } from "../../context.ts";
import * as site from "../../contract/site.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { isForPerson } from "../output-form.ts";

/** Above this number, the hint refers to the tree. */
const mostNamed = 5;

/** The first section also moves existing site spaces into sections. */
export async function suggestAfterSection(
  context: Context,
  input: JsonObject,
): Promise<string | undefined> {
  if (!isForPerson(context)) return undefined;
  const of = { organizationId: asText(input.organizationId), siteId: asText(input.siteId) };
  const { value } = await (await context.client()).call(site.structure, of);
  const sections = asObjects(asObject(value).structure).filter(
    ({ object }) => object === "site-section",
  );
  if (sections.length < 2 || sections.length > mostNamed) return undefined;
  const titles = sections.map(
    (one) => `${writeJson(one.title)}${one.default === true ? " (default)" : ""}`,
  );
  return `The site now has the sections ${titles.join(", ")}. To show the structure: tome site structure ${of.siteId}`;
}
