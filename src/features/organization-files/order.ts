/** The order of work, as data: what a phase does comes after all that it may need. */
import type { JsonValue } from "../../context.ts";
import { isList } from "../../json/values.ts";
import { findReplacement } from "./replaced.ts";
import type { Fields, Kind, Wanted } from "./thing.ts";

export interface Phase {
  readonly kinds: readonly Kind[];
  readonly does: "write" | "finish" | "delete";
}

/**
 * Things are written, then finished with what needs other things, and deletions come last, in reverse.
 * Within a phase nothing needs another, except collections and groups inside others of their kind.
 */
export const phases: readonly Phase[] = [
  { kinds: ["organization"], does: "write" },
  { kinds: ["member"], does: "write" },
  { kinds: ["team"], does: "write" },
  { kinds: ["collection"], does: "write" },
  { kinds: ["space"], does: "write" },
  { kinds: ["specification"], does: "write" },
  { kinds: ["site"], does: "write" },
  { kinds: ["group"], does: "write" },
  { kinds: ["section"], does: "write" },
  { kinds: ["site-space"], does: "write" },
  { kinds: ["link"], does: "write" },
  { kinds: ["section", "group"], does: "finish" },
  { kinds: ["site"], does: "finish" },
  { kinds: ["organization"], does: "finish" },
  { kinds: ["link"], does: "delete" },
  { kinds: ["site-space"], does: "delete" },
  { kinds: ["section"], does: "delete" },
  { kinds: ["group"], does: "delete" },
  { kinds: ["site"], does: "delete" },
  { kinds: ["specification"], does: "delete" },
  { kinds: ["space"], does: "delete" },
  { kinds: ["collection"], does: "delete" },
  { kinds: ["team"], does: "delete" },
  { kinds: ["member"], does: "delete" },
];

/** What is written when all that it names is there. */
const finishing: Readonly<Partial<Record<Kind, ReadonlySet<string>>>> = {
  organization: new Set(["defaultContent", "mergeRules"]),
  site: new Set(["order", "default", "published"]),
  section: new Set(["order", "default"]),
  group: new Set(["order"]),
};

/** Whether a field is written in the phase that finishes its kind. */
export function isFinishing(kind: Kind, field: string): boolean {
  return finishing[kind]?.has(field) === true;
}

/** The fields that hold the address of what a thing is in. */
const holding = ["parent", "group", "section"] as const;

/** How deep a thing is inside others of the files, which are written before it. */
export function computeDepth(address: string, things: ReadonlyMap<string, Wanted>): number {
  let depth = 0;
  for (let at = things.get(address); at !== undefined && depth < things.size; depth++) {
    const { fields } = at;
    const holder = holding.map((name) => fields.get(name)).find((one) => typeof one === "string");
    at = typeof holder === "string" ? things.get(holder) : undefined;
  }
  return depth;
}

/** The addresses that fields refer to; a thing cannot be written without them. */
export function neededBy(address: string, fields: Fields): ReadonlySet<string> {
  const needed = new Set<string>();
  const [folder = "", key = "", part] = address.split("/");
  const site = `${folder}/${key}`;
  if (part !== undefined) needed.add(site);
  for (const [name, value] of fields) {
    const slash = name.indexOf("/");
    const entry = slash === -1 ? "" : name.slice(slash + 1);
    if (value !== null && /^(?:members|grants)\//.test(name)) {
      needed.add(entry.includes("@") ? `members/${entry}` : entry);
    }
    if (name === "mergeRules") for (const email of emailsIn(value)) needed.add(`members/${email}`);
    if (typeof value === "string" && (name === "space" || name === "defaultContent"))
      needed.add(value);
    if (typeof value === "string" && holding.some((one) => one === name)) needed.add(value);
    if (name === "default" && typeof value === "string") needed.add(`${site}/${value}`);
    if (name === "order" && isList(value)) for (const one of value) needed.add(`${site}/${one}`);
  }
  needed.delete(address);
  return needed;
}

/** Nothing, but that what takes its place is there. */
export function neededToDelete(address: string): ReadonlySet<string> {
  const replacement = findReplacement(address);
  return new Set(replacement === undefined ? [] : [replacement]);
}

function emailsIn(value: JsonValue): readonly string[] {
  return JSON.stringify(value).match(/(?<![^"@\s])[^"@\s]+@[^"@\s]+/g) ?? [];
}

/** What is done one after the other: the parts of a site, which share paths and places. */
export function getConcurrencyKey(address: string): string {
  const [folder, key] = address.split("/");
  return folder === "sites" ? `${folder}/${key}` : address;
}
