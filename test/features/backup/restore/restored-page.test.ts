import { describe, expect, test } from "vitest";
import { openRewriting } from "../../../../src/features/backup/restore/new-ids.ts";
import {
  buildRestoredDocument,
  findFrontMatter,
} from "../../../../src/features/backup/restore/restored-page.ts";
import type { BackupPage } from "../../../../src/features/backup/space-content.ts";
import type { JsonObject, JsonValue } from "../../../../src/json/values.ts";
import { asObjects } from "../../../../src/json/values.ts";

/** The restored ids have the prefix `new`. */
const ids = {
  collection: (id: string) => `new-${id}`,
  space: (id: string) => `new-${id}`,
  content: (_: string, id: string) => `new-${id}`,
};

describe("included content of another space", () => {
  const link = (ref: JsonObject): JsonObject => ({
    object: "inline",
    type: "link",
    data: { ref },
    nodes: [],
  });
  const include = {
    object: "block",
    type: "reusable-content",
    data: { ref: { kind: "reusable-content", reusableContent: "R1", space: "other" } },
  };

  /** The reference after the restore of a page that includes a block with it. */
  async function restore(ref: JsonObject): Promise<JsonValue | undefined> {
    const block = { object: "block", type: "paragraph", nodes: [link(ref)] };
    const page: Partial<BackupPage> = { page: { id: "P1", title: "Page" }, type: "document" };
    const document = await buildRestoredDocument(
      page as BackupPage,
      { object: "document", nodes: [include] },
      await openRewriting(ids, "home"),
      async (space, id) => (space === "other" && id === "R1" ? [block] : undefined),
    );
    const [paragraph] = asObjects(document?.nodes);
    const [restored] = asObjects(paragraph?.nodes);
    return Object(restored?.data).ref;
  }

  // References without a space were relative to the space of the content.
  test.each([
    [
      { kind: "page", page: "P7" },
      { kind: "page", page: "new-P7", space: "new-other" },
    ],
    [
      { kind: "file", file: "F7" },
      { kind: "file", file: "new-F7", space: "new-other" },
    ],
    [
      { kind: "anchor", page: "P7", anchor: "part" },
      { kind: "anchor", page: "new-P7", anchor: "part", space: "new-other" },
    ],
    // A heading of the page itself is one of the page that includes the content.
    [
      { kind: "anchor", anchor: "part" },
      { kind: "anchor", anchor: "part" },
    ],
    [
      { kind: "url", url: "https://a.example" },
      { kind: "url", url: "https://a.example" },
    ],
    [
      { kind: "space", space: "S7" },
      { kind: "space", space: "new-S7" },
    ],
  ])("%j", async (ref, expected) => {
    expect(await restore(ref)).toEqual(expected);
  });
});

describe("the cover of a page", () => {
  const url = (name: string) => ({ kind: "url", url: `https://a.example/${name}.png` });
  test.each([
    [{ ref: url("a") }, ["cover: https://a.example/a.png", "coverY: 0"]],
    [{ ref: url("a"), yPos: 40 }, ["cover: https://a.example/a.png", "coverY: 40"]],
    [
      { ref: url("a"), refDark: url("b"), yPos: -3, height: 240 },
      [
        "cover: https://a.example/a.png",
        "coverDark: https://a.example/b.png",
        "coverY: -3",
        "coverHeight: 240",
      ],
    ],
  ])("%j", async (cover, lines) => {
    const text = await findFrontMatter({ cover }, await openRewriting(ids, "home"));
    expect(text?.split("\n").slice(1, -2)).toEqual(lines);
  });

  test.each([{}, { cover: {} }, { cover: { yPos: 4 } }, { variables: {}, layout: {} }])(
    "%j needs no front matter",
    async (page) => {
      expect(await findFrontMatter(page, await openRewriting(ids, "home"))).toBeUndefined();
    },
  );
});
