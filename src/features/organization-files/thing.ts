/**
 * What an organization consists of, as files and the platform both have it. A thing has an address, by
 * which files, lock and messages name it: `spaces/handbook`, `teams/docs`, `sites/help/guides` for a
 * part of a site. Its fields are flat: `title`, and for each entry of a list `grants/teams/docs`. A field
 * that refers to another thing has that thing's address; `id:<id>` stands for one that no file has.
 */
import type { JsonValue } from "../../context.ts";
import { canonicalText, computeHash } from "../../json/canonical.ts";

export const kinds = [
  "organization",
  "member",
  "team",
  "collection",
  "space",
  "specification",
  "site",
  "group",
  "section",
  "site-space",
  "link",
] as const;
export type Kind = (typeof kinds)[number];

/** The kinds that are parts of a site. */
export const partKinds: readonly Kind[] = ["group", "section", "site-space", "link"];

/** By their names; null is none: an entry of a list that is not there, a value that is not set. */
export type Fields = ReadonlyMap<string, JsonValue>;

/** Where something is in the files. */
export interface Location {
  readonly file: string;
  readonly path: readonly (string | number)[];
}

/** A thing as the files want it. */
export interface Wanted {
  readonly address: string;
  readonly kind: Kind;
  readonly fields: Fields;
  /** The lists of which the files name entries: `members`, `grants`, `shareLinks`. */
  readonly lists: ReadonlySet<string>;
  /** Those of them that have no other entries. */
  readonly whole: ReadonlySet<string>;
  readonly protect: boolean;
  /** The address that it had before. */
  readonly moved?: string;
  readonly location: Location;
}

/** A thing as it is on the platform. */
export interface Live {
  readonly kind: Kind;
  readonly id: string;
  readonly title: string;
  readonly fields: Fields;
  /** The fields of which the platform does not show what it was sent last, with the reason. */
  readonly untold?: ReadonlyMap<string, string>;
}

/** What people call a kind. */
export const nounOf: Readonly<Record<Kind, string>> = {
  organization: "organization",
  member: "member",
  team: "team",
  collection: "collection",
  space: "space",
  specification: "specification",
  site: "docs site",
  group: "section group",
  section: "section",
  "site-space": "site space",
  link: "external link",
};

const folders: Readonly<Record<string, Kind>> = {
  members: "member",
  teams: "team",
  collections: "collection",
  spaces: "space",
  specs: "specification",
  sites: "site",
};

/** The kind that an address is of; undefined for a part of a site, which only its file knows, and for none. */
export function parseKind(address: string): Kind | undefined {
  if (address === "organization") return "organization";
  const [folder = "", key, part] = address.split("/");
  return key === undefined || part !== undefined ? undefined : folders[folder];
}

/** The site that a part is on, `sites/help` of `sites/help/guides`. */
export function getSite(address: string): string {
  return address.split("/").slice(0, 2).join("/");
}

/** The list that a field is an entry of. */
export function getListName(field: string): string | undefined {
  const slash = field.indexOf("/");
  return slash === -1 ? undefined : field.slice(0, slash);
}

/** What a lock has of a value: it tells equal from different, and not what it is. */
export function computeDigest(value: JsonValue): string {
  return computeHash(canonicalText(value)).slice(0, 16);
}

/** A value that a checked file has, as JSON. */
export function toJson(value: unknown): JsonValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== "object" || value === null) return null;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(members.map(([name, one]) => [name, toJson(one)]));
}

export function isSame(one: JsonValue, other: JsonValue): boolean {
  return canonicalText(one) === canonicalText(other);
}
