/** Finds the schemas of a file that have names of their own. */
import { isTree, type Tree } from "../../../contract/openapi-references.ts";

/** The schemas of a file by the names that `$anchor`, `$dynamicAnchor` and `$id` give them. */
export function namedSchemas(root: unknown): ReadonlyMap<string, unknown> {
  const names = new Map<string, unknown>();
  const seen = new Set<object>();
  function visit(value: unknown): void {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (isTree(value)) {
      name(value, "$anchor", "#");
      name(value, "$dynamicAnchor", "#");
      name(value, "$id", "");
    }
    for (const member of Object.values(value)) visit(member);
  }
  function name(schema: Tree, member: string, before: string): void {
    const given = schema[member];
    if (typeof given === "string") names.set(before + given, schema);
  }
  visit(root);
  return names;
}
