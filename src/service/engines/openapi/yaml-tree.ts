/** Checks the tree of a YAML document before it becomes data: aliases, depth, keys, large numbers. */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  type Node,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { bounds } from "./bounds.ts";
import { type Fault, immoderate, type Place, Unreadable } from "./fault.ts";

/**
 * Counts values as the data will have them, an alias as all that its anchor holds, and makes
 * bigints of whole numbers that a double cannot hold.
 * @throws Unreadable
 */
export function checkYamlTree(
  document: Document.Parsed,
  placeAt: (offset: number) => Place,
): { readonly hasLargeNumbers: boolean } {
  /** The number of values below each anchor; undefined while it is still being counted. */
  const anchors = new Map<string, number | undefined>();
  const faults: Fault[] = [];
  let hasLargeNumbers = false;

  function place(node: unknown): Place {
    return placeAt((node as Node | null)?.range?.[0] ?? 0);
  }

  function count(node: unknown, depth: number): number {
    if (depth > bounds.depth) {
      throw immoderate(`It is nested deeper than ${bounds.depth} levels.`, place(node));
    }
    if (isAlias(node)) {
      const size = anchors.get(node.source);
      if (size !== undefined) return size;
      throw immoderate(
        `The alias *${node.source} stands for something that holds it.`,
        place(node),
      );
    }
    const { anchor } = (node ?? {}) as { readonly anchor?: string };
    if (anchor !== undefined) anchors.set(anchor, undefined);
    let size = 1;
    if (isScalar(node)) hasLargeNumbers = keepExact(node) || hasLargeNumbers;
    else if (isMap(node)) {
      refuseOddKeys(node);
      for (const { value } of node.items) size += count(value, depth + 1);
    } else if (isCollection(node)) {
      for (const item of node.items) size += count(isPair(item) ? item.value : item, depth + 1);
    }
    if (size > bounds.nodes) {
      throw immoderate(
        `It stands for more than ${bounds.nodes} values, its aliases counted.`,
        place(node),
      );
    }
    if (anchor !== undefined) anchors.set(anchor, size);
    return size;
  }

  function refuseOddKeys(map: YAMLMap): void {
    const seen = new Set<string>();
    for (const { key } of map.items) {
      if (!isScalar(key)) {
        faults.push({ code: "YAML_KEY", message: "A key must be plain text.", place: place(key) });
        continue;
      }
      const name = String(key.value);
      if (seen.has(name) && name !== "<<") {
        faults.push({
          code: "YAML_KEY",
          message: `The key ${name} is there already in this mapping.`,
          place: place(key),
        });
      }
      seen.add(name);
    }
  }

  count(document.contents, 1);
  if (faults.length > 0) throw new Unreadable(faults.slice(0, bounds.faults));
  return { hasLargeNumbers };
}

/** @returns whether there was anything to keep */
function keepExact(scalar: Scalar): boolean {
  const { value, source } = scalar;
  if (typeof value !== "number" || Number.isSafeInteger(value)) return false;
  if (source === undefined || !/^[-+]?\d+$/.test(source)) return false;
  scalar.value = BigInt(source);
  return true;
}
