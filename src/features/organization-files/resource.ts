/**
 * Common model of the resources in files and on the platform. As in Terraform, a resource has an address,
 * which identifies it in files, locks and messages: `spaces/handbook`, `teams/docs`, or `sites/help/guides`
 * for a part of a site. Its fields are flat: `title`, and `grants/teams/docs` for the entry of a list. A
 * field that refers to another resource has its address, or `id:<id>` if the resource is in no file.
 */
import type { JsonValue } from "../../context.ts";
import { computeHash, toCanonicalText } from "../../json/canonical.ts";
import { findOwn } from "../../json/own-members.ts";

export const kinds = [
  "organization",
  "member",
  "invitation",
  "team",
  "collection",
  "space",
  "specification",
  "webhook",
  "saml-provider",
  "site",
  "group",
  "section",
  "site-space",
  "link",
] as const;
export type ResourceKind = (typeof kinds)[number];

/** The kinds that are parts of a site. */
export const partKinds: readonly ResourceKind[] = ["group", "section", "site-space", "link"];

/** Values by field name; null is an absent list entry or an unset value. */
export type ResourceFields = ReadonlyMap<string, JsonValue>;

/** A location in a configuration file. */
export interface SourceLocation {
  readonly file: string;
  readonly path: readonly (string | number)[];
}

/** The desired state of a resource. */
export interface DesiredResource {
  readonly address: string;
  readonly kind: ResourceKind;
  readonly fields: ResourceFields;
  /** The lists that the files manage: `members`, `grants`, `groups`, `shareLinks`. */
  readonly lists: ReadonlySet<string>;
  /** The lists that the files own completely: entries that are not in the files are removed. */
  readonly whole: ReadonlySet<string>;
  readonly protect: boolean;
  /** The previous address. */
  readonly moved?: string;
  readonly location: SourceLocation;
}

/** The state of a resource on the platform. */
export interface Live {
  readonly kind: ResourceKind;
  readonly id: string;
  readonly title: string;
  readonly fields: ResourceFields;
  /**
   * Fields for which the platform does not return the last value yet, with the reason; an empty reason for a
   * value that it never returns.
   */
  readonly untold?: ReadonlyMap<string, string>;
}

/** Display name of each kind. */
export const nounOf: Readonly<Record<ResourceKind, string>> = {
  organization: "organization",
  invitation: "pending invitation",
  member: "member",
  team: "team",
  collection: "collection",
  space: "space",
  specification: "specification",
  webhook: "webhook",
  "saml-provider": "SAML provider",
  site: "docs site",
  group: "section group",
  section: "section",
  "site-space": "site space",
  link: "external link",
};

const folders: Readonly<Record<string, ResourceKind>> = {
  members: "member",
  teams: "team",
  collections: "collection",
  spaces: "space",
  specs: "specification",
  webhooks: "webhook",
  saml: "saml-provider",
  sites: "site",
};

/** The kind of an address; undefined for an invalid address and for a part of a site, whose kind only its file has. */
export function parseKind(address: string): ResourceKind | undefined {
  if (address === "organization") return "organization";
  const [folder = "", key, part] = address.split("/");
  return key === undefined || part !== undefined ? undefined : findOwn(folders, folder);
}

/** The site of a part: `sites/help` for `sites/help/guides`. */
export function getSite(address: string): string {
  return address.split("/").slice(0, 2).join("/");
}

/** The list of a field that is a list entry. */
export function getListName(field: string): string | undefined {
  const slash = field.indexOf("/");
  return slash === -1 ? undefined : field.slice(0, slash);
}

/** Digest of a value for the lock, which reveals only equality. */
export function computeDigest(value: JsonValue): string {
  return computeHash(toCanonicalText(value)).slice(0, 16);
}

/** Converts a value of a validated file to JSON. */
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
  return toCanonicalText(one) === toCanonicalText(other);
}
