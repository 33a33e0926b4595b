/** Links to deleted targets, in the files of the last synchronization. */
import { beforeAll, describe, expect, test } from "vitest";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import type { Document } from "../../../../../src/contract/document.model.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import {
  emptyDocument,
  putDocument,
} from "../../../../../src/service/areas/content/texts/documents.ts";
import { readLostLinks } from "../../../../../src/service/areas/git/import/read-lost-links.ts";
import { GitFailure } from "../../../../../src/service/engines/git/failure.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { page, tree } from "../../../../support/organizations/content.ts";
import { openSitesFixture, type SitesFixture } from "../../sites/fixture.ts";

type Project = Parameters<typeof readLostLinks>[0];

let fixture: SitesFixture;
let spaceId: string;
beforeAll(async () => {
  fixture = await openSitesFixture();
  spaceId = await fixture.space("Guide");
});

const toPage = (id: string): ContentReference => ({ kind: "page", page: id });

/** The stored document of a text with links to pages. */
function put(...pages: readonly string[]): Promise<string> {
  const nodes = pages.map((id) => ({ object: "block", type: "link", data: { ref: toPage(id) } }));
  const document: Document = { ...emptyDocument, nodes: nodes as Document["nodes"] };
  return putDocument(fixture.workspace.db, spaceId, document);
}

/**
 * @param files the former texts by the id of their page
 * @param read replaces the reading of the files
 */
async function readLost(
  texts: Readonly<Record<string, string | undefined>>,
  files: Readonly<Record<string, string>>,
  read?: () => never,
) {
  const asked: string[] = [];
  const project = createPartial<Project>({
    call: { db: fixture.workspace.db, caller: "ada" },
    spaceId,
    memory: {
      tree: tree([page("kept")]),
      files: new Map<string, { readonly thing: string | undefined; readonly oid: string }>([
        ...Object.keys(files).map((id) => [`${id}.md`, { thing: id, oid: `oid ${id}` }] as const),
        ["other.png", { thing: undefined, oid: "oid other" }] as const,
      ]),
    },
    clone: {
      async read(oids: readonly string[]) {
        asked.push(...oids);
        read?.();
        return new Map(oids.map((oid) => [oid, Buffer.from(files[oid.slice(4)] ?? "")]));
      },
    },
  });
  const lost = await readLostLinks(
    project,
    Object.entries(texts).map(([id, document]) => ({ id, document })),
    new Set(["came"]),
    (text, path) => (path.endsWith(".md") ? parseMarkdown(text) : undefined),
  );
  return { lost, asked };
}

describe("the lost links", () => {
  test("are those whose target neither the space nor the repository has", async () => {
    const { lost, asked } = await readLost(
      {
        some: await put("gone", "kept", "came", "away"),
        none: await put("kept", "came"),
        changed: await put("gone"),
        unstored: undefined,
      },
      {
        some: "[a](a.md) [b](b.md) [c](c.md) [d](d.md#x)\n",
        none: "[b](b.md) [c](c.md)\n",
        // It has more links than its document.
        changed: "[a](a.md) [b](b.md)\n",
        unstored: "[a](a.md)\n",
      },
    );
    expect(asked.toSorted()).toEqual(["oid changed", "oid some"]);
    expect([...lost.keys()].toSorted()).toEqual(["changed", "some"]);
    const find = (id: string) =>
      ["a.md", "b.md", "c.md", "d.md#x"].map((url) => lost.get(id)?.find(url));
    expect(find("some")).toEqual([toPage("gone"), undefined, undefined, toPage("away")]);
    expect(find("changed")).toEqual([undefined, undefined, undefined, undefined]);
    expect(lost.get("some")?.findUrl(toPage("away"))).toBe("d.md#x");
  });

  test("are unknown if the server no longer has the former files", async () => {
    const texts = { some: await put("gone") };
    const files = { some: "[a](a.md)\n" };
    const failing = (error: Error) =>
      readLost(texts, files, () => {
        throw error;
      });
    expect((await failing(new GitFailure("failed", "Not sent."))).lost).toEqual(new Map());
    const other = new Error("Other.");
    await expect(failing(other)).rejects.toBe(other);
  });
});
