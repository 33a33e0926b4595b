/** Comparison of a restored space with its backup, ignoring ids. */
import type { ApiClient, JsonObject } from "../../context.ts";
import * as revision from "../../contract/revision.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import { fewAtOnce } from "../few-at-once.ts";
import { openRewriting } from "./new-ids.ts";
import { isSameText, restoredDocument, toPageSettings } from "./restored-page.ts";
import {
  idIn,
  type RestoreContext,
  type RestoredSpace,
  readAt,
  readLive,
} from "./restored-space.ts";
import { type BackupPage, pagesIn } from "./space-content.ts";

/** @returns a sentence per difference */
export async function differencesIn(
  restoring: RestoreContext,
  restored: RestoredSpace,
): Promise<readonly string[]> {
  const { client, ids, included } = restoring;
  const { backup, state } = restored;
  const isOpen = state.step === "texts";
  const currentRevision = isOpen
    ? await readAt(client, state)
    : await readLive(client, state.id ?? "");
  const parameters = { spaceId: state.id ?? "", revisionId: textIn(currentRevision.id) };
  const pages = new Map(pagesIn(currentRevision).map((page) => [page.id, page]));
  const rewriting = await openRewriting(ids, backup.entry.id);
  const pageDifferences = await fewAtOnce(backup.pages, async (located) => {
    const says = `The page ${JSON.stringify(textIn(located.page.title))}`;
    const id = idIn(restored, located.id);
    const current = id === undefined ? undefined : pages.get(id);
    if (id === undefined || current === undefined) return [`${says} is missing.`];
    const names = settingsDiffering(located, current, toPageSettings(located.page, rewriting));
    const isMoved = current.parent !== resolveParent(restored, located);
    const document = await restoredDocument(
      located,
      await backup.document(located.id),
      rewriting,
      included,
    );
    const hasOtherText =
      current.type === "document" &&
      !isSameText(document, await fetchText(client, parameters, current));
    return [
      ...names.map((name) => `${says} has a different ${name}.`),
      ...(isMoved ? [`${says} has a different parent page.`] : []),
      ...(hasOtherText ? [`${says} has different text.`] : []),
    ];
  });
  const files = new Set(objectsIn(currentRevision.files).map(({ id }) => textIn(id)));
  const lost = backup.files.filter((file) => !files.has(idIn(restored, textIn(file.id)) ?? ""));
  return [
    ...pageDifferences.flat(),
    ...(isInOrder(restored, pagesIn(currentRevision))
      ? []
      : ["The pages are in a different order."]),
    ...lost.map(({ name }) => `The file ${JSON.stringify(textIn(name))} is missing.`),
  ];
}

function isInOrder(restored: RestoredSpace, pages: readonly BackupPage[]): boolean {
  const expectedIds = new Set(restored.backup.pages.flatMap(({ id }) => idIn(restored, id) ?? []));
  const actualIds = pages.flatMap(({ id }) => (expectedIds.has(id) ? [id] : []));
  // Missing pages are reported separately.
  return actualIds.length < expectedIds.size || [...expectedIds].join(" ") === actualIds.join(" ");
}

/** A group, link or computed page is restored as a page and has only some of its settings. */
function settingsDiffering(
  { type }: BackupPage,
  current: BackupPage,
  expected: Readonly<Record<string, string>>,
): readonly string[] {
  const actual = toPageSettings(current.page);
  const compared =
    type === current.type ? Object.keys(expected) : ["title", "emoji", "icon", "hidden"];
  // A link has no slug, but the page that replaces it does.
  return compared.filter(
    (name) => expected[name] !== actual[name] && !(name === "slug" && expected.slug === ""),
  );
}

function resolveParent(restored: RestoredSpace, { parent }: BackupPage): string | undefined {
  return parent === undefined ? undefined : idIn(restored, parent);
}

async function fetchText(
  client: ApiClient,
  parameters: { readonly spaceId: string; readonly revisionId: string },
  { id }: BackupPage,
): Promise<JsonObject> {
  const { value } = await client.call(revision.pageDocument, { ...parameters, pageId: id });
  return objectIn(value);
}
