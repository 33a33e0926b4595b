/** Rejects YAML without an equivalent JSON value, before a parser changes or drops it. */
import { isScalar, LineCounter, parseDocument, visit } from "yaml";

/** The standard tags of values that JSON does not have, such as bytes, sets and times. */
const unsupportedTags = /^tag:yaml\.org,2002:(?!(?:str|int|float|bool|null|map|seq)$)/;

/** Whether the text needs a check; most texts have neither a tag nor the key. */
export function mayBeUnsafeYaml(text: string): boolean {
  return /__proto__|\\[xuU]|!/.test(text);
}

/**
 * Rejects values without a JSON equivalent: keys that would change the prototype of an object or
 * vanish, and tags such as `!!binary`.
 * @throws an error that names the key or the tag, and its position
 */
export function refuseUnsafeYaml(text: string): void {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, logLevel: "silent", uniqueKeys: false });
  // The parser reports invalid YAML.
  if (document.errors.length > 0) return;
  const at = ({ range }: { readonly range?: readonly number[] | null | undefined }) => {
    const { line, col } = lineCounter.linePos(range?.[0] ?? 0);
    return `at line ${line}, column ${col}`;
  };
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && key.value === "__proto__") {
        throw new Error(`The key "__proto__" is not allowed ${at(key)}.`);
      }
    },
    Value(_, node) {
      const { tag } = node;
      if (tag === undefined || !unsupportedTags.test(tag)) return;
      const short = tag.replace(/^tag:yaml\.org,2002:/, "!!");
      throw new Error(`The tag ${short} is not supported ${at(node)}. Write the value as text.`);
    },
  });
}
