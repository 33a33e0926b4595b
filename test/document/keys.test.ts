import { expect, test } from "vitest";
import { collectAnchors } from "../../src/document/anchors.ts";
import { keyed } from "../../src/document/keys.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";

const keysOf = (markdown: string) => keyed(parseMarkdown(markdown)).nodes.map(({ key }) => key);

test("Every block has a key of its own, also where two say the same", () => {
  const keys = keysOf("Same.\n\nSame.\n\n* a\n* b\n");
  expect(new Set(keys).size).toBe(3);
  expect(keys).not.toContain(undefined);
});

test("Equal blocks are numbered from 1 on, past the keys that others brought along", () => {
  const [first = ""] = keysOf("Same.\n");
  const { nodes } = parseMarkdown("Same.\n\n".repeat(4));
  const given = nodes.map((node, at) => (at === 3 ? { ...node, key: `${first}-2` } : node));
  const document = { object: "document" as const, data: { schemaVersion: 1 }, nodes: given };
  expect(keyed(document).nodes.map(({ key }) => key)).toEqual([
    first,
    `${first}-1`,
    `${first}-3`,
    `${first}-2`,
  ]);
});

test("A block keeps its key while others come, go and change", () => {
  const [, middle] = keysOf("One.\n\nTwo.\n\nThree.\n");
  const changed = keysOf("# New\n\nOther.\n\nTwo.\n");
  expect(changed[2]).toBe(middle);
});

test("A key that a block brings along stays", () => {
  const document = parseMarkdown("One.\n\nTwo.\n");
  const [first, ...rest] = document.nodes;
  const nodes = [{ ...first, object: "block" as const, key: "mine" }, ...rest];
  expect(keyed({ ...document, nodes }).nodes[0]?.key).toBe("mine");
});

test("Headings can be pointed at by their words, each by an id of its own", () => {
  const document = parseMarkdown(
    '# Set up!\n\n## Set up\n\n## *Über* `uns`\n\n{% tabs %}\n{% tab title="Linux" %}\nx\n{% endtab %}\n{% endtabs %}\n',
  );
  expect([...collectAnchors(document).values()].map(({ id }) => id)).toEqual([
    "set-up",
    "set-up-1",
    "uber-uns",
    "linux",
  ]);
});
