/** Content of nodes without their keys: two blocks with equal signs have the same content. */
import type { Leaf, Node } from "../../contract/document.model.ts";
import { toCanonicalText } from "../../json/canonical.ts";

const signs = new WeakMap<Node, string>();

/**
 * A text that identifies the content of a node. Keys, empty settings and the division of a text
 * into leaves do not count.
 */
export function getSign(node: Node): string {
  const cachedSign = signs.get(node);
  if (cachedSign !== undefined) return cachedSign;
  const { key: _, nodes, fragments, data, leaves, ...rest } = node;
  const own = toCanonicalText({
    ...rest,
    ...(data && Object.keys(data).length > 0 && { data }),
    ...(leaves && { leaves: joinLeaves(leaves) }),
  });
  // Not within the JSON, which would escape the quotation marks again at each level.
  const inner = nodes?.filter((one) => !isEmptyText(one)).map(getSign) ?? [];
  const sign = `${own}[${inner.join()}][${fragments?.map(getSign).join() ?? ""}]`;
  signs.set(node, sign);
  return sign;
}

function isEmptyText({ leaves }: Node): boolean {
  return leaves?.every(({ text }) => text === "") === true;
}

/** Joins adjacent leaves that have the same marks. */
export function joinLeaves(leaves: readonly Leaf[]): Leaf[] {
  const joined: Leaf[] = [];
  let previousMarks: string | undefined;
  for (const leaf of leaves) {
    if (leaf.text === "") continue;
    const marks = toCanonicalText(leaf.marks);
    const last = joined.at(-1);
    if (last && marks === previousMarks) {
      joined[joined.length - 1] = { ...last, text: last.text + leaf.text };
    } else {
      joined.push(leaf);
    }
    previousMarks = marks;
  }
  return joined;
}
