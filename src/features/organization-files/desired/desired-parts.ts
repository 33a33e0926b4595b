/** Site parts in a site file, which has the format of the hosted platform's site file. */
import type { SiteFilePart } from "../../../contract/organization-files.model.ts";
import type { ResourceKind } from "../resource.ts";

export interface WantedPart {
  readonly kind: ResourceKind;
  /** Undefined fields are not managed. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly children: readonly SiteFilePart[];
}

/**
 * Fields that are missing in the file are cleared, as on the hosted platform; only paths stay.
 * @param parent the address of the parent; null at the top level
 * @param space the address of the space of a site space
 */
export function listPartFields(
  part: SiteFilePart,
  parent: string | null,
  space: string,
): WantedPart {
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

/** The key of the default part; without an explicit default, the first one. */
export function getDefault(parts: readonly SiteFilePart[]): string | null {
  const candidates = parts.flatMap(listArrivals);
  return (candidates.find((part) => part.default === true) ?? candidates[0])?.key ?? null;
}

/** The sections and spaces in a part, including those in groups. */
function listArrivals(
  part: SiteFilePart,
): readonly { readonly key: string; readonly default?: boolean }[] {
  if (part.type === "external-link") return [];
  if (part.type !== "section-group") return [{ key: part.key, default: part.default === true }];
  const children: readonly SiteFilePart[] = part.children ?? [];
  return children.flatMap(listArrivals);
}

/** The titles of site spaces in a site file, by part key. */
export function listSpaceTitles(
  parts: readonly SiteFilePart[],
): readonly (readonly [string, string])[] {
  return parts.flatMap((part) => {
    if (part.type === "space") return part.title === undefined ? [] : [[part.key, part.title]];
    return "children" in part ? listSpaceTitles(part.children ?? []) : [];
  });
}
