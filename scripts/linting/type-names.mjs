/** Rule of type names: each is declared in one file of src, so that a search finds its only meaning. */
import { parseAst } from "rolldown/parseAst";
import { walk } from "./syntax-tree.mjs";

/** Areas add their tables to this interface of the database module. */
const augmented = new Set(["CoreTables"]);

/**
 * @param {ReadonlyMap<string, string>} sources texts by their files
 * @returns {string[]} a sentence for each name that several files declare; also a metric
 */
export function typeNameFaults(sources) {
  /** @type {Map<string, string[]>} */
  const files = new Map();
  for (const [file, text] of sources) {
    walk(parseAst(text, { lang: "ts" }), (node) => {
      const name = node.id?.name;
      if (!/^(?:Class|TSTypeAlias|TSInterface|TSEnum)Declaration$/.test(node.type)) return;
      if (name === undefined || augmented.has(name)) return;
      const list = files.get(name) ?? [];
      if (!list.includes(file)) list.push(file);
      files.set(name, list);
    });
  }
  return [...files]
    .filter(([, list]) => list.length > 1)
    .map(([name, list]) => `${list.join(" and ")} declare a type ${name}; rename one of them.`);
}
