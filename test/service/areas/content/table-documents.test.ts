/** HTML tables in documents, and in changes that contain such documents. */
import { expect, test } from "vitest";
import * as content from "../../../../src/contract/content.ts";
import type { Document } from "../../../../src/contract/document.model.ts";
import * as page from "../../../../src/contract/page.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openDesk } from "../../../support/organizations/changes.ts";

const table =
  '<table><thead><tr><th width="120">Port</th><th>Use</th></tr></thead><tbody><tr><td colspan="2"><a href="second.md">Both</a></td></tr></tbody></table>';

async function openTables() {
  const desk = await openDesk();
  const [first = ""] = await desk.publish(
    { title: "First", markdown: `Before\n\n${table}\n\nAfter\n` },
    { title: "Second", markdown: "Two" },
  );
  const { spaceId, workspace, admin } = desk;
  const read = async () => {
    const input = { spaceId, pageId: first, format: "document" } as const;
    return (await workspace.ok(admin, page.get, input)) as { document: Document };
  };
  const readMarkdown = async () =>
    (await workspace.ok(admin, page.get, { spaceId, pageId: first })) as { markdown: string };
  return { desk, first, read, readMarkdown };
}

test("a document has table blocks whether it is evaluated or not", async () => {
  const { desk, first, read } = await openTables();
  const { spaceId, workspace, admin } = desk;
  const found = await workspace.ok(admin, page.get, { spaceId, pageId: first });
  const { documentId = "" } = found as { documentId?: string };
  const evaluated = { spaceId, pageId: first, format: "document", evaluated: "true" } as const;
  for (const document of [
    (await read()).document,
    ((await workspace.ok(admin, page.get, evaluated)) as { document: Document }).document,
    (await workspace.ok(admin, content.document, { spaceId, documentId })) as Document,
  ]) {
    const [, block] = document.nodes;
    expect(block).toMatchObject({
      type: "table",
      data: { view: { columnWidths: { c1: 120 } }, records: { r1: {} } },
    });
    expect(JSON.stringify(block?.fragments)).toContain("Both");
  }
});

slowTest("a document that is returned unchanged keeps the HTML of its tables", async () => {
  const { desk, first, read, readMarkdown } = await openTables();
  const before = await readMarkdown();
  const { document } = await read();
  const nodes = document.nodes.slice(0, 2);
  const id = await desk.begin();
  await desk.edit(id, [
    { operation: "update_page", page: first, document: { document: { ...document, nodes } } },
  ]);
  await desk.merge(id);
  expect((await readMarkdown()).markdown).toBe(before.markdown.replace("\n\nAfter", ""));
});
