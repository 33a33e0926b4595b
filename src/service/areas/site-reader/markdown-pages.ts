/**
 * Pages of a site as Markdown, for agents and other programs: one page, the index llms.txt, and all
 * pages in llms-full.txt. Each contains only pages that the visitor sees.
 */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { ApiError } from "../../../errors.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { presentText } from "../../engines/documents.ts";
import { takeTurn } from "../../engines/threads/turns.ts";
import { getStoredText } from "../content/texts/documents.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import type { TreePage } from "../content/tree/tree-index.ts";
import { listReadablePages } from "../site-lookup/page-order.ts";
import type { SiteSpaceRow } from "../sites/structure/structure.ts";
import { resolveScope } from "./pages/article.ts";
import type { SiteView } from "./site-view.ts";
import { getRequestContext } from "./site-view.ts";
import { createTargets } from "./targets.ts";

/** The Markdown starts with the title, and its links lead to pages of the site. */
export async function writeMarkdownPage(
  view: SiteView,
  tree: ContentTree,
  treePage: TreePage,
): Promise<string> {
  const { page } = treePage;
  const spaceId = view.siteSpace.space_id;
  const { body, references } = await getStoredText(view.reading.db, spaceId, page.document);
  const refs = references.map(({ ref }) => ref);
  const targets = await createTargets(view).findAll(refs, { spaceId, id: page.id });
  const addresses = refs.flatMap((ref, index): (readonly [ContentReference, string])[] => {
    const { address = "" } = targets[index] ?? {};
    return address === "" ? [] : [[ref, address]];
  });
  const text = await presentText(
    {
      body,
      format: "markdown",
      evaluation: "visitor",
      scope: resolveScope(view, tree, treePage),
      addresses,
    },
    getRequestContext(view),
  );
  return `# ${page.title.replace(/\s+/g, " ")}\n\n${text}`;
}

/** The path of the Markdown of a page, relative to its space. */
export function toMarkdownPath({ path }: TreePage): string {
  return `${path}.md`;
}

/** Index entries; more of them are left out, with a note. */
const mostEntries = 10_000;
/** In characters of llms-full.txt. */
const longestText = 5_000_000;
/** Entries between two turns of other requests. */
const entriesAtOnce = 500;

/** A page of the site with its space. */
interface VisiblePage {
  readonly siteSpace: SiteSpaceRow;
  readonly tree: ContentTree;
  readonly treePage: TreePage;
}

/** The pages in the order of the site, which agents may read as search engines do. */
async function* listPages(view: SiteView): AsyncGenerator<VisiblePage> {
  for (const siteSpace of view.structure.siteSpaces.values()) {
    if (siteSpace.deleted_at !== null) continue;
    const tree = await view.pages.tree(siteSpace.space_id);
    for (const [index, treePage] of listReadablePages(tree).entries()) {
      if (index % entriesAtOnce === 0) await takeTurn(view.site.id);
      const { noIndex, noRobotsIndex } = treePage.page;
      if (noIndex !== true && noRobotsIndex !== true) yield { siteSpace, tree, treePage };
    }
  }
}

/** llms.txt: the pages with links to their Markdown, by space. */
export async function writePageIndex(view: SiteView): Promise<string> {
  const lines: string[] = [`# ${toOneLine(view.look.title ?? view.site.title)}`, ""];
  let entries = 0;
  let left = 0;
  let heading: SiteSpaceRow | undefined;
  for await (const { siteSpace, treePage } of listPages(view)) {
    if (entries === mostEntries) {
      left++;
      continue;
    }
    if (siteSpace !== heading) {
      if (heading !== undefined) lines.push("");
      lines.push(`## ${toOneLine(getSpaceTitle(view, siteSpace))}`, "");
      heading = siteSpace;
    }
    const { title, description } = treePage.page;
    const url = encodeLink(view.hrefIn(siteSpace, toMarkdownPath(treePage)));
    const about =
      description === undefined || description === "" ? "" : `: ${toOneLine(description)}`;
    lines.push(`- [${toOneLine(title).replace(/[\\[\]]/g, "\\$&")}](${url})${about}`);
    entries++;
  }
  if (left > 0) lines.push("", `${formatCount(left, "more page")} not listed.`);
  return `${lines.join("\n")}\n`;
}

/** In characters of llms-full.txt. A page that exceeds a limit takes as much time as a long one. */
const refusedLength = 250_000;

/** llms-full.txt: the Markdown of the pages, up to a limit, without those that are too large to read. */
export async function writeAllPages(view: SiteView): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  let left = 0;
  let refused = 0;
  for await (const { siteSpace, tree, treePage } of listPages(view)) {
    if (length >= longestText) {
      left++;
      continue;
    }
    const text = await tryWriteMarkdownPage({ ...view, siteSpace }, tree, treePage);
    if (text === undefined) refused++;
    else parts.push(text.trimEnd());
    length += text?.length ?? refusedLength;
  }
  if (refused > 0) parts.push(`${formatCount(refused, "page")} not included: too large.`);
  if (left > 0) parts.push(`${formatCount(left, "more page")} not included. See llms.txt.`);
  return `${parts.join("\n\n")}\n`;
}

/** @returns undefined for a page that takes too much time or memory */
async function tryWriteMarkdownPage(
  view: SiteView,
  tree: ContentTree,
  treePage: TreePage,
): Promise<string | undefined> {
  try {
    return await writeMarkdownPage(view, tree, treePage);
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) return undefined;
    throw error;
  }
}

function getSpaceTitle(view: SiteView, { id, space_title }: SiteSpaceRow): string {
  const section = [...view.structure.sections.values()].find(
    (one) => one.default_site_space_id === id,
  );
  return section?.title ?? space_title;
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Parentheses would end the link. */
function encodeLink(url: string): string {
  return url.replaceAll("(", "%28").replaceAll(")", "%29");
}
