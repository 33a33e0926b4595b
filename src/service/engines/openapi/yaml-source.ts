/** Reads YAML, the text of which can stand for far more than its size. */
import {
  type Document,
  isCollection,
  isMap,
  isPair,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
} from "yaml";
import type { Path } from "../../../contract/openapi-references.ts";
import { bounds } from "./bounds.ts";
import { type Fault, type Place, Unreadable } from "./fault.ts";
import type { Source } from "./source.ts";
import { refuseImmoderateTokens } from "./yaml-tokens.ts";
import { checkYamlTree } from "./yaml-tree.ts";

/** @throws Unreadable */
export async function readYaml(text: string): Promise<Source> {
  refuseImmoderateTokens(text);
  const lines = new LineCounter();
  const placeAt = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const document = parseDocument(text, {
    lineCounter: lines,
    merge: true,
    prettyErrors: false,
    logLevel: "error",
    // Each key compared with every other would take the square of their number.
    uniqueKeys: false,
  });
  const faults = document.errors.slice(0, bounds.faults).map(
    ({ message, pos: [offset] }): Fault => ({
      code: "YAML_SYNTAX",
      message: `It is not YAML: ${message.replace(/\.$/, "")}.`,
      place: placeAt(offset),
    }),
  );
  if (faults.length > 0) throw new Unreadable(faults);
  const { hasLargeNumbers } = checkYamlTree(document, placeAt);
  return {
    format: "yaml",
    // Aliases are counted already, by what they stand for.
    value: document.toJS({ maxAliasCount: -1 }),
    hasLargeNumbers,
    placeOf: async (path) => placeAt(offsetOf(document, path)),
  };
}

function offsetOf(document: Document.Parsed, path: Path): number {
  let found: Node | null = document.contents;
  let offset = found?.range?.[0] ?? 0;
  for (const step of path) {
    const next = child(found, step);
    if (!next) break;
    found = next;
    offset = found.range?.[0] ?? offset;
  }
  return offset;
}

function child(node: Node | null, step: string | number): Node | undefined {
  if (!isCollection(node)) return undefined;
  if (!isMap(node)) return (node.items[Number(step)] ?? undefined) as Node | undefined;
  const pair = node.items.find(
    (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step),
  );
  return (pair?.value ?? undefined) as Node | undefined;
}
