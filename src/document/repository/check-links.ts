/** Checks the links of a repository's texts, resolved as in an import. */
import { trimCharacter, withoutFinalSlashes } from "../../json/trim.ts";
import { findAnchor } from "../anchors.ts";
import { parseReference } from "../reference-address.ts";
import { findYamlLine } from "../yaml.ts";
import type { CheckedOutline } from "./check-outline.ts";
import { showInvisibleCharacters } from "./invisible-characters.ts";
import type { MissingFileFinder } from "./missing-file.ts";
import type { Layout } from "./outline.ts";
import type { PageElements, WrittenLink } from "./page-elements.ts";
import { isAttachment, listLocations, resolveLink } from "./paths.ts";
import type { RepositoryFault, RepositoryFile } from "./repository-fault.ts";
import { parseInnerUrl } from "./resolver.ts";
import type { RepositorySettings } from "./settings.ts";
import { redirectSource, redirectTarget, settingsName } from "./settings.ts";

interface LinkCheckInput {
  readonly layout: Layout<RepositoryFile>;
  readonly outline: CheckedOutline;
  readonly facts: ReadonlyMap<string, PageElements>;
  readonly settings: RepositorySettings;
  /** Text of the settings. */
  readonly yaml: string | undefined;
  readonly finder: MissingFileFinder;
}

type CheckedTarget =
  | { readonly page: string; readonly anchor: string | undefined }
  | { readonly include: string }
  | { readonly file: string }
  /** Elsewhere, or known to the platform alone. */
  | "outside"
  | { readonly broken: string /** Location of a missing file. */; readonly missing?: string };

export interface CheckedLinks {
  /** Locations of the files that texts use. */
  readonly used: Set<string>;
  /** Symbolic links that texts use, by location. */
  readonly usedLinks: Set<string>;
}

export function checkLinks(
  input: LinkCheckInput,
  add: (fault: RepositoryFault) => void,
): CheckedLinks {
  const { layout, outline, facts } = input;
  const resolve = getResolver(input);
  const used = new Set<string>();
  const usedLinks = new Set<string>();
  const check = (from: string, path: string, links: readonly WrittenLink[], isPage: boolean) => {
    const reported = new Set<string>();
    for (const { url, line } of links) {
      const target = resolve(url, from);
      if (target === "outside" || "include" in target) continue;
      if ("file" in target) {
        used.add(target.file);
        continue;
      }
      if (reported.has(url)) continue;
      if ("broken" in target) {
        reported.add(url);
        const { broken: message, missing } = target;
        const link = missing === undefined ? undefined : input.finder.findLink(missing);
        if (link !== undefined) usedLinks.add(link);
        const file = missing === undefined ? {} : { missing };
        add({ rule: "link-broken", path, line, target: url, message, ...file });
      } else if (target.anchor !== undefined && (isPage || target.page !== from)) {
        if (hasAnchor(target.page, target.anchor, facts, resolve)) continue;
        reported.add(url);
        const where = target.page === from ? "this page" : (resolvePath(layout, target.page) ?? "");
        const message = `${describeUrl(url)} points to a heading that does not exist in ${where}.`;
        add({ rule: "anchor-broken", path, line, target: url, message });
      }
    }
  };
  const summary = layout.summary?.path;
  if (summary !== undefined) {
    const from = layout.outlineFolder === "" ? "SUMMARY.md" : `${layout.outlineFolder}/SUMMARY.md`;
    check(from, summary, outline.links, false);
  }
  for (const location of outline.present) {
    const pageLinks = facts.get(location);
    if (pageLinks)
      check(location, resolvePath(layout, location) ?? "", listAllLinks(pageLinks), true);
  }
  for (const location of outline.includes) {
    const pageElements = facts.get(location);
    if (pageElements)
      check(location, resolvePath(layout, location) ?? "", pageElements.links, false);
  }
  checkRedirects(input, (path) => "page" in asTarget(findPage(path, outline)), add);
  return { used, usedLinks };
}

function resolvePath({ files }: Layout<RepositoryFile>, location: string): string | undefined {
  return files.get(location)?.path;
}

/** Links of the text, and those of the cover image. */
function listAllLinks({ links, values }: PageElements): readonly WrittenLink[] {
  if (typeof values.cover !== "string") return links;
  const covers = [values.cover, values.coverDark].flatMap((url) =>
    typeof url === "string" ? [{ url: url.trim(), line: 1 }] : [],
  );
  return [...covers, ...links];
}

function getResolver({ layout, outline, settings, finder }: LinkCheckInput) {
  const { files, findReadme } = layout;
  const { pages, includes } = outline;
  const included = new Set(includes);
  const redirects = new Map(
    Object.entries(settings.redirects).flatMap(([from, to]) => {
      const source = redirectSource(from);
      return source === undefined ? [] : [[redirectKey(source), redirectTarget(to)] as const];
    }),
  );
  const at = (location: string, anchor: string | undefined): CheckedTarget | undefined => {
    if (pages.has(location)) return { page: location, anchor };
    if (included.has(location)) return { include: location };
    return files.has(location) && isAttachment(location) ? { file: location } : undefined;
  };
  const lookUp = (path: string, anchor: string | undefined): CheckedTarget | undefined => {
    const readme = findReadme(path);
    const anchorTarget =
      at(path, anchor) ?? (readme === undefined ? undefined : at(readme, anchor));
    if (anchorTarget) return anchorTarget;
    for (const location of listLocations(path)) {
      const target = at(location, anchor);
      if (target) return target;
    }
    const page = outline.bySlugs.get(path.replace(/\.md$/, ""));
    return page === undefined ? undefined : { page, anchor };
  };
  return (url: string, from: string): CheckedTarget => {
    const inner = parseInnerUrl(url);
    if (!inner) return "outside";
    const { paths, anchor } = inner;
    if (paths[0] === "") {
      if (anchor !== undefined) return { page: from, anchor };
      return { broken: `${describeUrl(url)} has no target.` };
    }
    const locations = paths.flatMap((path) => resolveLink(from, path, settings.paths.root) ?? []);
    for (const one of locations) {
      const match = lookUp(one, anchor);
      if (match) return match;
    }
    const location = locations.find((one) => files.has(one)) ?? locations[0];
    // Other spaces, users and specifications exist only on the platform.
    const named = parseReference(url);
    const isOwn = named && ["page", "file", "anchor", "reusable-content"].includes(named.kind);
    if (named && (!isOwn || ("space" in named && named.space !== undefined))) return "outside";
    if (location === undefined) {
      return { broken: `${describeUrl(url)} points outside the content folder.` };
    }
    const redirected = redirects.get(redirectKey(location.replace(/\.md$/, "")));
    const target = redirected === undefined ? undefined : lookUp(redirected, anchor);
    return target ?? describeBroken(url, location, files, finder);
  };
}

/** Mark that the platform writes for a link whose target was deleted. */
const deleted = /^(?:\/broken\/|(?:\.{1,2}\/)*broken-reference(?:$|[#/]))/;

function describeBroken(
  url: string,
  location: string,
  files: ReadonlyMap<string, unknown>,
  finder: MissingFileFinder,
): CheckedTarget {
  if (deleted.test(url)) {
    return { broken: `${url} refers to content that was deleted on the platform.` };
  }
  const shown = showInvisibleCharacters(location);
  if (files.has(location)) {
    return {
      broken: `${describeUrl(url)} points to ${shown}, which is not a page because it is not in the table of contents.`,
    };
  }
  const reason = finder.describe(location);
  if (url === location) return { broken: describeUrl(url) + reason, missing: location };
  const target = location === "" ? "the first page" : shown;
  return { broken: `${describeUrl(url)} points to ${target}, which${reason}`, missing: location };
}

/** Also checks texts that the page includes. */
function hasAnchor(
  page: string,
  anchor: string,
  facts: ReadonlyMap<string, PageElements>,
  resolve: (url: string, from: string) => CheckedTarget,
): boolean {
  const pageElements = facts.get(page);
  // Missing or too large files have their own findings.
  if (!pageElements) return true;
  if (findAnchor(pageElements.anchors, anchor)) return true;
  return pageElements.links.some(({ url }) => {
    const target = asTarget(resolve(url, page));
    const included = "include" in target ? facts.get(target.include) : undefined;
    return included !== undefined && findAnchor(included.anchors, anchor) !== undefined;
  });
}

function asTarget(target: CheckedTarget | undefined): Exclude<CheckedTarget, "outside"> {
  return target === undefined || target === "outside" ? { broken: "" } : target;
}

function findPage(path: string, { pages, bySlugs }: CheckedOutline): CheckedTarget | undefined {
  const location = listLocations(withoutFinalSlashes(path)).find((one) => pages.has(one));
  const page = location ?? bySlugs.get(path.replace(/\.md$/, ""));
  return page === undefined ? undefined : { page, anchor: undefined };
}

function checkRedirects(
  { settings, yaml }: LinkCheckInput,
  isPage: (path: string) => boolean,
  add: (fault: RepositoryFault) => void,
): void {
  for (const [from, to] of Object.entries(settings.redirects)) {
    const fault = {
      path: settingsName,
      line: findYamlLine(yaml ?? "", ["redirects", from]),
      target: from,
    };
    if (redirectSource(from) === undefined) {
      const better = from.replace(/^\/+/, "");
      const message = `The redirect from ${from} must not start with a slash. Write ${better}.`;
      add({ rule: "redirect-slash", ...fault, message });
    } else if (!isPage(redirectTarget(to))) {
      const message = `The redirect from ${showInvisibleCharacters(from)} points to ${showInvisibleCharacters(to)}, which is not a page.`;
      add({ rule: "redirect-broken", ...fault, message });
    }
  }
}

function redirectKey(path: string): string {
  return trimCharacter(path, "/").toLowerCase();
}

function describeUrl(url: string): string {
  return url === "" ? "A link without a URL" : showInvisibleCharacters(url);
}
