/**
 * Names that a YAML text gives twice in one mapping. The check of the package compares each name with all
 * before it, so that a text with tens of thousands of names takes minutes; this one takes linear time.
 */
import { type Document, isScalar, type Scalar, visit } from "yaml";

/** @param document parsed with `uniqueKeys: false` @returns the first name that its mapping has already */
export function findRepeatedName(document: Document.Parsed): Scalar | undefined {
  let repeated: Scalar | undefined;
  visit(document, {
    Map(_, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (names.has(key.value)) {
          repeated = key;
          return visit.BREAK;
        }
        names.add(key.value);
      }
      return undefined;
    },
  });
  return repeated;
}
