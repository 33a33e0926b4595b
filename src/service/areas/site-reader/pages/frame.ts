/** The header and footer of a site, with search, sections and variants. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Customization } from "../../../../contract/site-customization.model.ts";
import { isForeign, toSafeUrl } from "../../../../document/html/addresses.ts";
import {
  attribute,
  type Html,
  type HtmlPart,
  html,
  nothing,
} from "../../../../document/html/html.ts";
import { asReference } from "../../../../document/references.ts";
import { findDefaultSiteSpace } from "../../sites/structure/defaults.ts";
import { parseLocalizedText } from "../../sites/structure/localized.ts";
import {
  hasSections,
  listItemsInGroup,
  listLiveSiteSpaces,
  type SiteSpaceRow,
  type StructureItem,
} from "../../sites/structure/structure.ts";
import type { SiteView } from "../site-view.ts";
import { createTargets } from "../targets.ts";

/** The query parameter of links between variants. */
export const fallbackParameter = "fallback";

type HeaderItem = Customization["header"]["links"][number];

export async function renderHeader(view: SiteView, query: string | undefined): Promise<Html> {
  const { look, site } = view;
  const name = look.title ?? site.title;
  const { logo, links } = look.header;
  const mark =
    logo === undefined
      ? html`${renderEmoji(view)}<span>${name}</span>`
      : html`<img class="by-day" src="${logo.light}" alt="${name}"><img class="by-night" src="${logo.dark}" alt="${name}">`;
  const items = await Promise.all(links.map((link) => renderHeaderItem(view, link)));
  const menu =
    items.length === 0
      ? nothing
      : html`<ul class="links" aria-label="${view.words.links}">${items}</ul>`;
  return html`<header class="top">
<div class="bar">
<a class="home" href="${view.buildHref("")}">${mark}</a>
${renderVariants(view)}
<form class="search" role="search" action="${view.buildHref("/~search")}">
<input type="search" name="q" aria-label="${view.words.search}" placeholder="${view.words.search}"${attribute("value", query)} maxlength="200">
<button>${view.words.search}</button>
</form>
${menu}</div>
${renderSections(view)}</header>`;
}

function renderEmoji({ look }: SiteView): HtmlPart {
  return "emoji" in look.favicon && look.favicon.emoji
    ? html`<span class="emoji" aria-hidden="true">${look.favicon.emoji}</span>`
    : undefined;
}

async function renderHeaderItem(
  view: SiteView,
  { title, style, to, links }: HeaderItem,
): Promise<Html> {
  const name =
    style === "button-primary"
      ? "button primary"
      : style === "button-secondary"
        ? "button secondary"
        : undefined;
  if (links.length === 0) return html`<li>${await linkTo(view, title, to, name)}</li>`;
  const inner = await Promise.all(
    links.map(async (link) => html`<li>${await linkTo(view, link.title, link.to)}</li>`),
  );
  return html`<li><details class="menu"><summary>${title}</summary><ul>${inner}</ul></details></li>`;
}

/** A link without a valid target is rendered as text. */
async function linkTo(view: SiteView, title: string, to: unknown, name?: string): Promise<Html> {
  const address = await findAddress(view, to);
  if (address === undefined) return html`<span>${title}</span>`;
  return html`<a href="${address}"${attribute("class", name)}>${title}</a>`;
}

async function findAddress(view: SiteView, to: unknown): Promise<string | undefined> {
  const [ref] = asReference(to);
  if (!ref) return undefined;
  if (ref.kind === "url") {
    const inner = ref.url.startsWith("/") && !isForeign(ref.url);
    return toSafeUrl(inner ? view.buildHref("").replace(/\/$/, "") + ref.url : ref.url);
  }
  const target = await createTargets(view).find(ref as ContentReference, {
    spaceId: view.siteSpace.space_id,
    id: "",
  });
  return target && toSafeUrl(target.address);
}

/** Sections as a list of links; groups are expandable. */
function renderSections(view: SiteView): Html {
  const { structure } = view;
  if (!hasSections(structure)) return nothing;
  const items = listItemsInGroup(structure, null).flatMap((item) => renderSectionItem(view, item));
  if (items.length < 2) return nothing;
  return html`<nav class="sections" aria-label="${view.words.sections}"><ul>${items}</ul></nav>\n`;
}

function renderSectionItem(view: SiteView, { type, row }: StructureItem): Html[] {
  const { structure, section } = view;
  if (type === "site-section") {
    const first = findDefaultSiteSpace(structure, row.id);
    // A section with only hidden spaces is not in the navigation, except while it is the current one.
    const isInMenu = listLiveSiteSpaces(structure, row.id).some(({ hidden }) => hidden === 0);
    if (!first || !(isInMenu || row.id === section?.id)) return [];
    const current = attribute("aria-current", row.id === section?.id ? "true" : undefined);
    return [
      html`<li><a href="${view.hrefIn(first, "")}"${current}>${getTitle(view, row)}</a></li>`,
    ];
  }
  if (type === "site-external-link") {
    const address = toSafeUrl(row.url);
    return address === undefined
      ? []
      : [html`<li><a href="${address}">${getTitle(view, row)}</a></li>`];
  }
  const inner = listItemsInGroup(structure, row.id).flatMap((item) =>
    renderSectionItem(view, item),
  );
  if (inner.length === 0) return [];
  const isHere = collectGroupsAbove(view).has(row.id);
  return [
    html`<li><details class="menu${isHere ? " here" : ""}"><summary>${getTitle(view, row)}</summary><ul>${inner}</ul></details></li>`,
  ];
}

/** The title in the language of the current space. */
function getTitle(
  { siteSpace }: SiteView,
  { title, localized_title }: Pick<StructureItem["row"], "title" | "localized_title">,
): string {
  return parseLocalizedText(localized_title, siteSpace.space_language) ?? title;
}

function collectGroupsAbove({ structure, section }: SiteView): Set<string> {
  const above = new Set<string>();
  let id = section?.group_id ?? null;
  while (id !== null && !above.has(id)) {
    above.add(id);
    id = structure.groups.get(id)?.parent_id ?? null;
  }
  return above;
}

/**
 * The same path in another variant. The page may not exist there, so the parameter of the hosted
 * platform leads to the home page of the variant in that case.
 */
function buildVariantHref(view: SiteView, variant: SiteSpaceRow): string {
  const { path, siteSpace } = view;
  if (path === "" || path.startsWith("~") || variant.id === siteSpace.id) {
    return view.hrefIn(variant, "");
  }
  return `${view.hrefIn(variant, path)}?${fallbackParameter}=true`;
}

/** The other site spaces of the section, such as languages or versions. */
function renderVariants(view: SiteView): Html {
  const { structure, siteSpace } = view;
  const variants = listLiveSiteSpaces(structure, siteSpace.section_id).filter(
    (variant) => variant.hidden === 0 || variant.id === siteSpace.id,
  );
  if (variants.length < 2) return nothing;
  const items = variants.map((variant) => {
    const current = attribute("aria-current", variant.id === siteSpace.id ? "true" : undefined);
    return html`<li><a href="${buildVariantHref(view, variant)}"${current}>${variant.space_title}</a></li>`;
  });
  return html`<details class="menu variants"><summary><span class="unseen">${view.words.variant}: </span>${siteSpace.space_title}</summary><ul>${items}</ul></details>`;
}

export function renderAnnouncement({ look, words }: SiteView): Html {
  const { announcement } = look;
  if (!announcement?.enabled) return nothing;
  return html`<div class="announcement ${announcement.style}" role="region" aria-label="${words.announcement}"><p>${announcement.message}</p></div>\n`;
}

export async function renderFooter(view: SiteView): Promise<Html> {
  const { groups, copyright } = view.look.footer;
  const lists = await Promise.all(
    groups.map(async ({ title, links }) => {
      const items = await Promise.all(
        links.map(async (link) => html`<li>${await linkTo(view, link.title, link.to)}</li>`),
      );
      return html`<div><p class="title">${title}</p><ul>${items}</ul></div>`;
    }),
  );
  if (lists.length === 0 && copyright === undefined) return nothing;
  const right = copyright === undefined ? nothing : html`<p class="copyright">${copyright}</p>`;
  return html`<footer class="bottom"><div class="groups">${lists}</div>${right}</footer>`;
}
