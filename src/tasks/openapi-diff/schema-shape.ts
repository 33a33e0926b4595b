/** What a schema says of an object, with what it takes from others by allOf. */
import { isTree, memberOf } from "../../contract/openapi-references.ts";
import type { Description, Direction, Located } from "./change.ts";

interface Shape {
  readonly members: ReadonlyMap<string, Located>;
  readonly required: ReadonlySet<string>;
}

const deepest = 16;

/** A schema and all that it takes from others by allOf, each of which a value must fit. */
export function partsOf(schema: Located, description: Description): readonly Located[] {
  const parts: Located[] = [];
  const collect = (part: Located, depth: number): void => {
    const own = description.follow(part);
    if (!own || depth > deepest) return;
    parts.push(own);
    const all = memberOf(own.value, "allOf");
    const holder = description.member(own, "allOf");
    for (const n of Array.isArray(all) ? all.keys() : []) {
      collect(description.member(holder, n), depth + 1);
    }
  };
  collect(schema, 0);
  return parts;
}

/** Properties that only the other side has are left out. */
export function shapeOf(
  parts: readonly Located[],
  description: Description,
  direction: Direction,
): Shape {
  const members = new Map<string, Located>();
  const required = new Set<string>();
  const other = direction === "request" ? "readOnly" : "writeOnly";
  for (const own of parts) {
    for (const name of listIn(own.value, "required")) required.add(name);
    for (const [name, member] of description.membersOf(description.member(own, "properties"))) {
      const target = description.follow(member);
      if (memberOf(target?.value, other) !== true && !members.has(name)) members.set(name, member);
    }
  }
  return { members, required };
}

function listIn(value: unknown, name: string): readonly string[] {
  const list = memberOf(value, name);
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}

/** The types of a schema, also by what it takes from others by allOf, null among them; empty for any. */
export function kindsOf(schema: Located, description: Description, depth = 0): Set<string> {
  const { value } = schema;
  if (!isTree(value)) return new Set();
  const { type } = value;
  let kinds = new Set<string>(
    typeof type === "string" ? [type] : Array.isArray(type) ? type.map(String) : [],
  );
  if (kinds.size === 0 && isTree(value.properties)) kinds.add("object");
  if (value.nullable === true && kinds.size > 0) kinds.add("null");
  const holder = description.member(schema, "allOf");
  const count = Array.isArray(value.allOf) && depth < deepest ? value.allOf.length : 0;
  for (let n = 0; n < count; n++) {
    const part = description.follow(description.member(holder, n));
    const others = part && kindsOf(part, description, depth + 1);
    if (!others || others.size === 0) continue;
    // Of a value, all parts hold.
    const both = [...kinds].filter((kind) => others.has(kind));
    if (kinds.size === 0) kinds = others;
    else if (both.length > 0) kinds = new Set(both);
  }
  return new Set([...kinds].sort());
}
