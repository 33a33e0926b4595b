/** Desired state: all resources in the files, with their fields. */
import type { JsonValue } from "../../../context.ts";
import type {
  FileCollection,
  FileSpace,
  SiteFilePart,
} from "../../../contract/organization-files.model.ts";
import { UsageError } from "../../../errors.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { isList } from "../../../json/values.ts";
import { toConnectionValue } from "../../git/connection-fields.ts";
import { mapMergeRules } from "../fields.ts";
import type { LockRecord } from "../lock.ts";
import { parseDigests } from "../planning/compare.ts";
import { findSourceError, toRedirectValue } from "../redirects.ts";
import {
  computeDigest,
  type DesiredResource,
  type ResourceFields,
  type ResourceKind,
  type SourceLocation,
  toJson,
} from "../resource.ts";
import { toCanonicalPem, toTeamList } from "../saml-providers.ts";
import { sortEvents } from "../webhooks.ts";
import { getDefault, listPartFields } from "./desired-parts.ts";
import { fileNames, type OrganizationFolder, siteFolder } from "./read-folder.ts";

/** A list in the files without entries that is not an explicit `[]` or `{}`. */
export interface EmptyList {
  /** The location of the key. */
  readonly location: SourceLocation;
  readonly explicit: "[]" | "{}";
  readonly content:
    | { readonly of: "kind"; readonly kind: ResourceKind }
    /** The collections or spaces in a collection, or at the top level. */
    | { readonly of: "parent"; readonly kind: ResourceKind; readonly parent: string | null }
    /** The parts of a site. */
    | { readonly of: "site"; readonly address: string }
    /** A list of a resource, or a field with a list value. */
    | { readonly of: "resource"; readonly address: string; readonly list: string };
}

export interface WantedThings {
  readonly things: ReadonlyMap<string, DesiredResource>;
  readonly emptyLists: readonly EmptyList[];
  /** The addresses of spaces that only site files mention, by address of the site space. */
  readonly impliedSpaces: ReadonlyMap<string, string>;
  /**
   * The lists that the files have, so that missing entries can be pruned: `spaces`, `members`, and
   * `sites/help` for the parts of a site.
   */
  readonly listed: ReadonlySet<string>;
}

type ValuesByName = Readonly<Record<string, unknown>> | null | undefined;

/**
 * @param locked the last applied state, which has the spaces of site spaces whose key was renamed
 * @throws UsageError for duplicate keys and for references to resources that are not in the files
 */
export function readDesiredResources(
  folder: OrganizationFolder,
  locked: ReadonlyMap<string, LockRecord> = new Map(),
): WantedThings {
  const collecting = new ResourceCollector(folder, locked);
  collecting.organization();
  collecting.people();
  collecting.content();
  collecting.specifications();
  collecting.webhooks();
  collecting.samlProviders();
  for (const key of folder.sites?.keys() ?? []) collecting.site(key);
  return collecting.end();
}

interface ResourceSettings {
  /** Undefined fields are not managed. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly lists?: Readonly<Record<string, ValuesByName>>;
  readonly protect?: boolean | undefined;
  readonly moved?: string | undefined;
}

class ResourceCollector {
  readonly #folder: OrganizationFolder;
  readonly #things = new Map<string, DesiredResource>();
  readonly #listed = new Set<string>();
  readonly #faults: string[] = [];
  readonly #emptyLists: EmptyList[] = [];
  readonly #impliedSpaces = new Map<string, string>();
  readonly #locked: ReadonlyMap<string, LockRecord>;
  /** The addresses of spaces by their directory in site files. */
  readonly #directories = new Map<string, string>();

  constructor(folder: OrganizationFolder, locked: ReadonlyMap<string, LockRecord>) {
    this.#folder = folder;
    this.#locked = locked;
  }

  organization(): void {
    const { org } = this.#folder;
    if (org === undefined) return;
    const { defaultRole, emailDomains, ...fields } = org;
    const values = {
      ...fields,
      ...(defaultRole !== undefined && { defaultRole: parseRole(defaultRole) }),
      ...(emailDomains !== undefined && { emailDomains: (emailDomains ?? []).toSorted() }),
    };
    const location = { file: fileNames.org, path: [] };
    const content = { of: "resource", address: "organization", list: "emailDomains" } as const;
    this.#noteEmpty(emailDomains, location, "emailDomains", content, "[]");
    this.#add("organization", "organization", { fields: values }, location);
  }

  people(): void {
    const { people } = this.#folder;
    const file = fileNames.people;
    const top = { file, path: [] };
    if (people?.members !== undefined) this.#listed.add("members");
    this.#noteEmpty(people?.members, top, "members", { of: "kind", kind: "member" });
    this.#noteEmpty(people?.teams, top, "teams", { of: "kind", kind: "team" });
    for (const [email, one] of Object.entries(people?.members ?? {})) {
      const { role, disabled, protect } = typeof one === "string" ? { role: one } : one;
      const fields = { ...(role !== undefined && { role: parseRole(role) }), disabled };
      const location = { file, path: ["members", email] };
      this.#add(`members/${email.toLowerCase()}`, "member", { fields, protect }, location);
    }
    if (people?.teams !== undefined) this.#listed.add("teams");
    for (const [key, { title, members, ...rest }] of Object.entries(people?.teams ?? {})) {
      const location = { file, path: ["teams", key] };
      const lists = members === undefined ? {} : { members: lowercaseKeys(members) };
      this.#add(`teams/${key}`, "team", { fields: { title }, lists, ...rest }, location);
    }
  }

  content(): void {
    const { content } = this.#folder;
    if (content !== undefined) this.#inside(content, null, []);
  }

  /** Adds the content of a collection or of the top level. */
  #inside(
    { collections, spaces }: Pick<FileCollection, "collections" | "spaces">,
    parent: string | null,
    path: SourceLocation["path"],
  ): void {
    const file = fileNames.content;
    const location = { file, path };
    this.#noteEmpty(collections, location, "collections", {
      of: "parent",
      kind: "collection",
      parent,
    });
    this.#noteEmpty(spaces, location, "spaces", { of: "parent", kind: "space", parent });
    if (collections !== undefined) this.#listed.add("collections");
    if (spaces !== undefined) this.#listed.add("spaces");
    for (const [key, entry] of Object.entries(spaces ?? {})) {
      this.#space(key, entry, parent, { file, path: [...path, "spaces", key] });
    }
    for (const [key, entry] of Object.entries(collections ?? {})) {
      const { collections: _, spaces: __, grants, protect, moved, ...fields } = entry;
      const ownPath = [...path, "collections", key];
      const address = `collections/${key}`;
      const resource = { fields: { ...fields, parent }, lists: readGrants(grants), protect, moved };
      this.#add(address, "collection", resource, { file, path: ownPath });
      this.#inside(entry, address, ownPath);
    }
  }

  #space(key: string, entry: FileSpace, parent: string | null, location: SourceLocation): void {
    const { directory, git, grants, protect, moved, ...rest } = entry;
    if (directory !== undefined) this.#directories.set(directory, `spaces/${key}`);
    const connection = git === undefined ? {} : { git: git && toConnectionValue(git) };
    const fields = { ...rest, ...connection };
    const resource = { fields: { ...fields, parent }, lists: readGrants(grants), protect, moved };
    this.#add(`spaces/${key}`, "space", resource, location);
  }

  specifications(): void {
    const { specs, texts } = this.#folder;
    if (specs?.specs !== undefined) this.#listed.add("specs");
    const top = { file: fileNames.specs, path: [] };
    this.#noteEmpty(specs?.specs, top, "specs", { of: "kind", kind: "specification" });
    for (const [slug, one] of Object.entries(specs?.specs ?? {})) {
      const location = { file: fileNames.specs, path: ["specs", slug] };
      const { url, file, visibility, protect } = one;
      if (url !== undefined && file !== undefined) {
        this.#fault(location, "has both url and file; specify one of them");
      }
      const text = file === undefined ? undefined : { text: computeDigest(texts.get(file) ?? "") };
      const fields = { visibility, url: typeof url === "string" ? url : undefined, ...text };
      this.#add(`specs/${slug}`, "specification", { fields, protect }, location);
    }
  }

  webhooks(): void {
    const { webhooks: file, variables } = this.#folder;
    if (file === undefined) return;
    this.#listed.add("webhooks");
    const top = { file: fileNames.webhooks, path: [] };
    this.#noteEmpty(file.webhooks, top, "webhooks", { of: "kind", kind: "webhook" });
    for (const [key, entry] of Object.entries(file.webhooks ?? {})) {
      const location = { file: fileNames.webhooks, path: ["webhooks", key] };
      const { url, events, active, secret, protect, moved } = entry;
      const isInFile = typeof secret === "string" && !variables.has(secret);
      if (isInFile)
        this.#fault(location, "must have its secret in a variable: secret: { env: NAME }");
      const sorted = events === undefined ? {} : { events: sortEvents(events) };
      const fields = { url, active, secret, ...sorted };
      this.#add(`webhooks/${key}`, "webhook", { fields, protect, moved }, location);
    }
  }

  samlProviders(): void {
    const { saml: file } = this.#folder;
    if (file === undefined) return;
    this.#listed.add("saml");
    const top = { file: fileNames.saml, path: [] };
    this.#noteEmpty(file.providers, top, "providers", { of: "kind", kind: "saml-provider" });
    for (const [key, entry] of Object.entries(file.providers ?? {})) {
      const location = { file: fileNames.saml, path: ["providers", key] };
      const { defaultRole, certificate, groups, protect, moved, ...rest } = entry;
      const fields = {
        ...rest,
        ...(certificate !== undefined && { certificate: toCanonicalPem(certificate) }),
        ...(defaultRole !== undefined && { defaultRole: parseRole(defaultRole) }),
      };
      const teams = Object.entries(groups ?? {}).map(([name, value]) => [
        name,
        name === "exclusive" ? value : toTeamList(value),
      ]);
      const lists = groups === undefined ? {} : { groups: groups && Object.fromEntries(teams) };
      this.#add(`saml/${key}`, "saml-provider", { fields, lists, protect, moved }, location);
    }
  }

  site(key: string): void {
    const file = this.#folder.sites?.get(key);
    if (file === undefined) return;
    const location = { file: `${siteFolder}/${key}.yaml`, path: [] };
    const address = `sites/${key}`;
    this.#listed.add("sites");
    const { site, settings = {}, shareLinks, customization = {}, grants, ...rest } = file;
    const { redirects, automaticRedirects = {} } = rest;
    const customizationEntries = Object.entries(customization).flatMap(([part, values]) =>
      Object.entries(values).map(([name, value]) => [`customization/${part}.${name}`, value]),
    );
    const { protect, moved } = rest;
    const { structure } = site;
    const fields: Record<string, unknown> = {
      title: site.title,
      ...settings,
      ...Object.fromEntries(customizationEntries),
      ...Object.fromEntries(
        Object.entries(automaticRedirects ?? {}).map(([source, to]) => [
          `automaticRedirects/${source}`,
          to,
        ]),
      ),
    };
    for (const source of Object.keys(redirects ?? {})) {
      const error = source === "exclusive" ? undefined : findSourceError(source);
      const at = { ...location, path: ["redirects", source] };
      if (error !== undefined) this.#fault(at, error);
      if (Object.hasOwn(automaticRedirects ?? {}, source)) {
        this.#fault(at, "is also in automaticRedirects; specify it once");
      }
    }
    const lists = {
      ...readGrants(grants),
      ...(shareLinks !== undefined && { shareLinks }),
      ...(redirects !== undefined && { redirects: redirects && toRedirectList(redirects) }),
    };
    if (structure !== undefined) {
      const inSite = { ...location, path: ["site"] };
      this.#noteEmpty(structure, inSite, "structure", { of: "site", address }, "[]");
      this.#listed.add(address);
      const parts = structure ?? [];
      fields.order = parts.map((part) => part.key);
      fields.default = getDefault(parts);
    }
    this.#add(address, "site", { fields, lists, protect, moved }, location);
    this.#parts(address, structure ?? [], null, { ...location, path: ["site", "structure"] });
  }

  #parts(
    site: string,
    parts: readonly SiteFilePart[],
    parent: string | null,
    { file, path }: SourceLocation,
  ): void {
    for (const [at, part] of parts.entries()) {
      const location = { file, path: [...path, at] };
      const address = `${site}/${part.key}`;
      const space = part.type === "space" ? this.#findSpace(part, location, address) : "";
      const { kind, fields, children } = listPartFields(part, parent, space);
      this.#add(address, kind, { fields, moved: part.moved }, location);
      this.#parts(site, children, address, { file, path: [...location.path, "children"] });
    }
  }

  /** A site file of the hosted platform refers to a directory; a space is created for it. */
  #findSpace(
    part: Extract<SiteFilePart, { type: "space" }>,
    location: SourceLocation,
    partAddress: string,
  ): string {
    const { space, content, key, title, moved } = part;
    if (space !== undefined) {
      const address = `spaces/${space}`;
      if (this.#things.has(address)) return address;
      // Without content.yaml, the address refers to a resource in the lock.
      if (this.#folder.content === undefined) this.#add(address, "space", { fields: {} }, location);
      else this.#fault(location, `refers to ${address}, which is not in any file`);
      return address;
    }
    const directory = content?.directory ?? undefined;
    const existing = directory === undefined ? undefined : this.#directories.get(directory);
    if (existing !== undefined) return existing;
    const address = `spaces/${key}`;
    if (!this.#things.has(address)) {
      const earlier = moved === undefined ? partAddress : replaceKey(partAddress, moved);
      const record = this.#locked.get(earlier) ?? this.#locked.get(partAddress);
      const sent = parseDigests(record?.fields.get("space"))?.sent;
      const renamed = this.#findRenamed(address, sent);
      if (renamed !== undefined) return renamed;
      this.#impliedSpaces.set(partAddress, address);
      const isMoved = moved !== undefined && sent === computeDigest(`spaces/${moved}`);
      const fields = title === undefined ? {} : { title };
      this.#add(address, "space", { fields, ...(isMoved && { moved }) }, location);
    }
    if (directory !== undefined) this.#directories.set(directory, address);
    return address;
  }

  /**
   * The space whose key was renamed from the key of a site space: by `moved`, or at an earlier apply, after
   * which `moved` was removed.
   * @param sent the digest of the space that the site space showed at the last apply
   */
  #findRenamed(address: string, sent: string | undefined): string | undefined {
    for (const { address: other, kind, moved } of this.#things.values()) {
      if (kind !== "space") continue;
      if (moved === address) return other;
      if (this.#locked.has(address)) continue;
      const earlier = [other, ...(moved === undefined ? [] : [moved])];
      if (earlier.some((one) => this.#locked.has(one) && sent === computeDigest(one))) return other;
    }
    return undefined;
  }

  #add(
    address: string,
    kind: ResourceKind,
    { fields, lists = {}, protect = false, moved }: ResourceSettings,
    location: SourceLocation,
  ): void {
    const before = this.#things.get(address);
    if (before !== undefined) {
      this.#fault(location, `has the same key as ${this.#folder.formatLine(before.location)}`);
      return;
    }
    const all = new Map<string, JsonValue>();
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined)
        all.set(name, name === "mergeRules" ? parseRules(value) : toJson(value));
    }
    const whole = new Set<string>();
    for (const [list, entries] of Object.entries(lists)) {
      const { exclusive, ...others } = entries ?? {};
      const isEmpty = Object.keys(others).length === 0;
      if (exclusive === true || isEmpty) whole.add(list);
      if (isEmpty && (entries === null || exclusive === true)) {
        this.#noteEmpty(null, location, list, { of: "resource", address, list });
      }
      for (const [name, value] of Object.entries(others)) {
        all.set(`${list}/${name}`, toJson(value));
      }
    }
    this.#things.set(address, {
      address,
      kind,
      fields: all,
      lists: new Set(Object.keys(lists)),
      whole,
      protect,
      ...(moved !== undefined && { moved: replaceKey(address, moved) }),
      location,
    });
  }

  #noteEmpty(
    value: unknown,
    { file, path }: SourceLocation,
    key: string,
    content: EmptyList["content"],
    explicit: EmptyList["explicit"] = "{}",
  ): void {
    if (value !== null) return;
    this.#emptyLists.push({ location: { file, path: [...path, key] }, explicit, content });
  }

  #fault(location: SourceLocation, message: string): void {
    this.#faults.push(
      `${this.#folder.formatLine(location)}: ${location.path.join(".")} ${message}.`,
    );
  }

  end(): WantedThings {
    for (const { fields, location } of this.#things.values())
      this.#checkReferences(fields, location);
    if (this.#faults.length > 0) {
      const count = formatCount(this.#faults.length, "error");
      const message = `The files in ${this.#folder.path} have ${count}:`;
      throw new UsageError(message, undefined, this.#faults);
    }
    return {
      things: this.#things,
      listed: this.#listed,
      emptyLists: this.#emptyLists,
      impliedSpaces: this.#impliedSpaces,
    };
  }

  /** Teams with grants or groups and the default content must be in the files. */
  #checkReferences(fields: ResourceFields, location: SourceLocation): void {
    for (const [name, value] of fields) {
      const grantee = name.startsWith("grants/") ? name.slice("grants/".length) : undefined;
      const isReference = name === "defaultContent" || name === "defaultTeam";
      const teams = name.startsWith("groups/") && isList(value) ? value : [];
      for (const address of [isReference ? value : grantee, ...teams]) {
        if (typeof address !== "string" || address.includes("@") || address.startsWith("id:"))
          continue;
        const isListed = this.#listed.has(address.split("/")[0] ?? "");
        if (this.#things.has(address) || !isListed) continue;
        this.#fault(location, `refers to ${address}, which is not in any file`);
      }
    }
  }
}

/** The address with another last segment. */
function replaceKey(address: string, key: string): string {
  return `${address.slice(0, address.lastIndexOf("/"))}/${key}`;
}

function parseRole(word: string): string | null {
  return word === "guest" ? null : word;
}

/** Sorts the users of a rule, because their order has no meaning. */
function parseRules(value: unknown): JsonValue {
  return typeof value === "string"
    ? { type: value }
    : mapMergeRules(toJson(value), (who) => who.toLowerCase());
}

/** The redirects in their complete form. */
function toRedirectList(redirects: NonNullable<ValuesByName>): ValuesByName {
  const entries = Object.entries(redirects).map(([source, value]) => [
    source,
    source === "exclusive" ? value : toRedirectValue(value),
  ]);
  return Object.fromEntries(entries);
}

function readGrants(grants: ValuesByName): Readonly<Record<string, ValuesByName>> {
  return grants === undefined ? {} : { grants: lowercaseKeys(grants) };
}

/** Emails are not case-sensitive. */
function lowercaseKeys(entries: ValuesByName): ValuesByName {
  if (entries === null || entries === undefined) return entries;
  return Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [
      name.includes("@") ? name.toLowerCase() : name,
      value,
    ]),
  );
}
