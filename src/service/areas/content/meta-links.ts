/** What a page says of itself to search engines: `metaLinks` of its front matter. */
import type { Output } from "../../../contract/endpoint.ts";
import type { metaLinks } from "../../../contract/page.ts";
import { isList, isObject, type JsonValue } from "../../../json/values.ts";
import { getLinkBase, isExternal, referenceTo } from "./relative-links.ts";
import type { Page, Tree } from "./tree.ts";

type MetaLinks = Output<typeof metaLinks>;
type Target = NonNullable<MetaLinks["canonical"]>;

/** So many are answered of each page. */
const mostAlternates = 100;

/** What is neither a page nor an address of the web is left out. */
export function getMetaLinks(tree: Tree, page: Page): MetaLinks {
  const links = page.frontMatter?.metaLinks;
  if (!isObject(links)) return {};
  const from = getLinkBase(tree, page.id);
  const resolveTarget = (address: JsonValue | undefined): Target | undefined => {
    if (typeof address !== "string") return undefined;
    const url = address.trim();
    if (isExternal(url)) return /^https?:/i.test(url) ? { kind: "url", url } : undefined;
    const ref = referenceTo(url, from);
    return ref?.kind === "page" ? ref : undefined;
  };
  const { canonical, alternates } = links;
  const others = isList(alternates) ? alternates.slice(0, mostAlternates) : [];
  return {
    canonical: resolveTarget(canonical),
    alternates: others.flatMap((address) => resolveTarget(address) ?? []),
  };
}
