import { describe, expect, test } from "vitest";
import { addKeys } from "../../../src/document/keys.ts";
import { parseMarkdown, writeMarkdown } from "../../../src/document/markdown.ts";
import { mergeDocuments } from "../../../src/document/merge/merge-documents.ts";
import { collectText } from "../../../src/document/walk.ts";

const parse = (markdown: string) => addKeys(parseMarkdown(markdown));

function merge(base: string, ours: string, theirs: string) {
  const { document, conflicts } = mergeDocuments({
    base: parse(base),
    ours: parse(ours),
    theirs: parse(theirs),
  });
  return {
    markdown: writeMarkdown(document).trim(),
    conflicts: conflicts.map(
      ({ reason, type, base }) => `${reason} ${type}: ${collectText(base).trim()}`,
    ),
  };
}

function merged(base: string, ours: string, theirs: string): string {
  const { markdown, conflicts } = merge(base, ours, theirs);
  expect(conflicts).toEqual([]);
  return markdown;
}

const conflictsIn = (base: string, ours: string, theirs: string) =>
  merge(base, ours, theirs).conflicts;

describe("blocks", () => {
  test("edits of neighboring paragraphs are both in the result", () => {
    expect(merged("One\n\nTwo", "One here\n\nTwo", "One\n\nTwo there")).toBe(
      "One here\n\nTwo there",
    );
    expect(merged("One\n\nTwo", "First\n\nTwo", "One\n\nSecond")).toBe("First\n\nSecond");
  });

  test("added, deleted and moved blocks of both sides are in the result", () => {
    expect(merged("A\n\nB\n\nC", "A\n\nO\n\nB\n\nC", "A\n\nB\n\nT\n\nC")).toBe(
      "A\n\nO\n\nB\n\nT\n\nC",
    );
    expect(merged("A\n\nB\n\nC", "B\n\nC", "A\n\nB")).toBe("B");
    expect(merged("A a\n\nB b\n\nC c", "C c\n\nA a\n\nB b", "A a\n\nB b\n\nC c d")).toBe(
      "C c d\n\nA a\n\nB b",
    );
  });

  test("blocks that both sides add at one place are both in the result, ours first", () => {
    expect(merged("A", "A\n\nO1\n\nO2", "A\n\nT1\n\nT2")).toBe("A\n\nO1\n\nO2\n\nT1\n\nT2");
    expect(merged("A", "A\n\nSame", "A\n\nSame")).toBe("A\n\nSame");
    expect(merged("A\n\nB", "A\n\nSame\n\nB", "A\n\nSame\n\nB x")).toBe("A\n\nSame\n\nB x");
  });

  test("an added block does not take the identity of the edited block below it", () => {
    const [base, ours, theirs] = [
      "Install the agent on a host.",
      "Before you start.\n\nInstall the agent on a new host.",
      "Install the agent on a host.\n\nAfter you finish.",
    ];
    expect(merged(base, ours, theirs)).toBe(
      "Before you start.\n\nInstall the agent on a new host.\n\nAfter you finish.",
    );
  });

  test("edits of the same block, and edits of a deleted block, are conflicts", () => {
    expect(conflictsIn("Old words", "Ada's words", "Ben's words")).toEqual([
      "edited paragraph: Old words",
    ]);
    expect(conflictsIn("A\n\nOld words", "A", "A\n\nNew words")).toEqual([
      "deleted paragraph: Old words",
    ]);
    expect(conflictsIn("A a\n\nB b\n\nC c", "C c\n\nB b\n\nA a", "B b\n\nA a\n\nC c")).toEqual([
      expect.stringMatching(/^ordered/),
    ]);
  });

  test("a conflict is resolved with the version of one side, and the rest is merged", () => {
    const [base, ours, theirs] = ["A\n\nB\n\nC", "A1\n\nB1\n\nC", "A2\n\nB\n\nC2"].map(parse);
    if (!base || !ours || !theirs) throw new Error("No documents.");
    for (const [side, expected] of [
      ["ours", "A1\n\nB1\n\nC2"],
      ["theirs", "A2\n\nB1\n\nC2"],
    ] as const) {
      const { document } = mergeDocuments({ base, ours, theirs, resolve: () => side });
      expect(writeMarkdown(document).trim()).toBe(expected);
    }
  });
});

describe("words within a block", () => {
  test("edits of separate words are both in the result, with their format", () => {
    const base = "Restart the **agent** after you change the [settings](a.md) of a host.";
    const ours = "Restart the **agent** after you change the [settings](a.md) of every host.";
    const theirs = "Stop the **agent** after you change the [settings](a.md) of a host.";
    expect(merged(base, ours, theirs)).toBe(
      "Stop the **agent** after you change the [settings](a.md) of every host.",
    );
  });

  test("neighboring words and rewritten texts are conflicts", () => {
    const base = "Restart the agent after each change.";
    expect(
      conflictsIn(
        base,
        "Restart the old agent after each change.",
        "Restart the new agent after each change.",
      ),
    ).toHaveLength(1);
    expect(
      conflictsIn(
        base,
        "Nothing is needed after that any more here.",
        "Restart an agent after each change.",
      ),
    ).toHaveLength(1);
  });
});

describe("containers", () => {
  test("items of a list, lines of code and contents of hints are merged", () => {
    expect(merged("* a\n* b\n* c", "* a1\n* b\n* c", "* a\n* b\n* c\n* d")).toBe(
      "* a1\n* b\n* c\n* d",
    );
    expect(merged("```\na\nb\nc\n```", "```\na\nb2\nc\n```", "```\na\nb\nc\nd\n```")).toBe(
      "```\na\nb2\nc\nd\n```",
    );
    const hint = (style: string, text: string) =>
      `{% hint style="${style}" %}\n${text}\n{% endhint %}`;
    expect(merged(hint("info", "A"), hint("danger", "A"), hint("info", "B"))).toBe(
      hint("danger", "B"),
    );
  });

  test("a line of code is not divided into words", () => {
    const code = (line: string) => `\`\`\`\n${line}\n\`\`\``;
    expect(
      conflictsIn(
        code("copy --from a --to b"),
        code("copy --from x --to b"),
        code("copy --from a --to y"),
      ),
    ).toHaveLength(1);
  });

  test("rows and cells of a table are merged, also below an added row", () => {
    const table = (...rows: string[]) => `| A | B |\n| - | - |\n${rows.join("\n")}`;
    const base = table("| one | 1 |", "| two | 2 |", "| three | 3 |");
    const ours = table("| zero | 0 |", "| one | 1 |", "| two | 2 |", "| three | 33 |");
    const theirs = table("| one | 1 |", "| two | 22 |", "| **three** | 3 |");
    expect(merged(base, ours, theirs).replace(/ +/g, " ").replace(/-+/g, "-")).toBe(
      table("| zero | 0 |", "| one | 1 |", "| two | 22 |", "| **three** | 33 |"),
    );
    expect(
      conflictsIn(base, base.replace("22", "2").replace("| two | 2 |", "| two | x |"), theirs),
    ).toEqual(["edited paragraph: 2"]);
  });

  test("captions are merged", () => {
    const image = (alt: string, caption: string) =>
      `<figure><img src="a.png" alt="${alt}"><figcaption><p>${caption}</p></figcaption></figure>`;
    expect(merged(image("x", "A"), image("y", "A"), image("x", "B"))).toBe(image("y", "B"));
  });
});

test("no key is used twice in the result", () => {
  const [base, ours, theirs] = ["A\n\nB", "New\n\nA\n\nB", "A\n\nB\n\nNew"].map(parse);
  if (!base || !ours || !theirs) throw new Error("No documents.");
  const { document } = mergeDocuments({ base, ours, theirs });
  const keys = addKeys(document).nodes.map(({ key }) => key);
  expect(writeMarkdown(document).trim()).toBe("New\n\nA\n\nB\n\nNew");
  expect(new Set(keys).size).toBe(4);
});
