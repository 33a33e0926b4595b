/** The parts of a site in its file, in the words of the hosted platform's own site file. */
import type { SitePart } from "../../contract/organization-files.model.ts";
import type { Kind } from "./thing.ts";

export interface WantedPart {
  readonly kind: Kind;
  /** Those that are undefined are not managed. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly children: readonly SitePart[];
}

/**
 * What the file does not give a part it does not have, as on the hosted platform; only paths stay.
 * @param parent the address of what it is in; null at the top
 * @param space the address of the space that it shows
 */
export function listPartFields(part: SitePart, parent: string | null, space: string): WantedPart {
  const condition = "condition" in part ? (part.condition ?? null) : null;
  if (part.type === "space") {
    const fields = { space, section: parent, path: part.path, condition };
    return { kind: "site-space", fields, children: [] };
  }
  const children = "children" in part ? (part.children ?? []) : [];
  const order = children.map(({ key }) => key);
  const words = { title: part.title, icon: part.icon ?? null, group: parent };
  if (part.type === "section-group")
    return { kind: "group", fields: { ...words, order }, children };
  const description = part.description || null;
  if (part.type === "external-link") {
    return { kind: "link", fields: { ...words, description, condition, url: part.url }, children };
  }
  const fields = { ...words, description, condition, path: part.path };
  return { kind: "section", fields: { ...fields, order, default: getDefault(children) }, children };
}

/** The key of the part where visitors arrive; without a word about it, that of the first. */
export function getDefault(parts: readonly SitePart[]): string | null {
  const arrivals = parts.flatMap(arrivalsIn);
  return (arrivals.find((part) => part.default === true) ?? arrivals[0])?.key ?? null;
}

/** The sections and spaces in a part, also in its groups. */
function arrivalsIn(
  part: SitePart,
): readonly { readonly key: string; readonly default?: boolean }[] {
  if (part.type === "external-link") return [];
  if (part.type !== "section-group") return [{ key: part.key, default: part.default === true }];
  const children: readonly SitePart[] = part.children ?? [];
  return children.flatMap(arrivalsIn);
}

/** The titles that a file gives to what shows a space, by the keys of the parts. */
export function listSpaceTitles(
  parts: readonly SitePart[],
): readonly (readonly [string, string])[] {
  return parts.flatMap((part) => {
    if (part.type === "space") return part.title === undefined ? [] : [[part.key, part.title]];
    return "children" in part ? listSpaceTitles(part.children ?? []) : [];
  });
}
