/** The text of a page as HTML. What was written once is kept, by everything that it was written from. */
import { LRUCache } from "lru-cache";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { Operation } from "../../../document/html/operation.ts";
import type { WrittenPage } from "../../../document/html/page.ts";
import type { Target } from "../../../document/html/surroundings.ts";
import { canonicalText, hashOf } from "../../../json/canonical.ts";
import type { Scope } from "../../engines/condition.ts";
import { writeHtml } from "../../engines/pages.ts";
import { getStoredText } from "../content/documents.ts";
import type { Tree } from "../content/tree.ts";
import { indexOf, type TreePage } from "../content/tree-index.ts";
import { operationsIn } from "./operations.ts";
import type { SiteView } from "./site-view.ts";
import { createTargets, type TextLocation } from "./targets.ts";

/** In characters of HTML, of all pages together. */
const largestCache = 24 * 1024 * 1024;
const written = new LRUCache<string, WrittenPage>({
  maxSize: largestCache,
  sizeCalculation: ({ html }) => html.length + 1000,
});

/** Reusable contents within each other are read so deep. */
const deepest = 4;

interface Included {
  readonly key: string;
  readonly hash: string;
  readonly body: string;
}

/** @throws Problem 413 for a text that takes too much time or memory */
export async function writeArticle(
  view: SiteView,
  tree: Tree,
  treePage: TreePage,
): Promise<WrittenPage> {
  const { siteSpace, site, reading } = view;
  const { page } = treePage;
  const spaceId = siteSpace.space_id;
  const { body, references } = await getStoredText(reading.db, spaceId, page.document);
  const targets = new Map<string, readonly [ContentReference, Target]>();
  const included = new Map<string, Included>();
  const { find } = createTargets(view);

  async function follow(refs: readonly ContentReference[], from: TextLocation, depth: number) {
    for (const ref of refs) {
      const key = canonicalText(ref);
      if (targets.has(key) || included.has(key)) continue;
      const content = await contentOf(view, ref, from);
      if (content) {
        included.set(key, { key, hash: content.hash, body: content.body });
        if (depth < deepest) await follow(content.references, content.from, depth + 1);
        continue;
      }
      const target = await find(ref, from);
      if (target) targets.set(key, [ref, target]);
    }
  }

  await follow(
    references.map(({ ref }) => ref),
    { spaceId, id: page.id },
    0,
  );
  const texts = [body, ...[...included.values()].map((one) => one.body)];
  const operations = await operationsIn(view, texts);
  const scope = scopeOf(view, tree, treePage);
  const key = hashOf(
    JSON.stringify([
      page.document ?? "",
      [...included.values()].map((one) => [one.key, one.hash]),
      [...targets.values()],
      operations.map(([name, version]) => [name, version]),
      // Only a text with expressions depends on who reads it, and where.
      texts.some((text) => text.includes('"expression"')) ? scope : "",
    ]),
  );
  const known = written.get(key);
  if (known) return known;
  const made = await writeHtml(
    {
      body,
      included: [...included.values()].map((one) => [one.key, one.body] as const),
      scope,
      targets: [...targets.values()],
      operations: operations.map(([name, , operation]): readonly [string, Operation] => [
        name,
        operation,
      ]),
    },
    site.id,
  );
  written.set(key, made);
  return made;
}

/** The reusable content that a reference means, of this space or of another one on the site. */
async function contentOf(
  { pages, showing, reading }: SiteView,
  ref: ContentReference,
  from: TextLocation,
) {
  if (ref.kind !== "reusable-content") return undefined;
  const spaceId = ref.space ?? from.spaceId;
  if (!showing(spaceId)) return undefined;
  const content = indexOf(await pages.tree(spaceId)).reusableContents.get(ref.reusableContent);
  if (!content) return undefined;
  const { body, references } = await getStoredText(reading.db, spaceId, content.document);
  return {
    hash: content.document ?? "",
    body,
    references: references.map((one) => one.ref),
    from: { spaceId, id: content.id },
  };
}

/** What expressions read. */
export function scopeOf(
  { siteSpace, claims }: Pick<SiteView, "siteSpace" | "claims">,
  tree: Tree,
  { page, path }: TreePage,
): Scope {
  const { title, description, slug, variables = {} } = page;
  return {
    page: { title, description, slug, path, vars: variables },
    space: { title: siteSpace.space_title, vars: tree.variables },
    visitor: { claims },
  };
}
