/** Resources that no longer exist, found by their labels in the audit log. */
import type { ApiClient, NamedReference, NameLookup } from "../../../context.ts";
import { UsageError } from "../../../errors.ts";
import { asObject, asText } from "../../../json/values.ts";
import { quoteReference } from "./reference-syntax.ts";

/** The maximum number of events that are searched, newest first. */
const mostEvents = 5000;

/**
 * The resource with a label in the audit log, which contains titles at the time of the event.
 * @returns undefined if no searched event has the label
 * @throws UsageError if several resources have it
 */
export async function findAudited(
  { of: [first = "space"], word, label, within }: NameLookup,
  client: ApiClient,
): Promise<NamedReference | undefined> {
  const { organizationId } = within;
  if (organizationId === undefined) return undefined;
  const { list } = await import("../../../contract/audit-event.ts");
  const name = word.replace(/^=/, "");
  const exact = new Map<string, string>();
  const loose = new Map<string, string>();
  let searched = 0;
  for await (const { items } of client.pages(list, { organizationId }, { size: 100 })) {
    for (const item of items) {
      const target = asObject(asObject(item).target);
      const [id, title] = [asText(target.id), asText(target.label)];
      if (id === "") continue;
      if (title === name) exact.set(id, asText(target.type));
      if (title.toLowerCase() === name.toLowerCase()) loose.set(id, asText(target.type));
    }
    searched += items.length;
    if (searched >= mostEvents) break;
  }
  const found = exact.size > 0 ? exact : loose;
  const [id, ...others] = found.keys();
  if (id === undefined) return undefined;
  if (others.length === 0) return { noun: first, id, title: name };
  throw new UsageError(
    `${quoteReference(label, word)} is the label of ${found.size} resources in the audit log. Use one of these ids:`,
    undefined,
    [...found].map(([one, type]) => `${one} (${type})`),
  );
}
