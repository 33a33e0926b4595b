/** The content of a space in a backup: what is fetched, and what is reused. */
import { describe, expect, test } from "vitest";
import type { NewBackup } from "../../../src/features/backup/folder.ts";
import { readSpace } from "../../../src/features/backup/read-space.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

const paragraph = (...nodes: readonly JsonObject[]): JsonObject => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes: [{ object: "block", type: "paragraph", isVoid: false, data: {}, nodes: [...nodes] }],
});
const text = (content: string): JsonObject => ({
  object: "text",
  leaves: [{ object: "leaf", text: content, marks: [] }],
});
const link = (ref: JsonObject): JsonObject => ({
  object: "inline",
  type: "link",
  isVoid: false,
  data: { ref },
  nodes: [text("link")],
});

const space: JsonObject = { id: "S1", title: "Guide", revision: "R1", comments: 1 };
const revision: JsonObject = {
  id: "R1",
  pages: [
    {
      ...{ id: "P1", type: "document", title: "Home  page", slug: "home", documentId: "D1" },
      pages: [{ id: "P2", type: "document", title: "Deep", slug: "deep", updatedAt: "T" }],
    },
    { id: "G1", type: "group", title: "Group", slug: "group" },
  ],
  files: [
    { id: "F1", name: "a b.png", downloadURL: "https://f.example/1?token=x" },
    { id: "F2", name: "gone.png" },
  ],
  reusableContents: [{ id: "C1", document: "D9" }],
};

interface Options {
  readonly space?: JsonObject;
  readonly documents?: Readonly<Record<string, JsonObject>>;
  readonly responses?: Readonly<Record<string, unknown>>;
  /** Content of the earlier backup by its source. */
  readonly earlier?: ReadonlyMap<string, string>;
  readonly version?: string;
}

async function read({
  space: one = space,
  documents = {},
  responses = {},
  earlier = new Map(),
  version = "1",
}: Options = {}) {
  const files = new Map<string, string>();
  const sources = new Map<string, string>();
  const backup = createPartial<NewBackup>({
    add: async (path: string, content: string | Uint8Array, source?: string) => {
      files.set(path.replace(/^spaces\/guide\//, ""), Buffer.from(content).toString());
      if (source !== undefined) sources.set(source, Buffer.from(content).toString());
    },
    keep: async (path: string, source: string) => {
      const content = earlier.get(source);
      if (content === undefined) return undefined;
      files.set(path.replace(/^spaces\/guide\//, ""), content);
      sources.set(source, content);
      return Buffer.from(content);
    },
  });
  const { client, sent } = openScriptedClient(({ line }) => {
    const path = line.slice("GET /spaces/S1".length).replace(/\?.*/, "");
    if (responses[path] !== undefined) return responses[path];
    if (path === "/revisions/R1") return revision;
    const [, id] = /\/(?:page|reusable-contents)\/(\w+)\/document$/.exec(path) ?? [];
    if (id !== undefined) return documents[id] ?? paragraph(text(`Text of ${id}`));
    if (path === "/revisions/R1/files")
      return { items: [{ id: "F1", downloadURL: "https://f.example/1" }, { id: "F2" }] };
    if (path === "/comments")
      return {
        items: [
          { id: "M1", replies: 1 },
          { id: "M2", replies: 0 },
        ],
      };
    if (path === "/comments/M1/replies") return { items: [{ id: "Y1" }] };
    return 404;
  });
  const downloads: string[] = [];
  const missed: string[] = [];
  const said: string[] = [];
  const fetched = { pages: 0, files: 0, withoutMarkdown: [] as string[] };
  const record = await readSpace(
    {
      client: {
        ...client,
        download: async (url: string) => {
          downloads.push(url);
          return Buffer.from("bytes");
        },
      } as typeof client,
      backup,
      fetched,
      say: (line) => void said.push(line),
      miss: (list, error) => void missed.push(`${list}: ${error.message}`),
      version,
    },
    one,
    "guide",
  );
  return { record, files, sources, sent, downloads, missed, said, fetched };
}

describe("a first backup", () => {
  test("fetches everything, without the URLs that give access", async () => {
    const { record, files, downloads, missed, said, fetched } = await read();
    expect(record).toEqual({
      ...{ key: "guide", id: "S1", title: "Guide", revision: "R1" },
      ...{ pages: 3, files: 2, comments: 2 },
    });
    expect([...files.keys()].sort()).toEqual([
      "comments.json",
      ...["C1", "P1", "P2"].map((id) => `documents/${id}.json`),
      "files/a b.png",
      "pages/home.md",
      "pages/home/deep.md",
      "revision.json",
      "space.json",
    ]);
    expect(files.get("revision.json")).not.toContain("downloadURL");
    expect(JSON.parse(files.get("space.json") ?? "")).toEqual(space);
    expect(files.get("pages/home.md")).toBe("# Home page\n\nText of P1\n");
    expect(JSON.parse(files.get("comments.json") ?? "")).toEqual([
      { comment: { id: "M1", replies: 1 }, replies: [{ id: "Y1" }] },
      { comment: { id: "M2", replies: 0 }, replies: [] },
    ]);
    expect(downloads).toEqual(["https://f.example/1"]);
    expect(missed).toEqual(['the file "gone.png": The platform did not return a download URL.']);
    expect(fetched).toEqual({ pages: 2, files: 1, withoutMarkdown: [] });
    expect(said).toEqual(["Home  page …", "Deep …", "a b.png …", "gone.png …"]);
  });

  test("identifies reusable content by its document, or else by the revision", async () => {
    const reusableContents = [{ id: "C1" }, { id: "C2", document: "D9" }];
    const { sources } = await read({
      responses: { "/revisions/R1": { ...revision, reusableContents } },
    });
    // A later backup fetches the content again if its source has changed.
    expect([...sources.keys()].filter((one) => one.startsWith("reusable-content")).sort()).toEqual([
      "reusable-content S1 C1 R1",
      "reusable-content S1 C2 D9",
    ]);
  });

  test("links the files of the backup", async () => {
    const links = [
      { kind: "page", page: "P2" },
      { kind: "anchor", anchor: "x", page: "P2" },
      { kind: "anchor", anchor: "y" },
      { kind: "file", file: "F1" },
      { kind: "page", page: "P2", space: "S9" },
      { kind: "page", page: "none" },
      { kind: "url", url: "https://x.example" },
    ].map(link);
    const { files } = await read({ documents: { P1: paragraph(...links) } });
    const [...targets] = (files.get("pages/home.md") ?? "").matchAll(/\]\(([^)]*)\)/g);
    expect(targets.map(([, to]) => to)).toEqual([
      ...["home/deep.md", "home/deep.md#x", "#y", "../files/a%20b.png"],
      ...["/spaces/S9/pages/P2", "/pages/none", "https://x.example"],
    ]);
  });

  test("notes pages that Markdown cannot represent", async () => {
    const odd = { object: "document", nodes: [{ object: "block", type: "hologram" }] };
    const { files, fetched } = await read({ documents: { P2: odd } });
    expect(fetched.withoutMarkdown).toEqual(["Deep"]);
    expect(files.has("pages/home/deep.md")).toBe(false);
    expect(JSON.parse(files.get("documents/P2.json") ?? "")).toEqual(odd);
  });

  test("reads no comments of a space without any", async () => {
    const { record, sent, files } = await read({ space: { ...space, comments: 0 } });
    expect([record.comments, files.has("comments.json")]).toEqual([0, false]);
    expect(sent.filter((line) => String(line).includes("/comments"))).toEqual([]);
    const none = await read({ responses: { "/comments": { items: [] } } });
    expect([none.record.comments, none.files.has("comments.json")]).toEqual([0, false]);
  });
});

describe("a later backup", () => {
  test("fetches only the list of comments if nothing changed", async () => {
    const first = await read();
    const second = await read({ earlier: first.sources });
    expect(second.sent.map(String)).toEqual([
      expect.stringContaining("/revisions/R1/files"),
      "GET /spaces/S1/comments?status=open&order=asc&limit=1000",
      expect.stringContaining("/comments/M1/replies"),
    ]);
    expect(second.downloads).toEqual([]);
    expect(second.files).toEqual(first.files);
    expect(second.fetched).toEqual({ pages: 0, files: 0, withoutMarkdown: [] });
  });

  test("of another version of tome writes the Markdown again", async () => {
    const { sources } = await read();
    const markdown = [...sources.keys()].filter((source) => source.startsWith("markdown "));
    const other = await read({ earlier: sources, version: "2" });
    expect([...other.sources.keys()].filter((source) => markdown.includes(source))).toEqual([]);
    expect(markdown).toEqual([
      "markdown S1 R1 P1 pages/home.md 1",
      "markdown S1 R1 P2 pages/home/deep.md 1",
    ]);
  });

  test("keeps the comments of the earlier one if they cannot be read", async () => {
    const { sources, files } = await read();
    const refused = { responses: { "/comments": 403 } };
    const { record, missed, files: kept } = await read({ earlier: sources, ...refused });
    expect(record.comments).toBe(2);
    expect(kept.get("comments.json")).toBe(files.get("comments.json"));
    expect(missed).toContain('the comments of "Guide": Answered with 403.');
    expect((await read(refused)).record.comments).toBe(0);
  });
});
