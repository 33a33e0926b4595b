/**
 * Duplicate keys in a YAML mapping. The check of the library compares each key with all previous ones,
 * which takes minutes for tens of thousands of keys; this one takes linear time.
 */
import { type Document, isScalar, type Scalar, visit } from "yaml";

/**
 * @param document parsed with `uniqueKeys: false`
 * @returns the first key that repeats an earlier key of its mapping
 */
export function findRepeatedKey(document: Document.Parsed): Scalar | undefined {
  let repeated: Scalar | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) {
          repeated = key;
          return visit.BREAK;
        }
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return repeated;
}
