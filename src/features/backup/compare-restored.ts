/** Reads a restored space again and says what differs from the backup, but for ids. */
import type { Client, JsonObject } from "../../context.ts";
import * as revision from "../../contract/revision.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import { fewAtOnce } from "../few-at-once.ts";
import { openRewriting } from "./new-ids.ts";
import { isSameText, restoredDocument, toPageSettings } from "./restored-page.ts";
import { idIn, type RestoredSpace, type Restoring, readAt, readLive } from "./restored-space.ts";
import { type LocatedPage, pagesIn } from "./space-content.ts";

/** @returns a sentence for each thing */
export async function differencesIn(
  restoring: Restoring,
  restored: RestoredSpace,
): Promise<readonly string[]> {
  const { client, ids, included } = restoring;
  const { backup, state } = restored;
  const isOpen = state.step === "texts";
  const now = isOpen ? await readAt(client, state) : await readLive(client, state.id ?? "");
  const own = { spaceId: state.id ?? "", revisionId: textIn(now.id) };
  const pages = new Map(pagesIn(now).map((page) => [page.id, page]));
  const rewriting = await openRewriting(ids, backup.entry.id);
  const found = await fewAtOnce(backup.pages, async (located) => {
    const says = `The page ${JSON.stringify(textIn(located.page.title))}`;
    const id = idIn(restored, located.id);
    const there = id === undefined ? undefined : pages.get(id);
    if (id === undefined || there === undefined) return [`${says} is missing.`];
    const names = settingsDiffering(located, there, toPageSettings(located.page, rewriting));
    const isElsewhere = there.parent !== resolveParent(restored, located);
    const document = await restoredDocument(
      located,
      await backup.document(located.id),
      rewriting,
      included,
    );
    const isOther =
      there.type === "document" && !isSameText(document, await fetchText(client, own, there));
    return [
      ...names.map((name) => `${says} has another ${name}.`),
      ...(isElsewhere ? [`${says} is at another place.`] : []),
      ...(isOther ? [`${says} has another text.`] : []),
    ];
  });
  const files = new Set(objectsIn(now.files).map(({ id }) => textIn(id)));
  const lost = backup.files.filter((file) => !files.has(idIn(restored, textIn(file.id)) ?? ""));
  return [
    ...found.flat(),
    ...(isInOrder(restored, pagesIn(now)) ? [] : ["The pages are in another order."]),
    ...lost.map(({ name }) => `The file ${JSON.stringify(textIn(name))} is missing.`),
  ];
}

function isInOrder(restored: RestoredSpace, now: readonly LocatedPage[]): boolean {
  const own = new Set(restored.backup.pages.flatMap(({ id }) => idIn(restored, id) ?? []));
  const there = now.flatMap(({ id }) => (own.has(id) ? [id] : []));
  // What is missing is told by itself.
  return there.length < own.size || [...own].join(" ") === there.join(" ");
}

/** What becomes a page without a text has only the settings that such a page has. */
function settingsDiffering(
  { type }: LocatedPage,
  there: LocatedPage,
  wanted: Readonly<Record<string, string>>,
): readonly string[] {
  const is = toPageSettings(there.page);
  const compared = type === there.type ? Object.keys(wanted) : ["title", "emoji", "icon", "hidden"];
  // A link has no part in the path, and gets one as a page.
  return compared.filter(
    (name) => wanted[name] !== is[name] && !(name === "slug" && wanted.slug === ""),
  );
}

function resolveParent(restored: RestoredSpace, { parent }: LocatedPage): string | undefined {
  return parent === undefined ? undefined : idIn(restored, parent);
}

async function fetchText(
  client: Client,
  own: { readonly spaceId: string; readonly revisionId: string },
  { id }: LocatedPage,
): Promise<JsonObject> {
  const { value } = await client.call(revision.pageDocument, { ...own, pageId: id });
  return objectIn(value);
}
