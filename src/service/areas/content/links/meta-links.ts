/** Meta links for search engines: `metaLinks` in the front matter of a page. */
import type { Output } from "../../../../contract/endpoint.ts";
import type { metaLinks } from "../../../../contract/page.ts";
import { isList, isObject, type JsonValue } from "../../../../json/values.ts";
import type { ContentPage, ContentTree } from "../tree/tree.ts";
import { getLinkBase, isExternal, toReference } from "./relative-links.ts";

type MetaLinks = Output<typeof metaLinks>;
type MetaLinkTarget = NonNullable<MetaLinks["canonical"]>;

/** The maximum number of alternates in the response for a page. */
const mostAlternates = 100;

/** Targets that are neither a page nor a web URL are omitted. */
export function getMetaLinks(tree: ContentTree, page: ContentPage): MetaLinks {
  const links = page.frontMatter?.metaLinks;
  if (!isObject(links)) return {};
  const from = getLinkBase(tree, page.id);
  const resolveTarget = (address: JsonValue | undefined): MetaLinkTarget | undefined => {
    if (typeof address !== "string") return undefined;
    const url = address.trim();
    if (isExternal(url)) return /^https?:/i.test(url) ? { kind: "url", url } : undefined;
    const ref = toReference(url, from);
    return ref?.kind === "page" ? ref : undefined;
  };
  const { canonical, alternates } = links;
  const others = isList(alternates) ? alternates.slice(0, mostAlternates) : [];
  return {
    canonical: resolveTarget(canonical),
    alternates: others.flatMap((address) => resolveTarget(address) ?? []),
  };
}
