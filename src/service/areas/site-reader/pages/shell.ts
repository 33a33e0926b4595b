/** The HTML frame of a page: head, header, navigation, outline and footer. */
import { isRightToLeftLanguage } from "../../../../document/html/direction.ts";
import {
  attribute,
  type Html,
  type HtmlPart,
  html,
  nothing,
} from "../../../../document/html/html.ts";
import type { SiteView } from "../site-view.ts";
import { buildStylesheet } from "../styles/stylesheet.ts";
import { renderChangeBar } from "./change-bar.ts";
import { renderAnnouncement, renderFooter, renderHeader } from "./frame.ts";

export interface PageShell {
  readonly view: SiteView;
  /** The document title, to which the title of the site is appended. */
  readonly title: string;
  readonly description?: string | undefined;
  /** The canonical URL; undefined for a page that search engines must not index. */
  readonly canonical?: string | undefined;
  /** The URL of the page as Markdown. */
  readonly markdown?: string;
  /** The same page in other languages. */
  readonly alternates?: readonly PageAlternate[];
  /** The value of the search field. */
  readonly query?: string | undefined;
  readonly navigation?: Html;
  readonly main: Html;
  readonly aside?: Html;
  /** The width of the text column. */
  readonly width?: "default" | "wide";
}

/** The URL of the same page in a language. */
export interface PageAlternate {
  readonly language: string;
  readonly url: string;
}

export function renderShell(shell: PageShell): Promise<string> | string {
  return toDocument(shell);
}

async function toDocument(shell: PageShell): Promise<string> {
  const { view, title, description, canonical, width, navigation, main, aside } = shell;
  const { look } = view;
  const name = look.title ?? view.site.title;
  const { address } = buildStylesheet(view);
  const meta = (key: string, value: string | undefined) =>
    value === undefined || value === "" ? nothing : html`<meta name="${key}" content="${value}">\n`;
  const theme = look.themes.default === "system" ? undefined : look.themes.default;
  const names = ["site", ...(width === "wide" ? ["wide"] : []), ...(navigation ? [] : ["alone"])];
  const page = html`<!doctype html>
<html lang="${view.language}"${attribute("dir", isRightToLeftLanguage(view.language) ? "rtl" : undefined)}${attribute("class", theme)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name ? name : `${title} · ${name}`}</title>
${meta("description", description)}${meta("robots", canonical === undefined ? "noindex" : undefined)}${
  canonical === undefined ? nothing : html`<link rel="canonical" href="${canonical}">\n`
}${(shell.alternates ?? []).map(
  ({ language, url }) => html`<link rel="alternate" hreflang="${language}" href="${url}">\n`,
)}${
  shell.markdown === undefined
    ? nothing
    : html`<link rel="alternate" type="text/markdown" href="${shell.markdown}">\n`
}<meta name="color-scheme" content="${theme ?? "light dark"}">
<link rel="stylesheet" href="${address}">
${renderIcon(view)}${(view.scripts ?? []).map(
  (url) => html`<script src="${url}" defer></script>\n`,
)}</head>
<body class="${names.join(" ")}">
<a class="skip" href="#~main">${view.words.skip}</a>
${renderChangeBar(view)}${renderAnnouncement(view)}${await renderHeader(view, shell.query)}
<div class="middle">
${navigation ?? nothing}
${aside ?? nothing}
<main id="~main" tabindex="-1">
${main}
</main>
</div>
${await renderFooter(view)}
</body>
</html>
`;
  return page.source;
}

/** Without an uploaded icon, the platform generates one. */
function renderIcon(view: SiteView): HtmlPart {
  const { favicon } = view.look;
  if ("icon" in favicon && favicon.icon) {
    return html`<link rel="icon" href="${favicon.icon.light}">\n`;
  }
  return html`<link rel="icon" href="${view.buildHref("/~icon.svg")}" type="image/svg+xml">\n`;
}
