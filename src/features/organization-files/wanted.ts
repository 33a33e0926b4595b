/** What the files want: every thing that they name, with the fields that they give it. */
import type { JsonValue } from "../../context.ts";
import type {
  FileCollection,
  FileSpace,
  SitePart,
} from "../../contract/organization-files.model.ts";
import { UsageError } from "../../errors.ts";
import { rulesIn } from "./fields.ts";
import { fileNames, type OrganizationFolder, siteFolder } from "./read-folder.ts";
import {
  computeDigest,
  type Fields,
  type Kind,
  type Location,
  toJson,
  type Wanted,
} from "./thing.ts";
import { getDefault, listPartFields } from "./wanted-parts.ts";

export interface WantedThings {
  readonly things: ReadonlyMap<string, Wanted>;
  /**
   * What the files list, so that what is missing there is no longer wanted: `spaces`, `members`,
   * and `sites/help` for the parts of a site.
   */
  readonly listed: ReadonlySet<string>;
}

type Named = Readonly<Record<string, unknown>> | null | undefined;

/** @throws UsageError if two things have the same key, or something names a thing that is not there */
export function wantedIn(folder: OrganizationFolder): WantedThings {
  const collecting = new Collecting(folder);
  collecting.organization();
  collecting.people();
  collecting.content();
  collecting.specifications();
  for (const key of folder.sites?.keys() ?? []) collecting.site(key);
  return collecting.end();
}

interface Given {
  /** Those that are undefined are not managed. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly lists?: Readonly<Record<string, Named>>;
  readonly protect?: boolean | undefined;
  readonly moved?: string | undefined;
}

class Collecting {
  readonly #folder: OrganizationFolder;
  readonly #things = new Map<string, Wanted>();
  readonly #listed = new Set<string>();
  readonly #faults: string[] = [];
  /** The spaces by the directories that site files call them. */
  readonly #directories = new Map<string, string>();

  constructor(folder: OrganizationFolder) {
    this.#folder = folder;
  }

  organization(): void {
    const { org } = this.#folder;
    if (org === undefined) return;
    const { defaultRole, emailDomains, ...fields } = org;
    const given = {
      ...fields,
      ...(defaultRole !== undefined && { defaultRole: parseRole(defaultRole) }),
      ...(emailDomains !== undefined && { emailDomains: (emailDomains ?? []).toSorted() }),
    };
    const location = { file: fileNames.org, path: [] };
    this.#add("organization", "organization", { fields: given }, location);
  }

  people(): void {
    const { people } = this.#folder;
    const file = fileNames.people;
    if (people?.members !== undefined) this.#listed.add("members");
    for (const [email, one] of Object.entries(people?.members ?? {})) {
      const { role, disabled, protect } = typeof one === "string" ? { role: one } : one;
      const fields = { ...(role !== undefined && { role: parseRole(role) }), disabled };
      const location = { file, path: ["members", email] };
      this.#add(`members/${email.toLowerCase()}`, "member", { fields, protect }, location);
    }
    if (people?.teams !== undefined) this.#listed.add("teams");
    for (const [key, { title, members, ...rest }] of Object.entries(people?.teams ?? {})) {
      const location = { file, path: ["teams", key] };
      const lists = members === undefined ? {} : { members: lowered(members) };
      this.#add(`teams/${key}`, "team", { fields: { title }, lists, ...rest }, location);
    }
  }

  content(): void {
    const { content } = this.#folder;
    if (content !== undefined) this.#inside(content, null, []);
  }

  /** What a collection, or the top level, has. */
  #inside(
    { collections, spaces }: Pick<FileCollection, "collections" | "spaces">,
    parent: string | null,
    path: Location["path"],
  ): void {
    const file = fileNames.content;
    if (collections !== undefined) this.#listed.add("collections");
    if (spaces !== undefined) this.#listed.add("spaces");
    for (const [key, entry] of Object.entries(spaces ?? {})) {
      this.#space(key, entry, parent, { file, path: [...path, "spaces", key] });
    }
    for (const [key, entry] of Object.entries(collections ?? {})) {
      const { collections: _, spaces: __, grants, protect, moved, ...fields } = entry;
      const own = { file, path: [...path, "collections", key] };
      const address = `collections/${key}`;
      const given = { fields: { ...fields, parent }, lists: grantsIn(grants), protect, moved };
      this.#add(address, "collection", given, own);
      this.#inside(entry, address, own.path);
    }
  }

  #space(key: string, entry: FileSpace, parent: string | null, location: Location): void {
    const { directory, grants, protect, moved, ...fields } = entry;
    if (directory !== undefined) this.#directories.set(directory, `spaces/${key}`);
    const given = { fields: { ...fields, parent }, lists: grantsIn(grants), protect, moved };
    this.#add(`spaces/${key}`, "space", given, location);
  }

  specifications(): void {
    const { specs, texts } = this.#folder;
    if (specs?.specs !== undefined) this.#listed.add("specs");
    for (const [slug, one] of Object.entries(specs?.specs ?? {})) {
      const location = { file: fileNames.specs, path: ["specs", slug] };
      const { url, file, visibility, protect } = one;
      if (url !== undefined && file !== undefined) {
        this.#fault(location, "has a url and a file; give one of them");
      }
      const text = file === undefined ? undefined : { text: computeDigest(texts.get(file) ?? "") };
      const fields = { visibility, url: typeof url === "string" ? url : undefined, ...text };
      this.#add(`specs/${slug}`, "specification", { fields, protect }, location);
    }
  }

  site(key: string): void {
    const file = this.#folder.sites?.get(key);
    if (file === undefined) return;
    const location = { file: `${siteFolder}/${key}.yaml`, path: [] };
    const address = `sites/${key}`;
    this.#listed.add("sites");
    const { site, settings = {}, shareLinks, customization = {}, grants, ...rest } = file;
    const looks = Object.entries(customization).flatMap(([part, values]) =>
      Object.entries(values).map(([name, value]) => [`customization/${part}.${name}`, value]),
    );
    const { protect, moved } = rest;
    const { structure } = site;
    const fields: Record<string, unknown> = {
      title: site.title,
      ...settings,
      ...Object.fromEntries(looks),
    };
    const lists = {
      ...grantsIn(grants),
      ...(shareLinks !== undefined && { shareLinks }),
    };
    if (structure !== undefined) {
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
    parts: readonly SitePart[],
    parent: string | null,
    { file, path }: Location,
  ): void {
    for (const [at, part] of parts.entries()) {
      const location = { file, path: [...path, at] };
      const address = `${site}/${part.key}`;
      const space = part.type === "space" ? this.#spaceOf(part, location) : "";
      const { kind, fields, children } = listPartFields(part, parent, space);
      this.#add(address, kind, { fields }, location);
      this.#parts(site, children, address, { file, path: [...location.path, "children"] });
    }
  }

  /** A file of the hosted platform names a folder of its repository; then a space is made for it. */
  #spaceOf(part: Extract<SitePart, { type: "space" }>, location: Location): string {
    const { space, content, key, title } = part;
    if (space !== undefined) {
      const address = `spaces/${space}`;
      if (this.#things.has(address)) return address;
      // Without that file, what the lock has is meant.
      if (this.#folder.content === undefined) this.#add(address, "space", { fields: {} }, location);
      else this.#fault(location, `names ${address}, which no file has`);
      return address;
    }
    const directory = content?.directory ?? undefined;
    const known = directory === undefined ? undefined : this.#directories.get(directory);
    if (known !== undefined) return known;
    const address = `spaces/${key}`;
    if (!this.#things.has(address)) {
      this.#add(address, "space", { fields: title === undefined ? {} : { title } }, location);
    }
    if (directory !== undefined) this.#directories.set(directory, address);
    return address;
  }

  #add(
    address: string,
    kind: Kind,
    { fields, lists = {}, protect = false, moved }: Given,
    location: Location,
  ): void {
    const before = this.#things.get(address);
    if (before !== undefined) {
      this.#fault(
        location,
        `has the key of ${this.#folder.formatLine(before.location)}; keys are unique`,
      );
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
      if (exclusive === true || Object.keys(others).length === 0) whole.add(list);
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
      ...(moved !== undefined && { moved: `${address.split("/")[0]}/${moved}` }),
      location,
    });
  }

  #fault(location: Location, message: string): void {
    this.#faults.push(
      `${this.#folder.formatLine(location)}: ${location.path.join(".")} ${message}.`,
    );
  }

  end(): WantedThings {
    for (const { fields, location } of this.#things.values())
      this.#checkReferences(fields, location);
    if (this.#faults.length > 0) {
      const { length } = this.#faults;
      const count = length === 1 ? "a fault" : `${length} faults`;
      const message = `The files in ${this.#folder.path} have ${count}:`;
      throw new UsageError(message, undefined, this.#faults);
    }
    return { things: this.#things, listed: this.#listed };
  }

  /** What is granted to a team, and what members see first, has to be something that a file has. */
  #checkReferences(fields: Fields, location: Location): void {
    for (const [name, value] of fields) {
      const holder = name.startsWith("grants/") ? name.slice("grants/".length) : undefined;
      const address = name === "defaultContent" ? value : holder;
      if (typeof address !== "string" || address.includes("@") || address.startsWith("id:"))
        continue;
      const isListed = this.#listed.has(address.split("/")[0] ?? "");
      if (this.#things.has(address) || !isListed) continue;
      this.#fault(location, `names ${address}, which no file has`);
    }
  }
}

function parseRole(word: string): string | null {
  return word === "guest" ? null : word;
}

/** The people in a rule are in one order, as their order says nothing. */
function parseRules(value: unknown): JsonValue {
  return typeof value === "string"
    ? { type: value }
    : rulesIn(toJson(value), (who) => who.toLowerCase());
}

function grantsIn(grants: Named): Readonly<Record<string, Named>> {
  return grants === undefined ? {} : { grants: lowered(grants) };
}

/** Emails are the same in upper and lower case. */
function lowered(entries: Named): Named {
  if (entries === null || entries === undefined) return entries;
  return Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [
      name.includes("@") ? name.toLowerCase() : name,
      value,
    ]),
  );
}
