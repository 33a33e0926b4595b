/** Phases of an apply. Each phase runs after the phases that it depends on. */
import type { JsonValue } from "../../../context.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { asText, isList } from "../../../json/values.ts";
import { isRedirectField } from "../redirects.ts";
import type { DesiredResource, ResourceFields, ResourceKind } from "../resource.ts";
import { findReplacement } from "./replaced.ts";

export interface Phase {
  readonly kinds: readonly ResourceKind[];
  readonly does: "write" | "finish" | "delete";
}

/**
 * Resources are written first, then the fields that refer to other resources, and deletions come last, in
 * reverse. Only nested collections and groups depend on resources of the same phase.
 */
export const phases: readonly Phase[] = [
  { kinds: ["organization"], does: "write" },
  { kinds: ["member"], does: "write" },
  { kinds: ["team"], does: "write" },
  { kinds: ["collection"], does: "write" },
  { kinds: ["space"], does: "write" },
  { kinds: ["specification"], does: "write" },
  { kinds: ["webhook", "saml-provider"], does: "write" },
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
  { kinds: ["webhook", "saml-provider"], does: "delete" },
  { kinds: ["team"], does: "delete" },
  { kinds: ["member", "invitation"], does: "delete" },
];

/** Fields that refer to other resources and are written when those exist. */
const finishing: Readonly<Partial<Record<ResourceKind, ReadonlySet<string>>>> = {
  organization: new Set(["defaultContent", "mergeRules", "sso"]),
  site: new Set(["order", "default", "published"]),
  section: new Set(["order", "default"]),
  group: new Set(["order"]),
};

/** Whether a field is written in the `finish` phase of its kind. */
export function isFinishing(kind: ResourceKind, field: string): boolean {
  if (kind === "site" && isRedirectField(field)) return true;
  return finishing[kind]?.has(field) === true;
}

/** The fields with the address of the parent. */
const parentFields = ["parent", "group", "section"] as const;

/** The number of ancestors in the files, which are written first. */
export function computeDepth(
  address: string,
  things: ReadonlyMap<string, DesiredResource>,
): number {
  let depth = 0;
  for (let current = things.get(address); current && depth < things.size; depth++) {
    const { fields } = current;
    const parent = parentFields.map((name) => asText(fields.get(name))).find((one) => one !== "");
    current = things.get(parent ?? "");
  }
  return depth;
}

/** The addresses that fields refer to, which must exist before the resource is written. */
export function findDependencies(address: string, fields: ResourceFields): ReadonlySet<string> {
  const needed = new Set<string>();
  const [folder = "", key = "", part] = address.split("/");
  const site = `${folder}/${key}`;
  if (part !== undefined) needed.add(site);
  for (const [name, value] of fields) {
    if (value !== null && /^(?:members|grants)\//.test(name)) {
      const entry = name.slice(name.indexOf("/") + 1);
      needed.add(entry.includes("@") ? `members/${entry}` : entry);
    }
    if (/^groups\//.test(name) && isList(value)) for (const one of value) needed.add(String(one));
    if (name === "mergeRules")
      for (const email of listEmails(value)) needed.add(`members/${email}`);
    if (typeof value === "string" && /^(?:space|defaultContent|defaultTeam)$/.test(name))
      needed.add(value);
    if (typeof value === "string" && parentFields.some((one) => one === name)) needed.add(value);
    if (name === "default" && typeof value === "string") needed.add(`${site}/${value}`);
    if (name === "order" && isList(value)) for (const one of value) needed.add(`${site}/${one}`);
  }
  needed.delete(address);
  return needed;
}

/** A replaced resource is deleted only after its replacement exists. */
export function findDeleteDependencies(address: string): ReadonlySet<string> {
  const replacement = findReplacement(address);
  return new Set(replacement === undefined ? [] : [replacement]);
}

function listEmails(value: JsonValue): readonly string[] {
  return writeJson(value).match(/(?<![^"@\s])[^"@\s]+@[^"@\s]+/g) ?? [];
}

/** Steps with the same key run sequentially: the parts of a site share paths and positions. */
export function getConcurrencyKey(address: string): string {
  const [folder, key] = address.split("/");
  return folder === "sites" ? `${folder}/${key}` : address;
}
