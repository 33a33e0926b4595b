/** Problems in the current content of a site: broken links, and redirects without a destination. */
import { setImmediate as turn } from "node:timers/promises";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import type { FindingSeverity, FindingType } from "../../../contract/site-finding-values.ts";
import { computeHash, toCanonicalText } from "../../../json/canonical.ts";
import type { Call } from "../../core/handlers.ts";
import { loadRevisionLinks, type ResolvedLink } from "../content/links/revision-links.ts";
import { loadRevisionTree, readRevision, readTree } from "../content/revisions.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { resolveRedirect } from "../sites/redirects/redirect-targets.ts";
import type { Structure } from "../sites/structure/structure.ts";
import type { SiteRedirectTable } from "../sites/tables.ts";

/** A problem, before it is stored. */
export interface DerivedFinding {
  /** Equal for the same problem in every scan. */
  readonly key: string;
  readonly type: FindingType;
  readonly severity: FindingSeverity;
  readonly title: string;
  /** Paragraphs. */
  readonly details: readonly string[];
  readonly spaceId: string | null;
  readonly pageId: string | null;
}

/** Content that a scan reads. */
export interface ScannedSite {
  readonly structure: Structure;
  readonly spaces: readonly ScannedSpace[];
  readonly redirects: readonly SiteRedirectTable[];
}

export interface ScannedSpace {
  readonly id: string;
  readonly title: string;
  readonly revision_id: string;
}

/** Maximum number of problems that a scan finds. */
export const mostFindings = 1000;

export interface DerivedFindings {
  readonly findings: readonly DerivedFinding[];
  /** Whether the scan stopped at the maximum. */
  readonly isIncomplete: boolean;
}

/** Leaves turns to other requests. */
export async function deriveFindings(
  call: Call,
  { structure, spaces, redirects }: ScannedSite,
): Promise<DerivedFindings> {
  const findings = await findBrokenRedirects(call, structure, spaces, redirects);
  for (const space of spaces) {
    if (findings.length > mostFindings) break;
    const revision = await readRevision(call.db, space.revision_id);
    const tree = await loadRevisionTree(call.db, revision);
    const links = await loadRevisionLinks(call, revision);
    for (const link of links) {
      if (link.status === "broken") findings.push(toFinding(space, tree, link));
      if (findings.length > mostFindings) break;
    }
    await turn();
  }
  return {
    findings: findings.slice(0, mostFindings),
    isIncomplete: findings.length > mostFindings,
  };
}

async function findBrokenRedirects(
  { db }: Pick<Call, "db">,
  structure: Structure,
  spaces: readonly ScannedSpace[],
  redirects: readonly SiteRedirectTable[],
): Promise<DerivedFinding[]> {
  const revisions = new Map(spaces.map(({ id, revision_id }) => [id, revision_id]));
  const findings: DerivedFinding[] = [];
  for (const row of redirects) {
    if (findings.length > mostFindings) break;
    const target = resolveRedirect(structure, { row, captured: "" });
    if (target !== undefined) {
      if (!("page" in target) || target.page === undefined) continue;
      const revision = revisions.get(target.siteSpace.space_id);
      const tree = revision === undefined ? undefined : await readTree(db, revision);
      if (tree && getTreeIndex(tree).pages.has(target.page)) continue;
    }
    findings.push({
      key: computeHash(toCanonicalText(["redirect", row.source_key, row.destination])),
      type: "broken-link",
      severity: "high",
      title: shorten(`Redirect without a destination: ${row.source}`),
      details: [
        `The redirect from ${row.source} leads to a page, section or space that was deleted or removed from the site. Visitors of the path get a 404 page.`,
        "Choose another destination or delete the redirect.",
      ],
      spaceId: null,
      pageId: null,
    });
  }
  return findings;
}

function toFinding(
  space: ScannedSpace,
  tree: ContentTree,
  { location, ref }: ResolvedLink,
): DerivedFinding {
  const page =
    location.kind === "page" ? getTreeIndex(tree).pages.get(location.id)?.page : undefined;
  const reusable = tree.reusableContents.find(({ id }) => id === location.id);
  const position = page
    ? `the page "${page.title}"`
    : `the reusable content "${reusable?.title ?? location.id}"`;
  const isHeading = ref.kind === "anchor";
  return {
    key: computeHash(toCanonicalText(["link", space.id, location.kind, location.id, ref])),
    type: "broken-link",
    severity: isHeading ? "medium" : "high",
    title: shorten(`${isHeading ? "Link to a missing heading" : "Broken link"} on ${position}`),
    details: [
      `In the space "${space.title}", ${position} refers to ${describeTarget(ref)}, which does not exist. ${isHeading ? "Readers reach the page instead of the section." : "Readers cannot reach the target."}`,
      "Correct or remove the link.",
    ],
    spaceId: space.id,
    pageId: page?.id ?? null,
  };
}

function describeTarget(ref: ContentReference): string {
  switch (ref.kind) {
    case "url":
      return ref.url;
    case "anchor":
      return `the heading #${ref.anchor}`;
    case "page":
      return `the page ${ref.page}`;
    case "file":
      return `the file ${ref.file}`;
    case "user":
      return `the user ${ref.user}`;
    case "collection":
      return `the collection ${ref.collection}`;
    case "space":
      return `the space ${ref.space}`;
    case "reusable-content":
      return `the reusable content ${ref.reusableContent}`;
    case "openapi":
      return `the API specification ${ref.spec}`;
  }
}

/** Maximum length of a title in the API. */
function shorten(title: string): string {
  return title.length <= 256 ? title : `${title.slice(0, 255)}…`;
}
