import { expect, test } from "vitest";
import { collectAnchors } from "../../src/document/anchors.ts";
import { addKeys } from "../../src/document/keys.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";

const listKeys = (markdown: string) => addKeys(parseMarkdown(markdown)).nodes.map(({ key }) => key);

test("every block has a unique key, even for equal texts", () => {
  const keys = listKeys("Same.\n\nSame.\n\n* a\n* b\n");
  expect(new Set(keys).size).toBe(3);
  expect(keys).not.toContain(undefined);
});

test("equal blocks are numbered from 1, skipping existing keys", () => {
  const [first = ""] = listKeys("Same.\n");
  const { nodes } = parseMarkdown("Same.\n\n".repeat(4));
  const given = nodes.map((node, at) => (at === 3 ? { ...node, key: `${first}-2` } : node));
  const document = { object: "document" as const, data: { schemaVersion: 1 }, nodes: given };
  expect(addKeys(document).nodes.map(({ key }) => key)).toEqual([
    first,
    `${first}-1`,
    `${first}-3`,
    `${first}-2`,
  ]);
});

test("a new key differs from existing ones at any depth", () => {
  const [first = ""] = listKeys("Same.\n");
  const [block] = parseMarkdown("Same.\n").nodes;
  if (block === undefined) throw new Error("The text has no block.");
  const given = { ...block, key: first };
  const inside = { object: "block" as const, type: "hint", key: "a" };
  for (const holder of [
    given,
    { ...inside, nodes: [given] },
    { ...inside, fragments: [{ object: "fragment" as const, nodes: [given] }] },
    {
      ...inside,
      nodes: [
        { ...inside, key: "b", fragments: [{ object: "fragment" as const, nodes: [given] }] },
      ],
    },
  ]) {
    const document = {
      object: "document" as const,
      data: { schemaVersion: 1 },
      nodes: [block, holder],
    };
    expect(addKeys(document).nodes[0]?.key).toBe(`${first}-1`);
  }
});

test("a block keeps its key while others are added, removed and changed", () => {
  const [, middle] = listKeys("One.\n\nTwo.\n\nThree.\n");
  const changed = listKeys("# New\n\nOther.\n\nTwo.\n");
  expect(changed[2]).toBe(middle);
});

test("an existing key is kept", () => {
  const document = parseMarkdown("One.\n\nTwo.\n");
  const [first, ...rest] = document.nodes;
  const nodes = [{ ...first, object: "block" as const, key: "mine" }, ...rest];
  expect(addKeys({ ...document, nodes }).nodes[0]?.key).toBe("mine");
});

test("headings can be linked by their text, each with a unique id", () => {
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
