import { expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import { putDocument } from "../../../../../src/service/areas/content/texts/documents.ts";
import type { ContentPage } from "../../../../../src/service/areas/content/tree/tree.ts";
import { publish } from "../../../../support/organizations/content.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

test("a response with many long matches ends at a megabyte, and pages return all of them", async () => {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const text = "A certificate that has expired. ".repeat(50);
  const markdown = Array.from({ length: 8 }, (_, at) => `## Part ${at}\n\n${text}\n\n`).join("");
  await publish(workspace, spaceId, async (tree, setup) => {
    const document = await putDocument(setup.db, spaceId, parseMarkdown(markdown));
    const pages = Array.from({ length: 130 }, (_, at): ContentPage => {
      const id = `page${at}`;
      return { id, type: "document", title: id, slug: id, document, pages: [] };
    });
    return { ...tree, pages };
  });
  const found: string[] = [];
  let answers = 0;
  for (let next: string | undefined; ; ) {
    const asked = { spaceId, query: "certificate", limit: 1000 };
    const answer = await workspace.ok(admin, space.search, {
      ...asked,
      ...(next !== undefined && { page: next }),
    });
    answers++;
    expect(JSON.stringify(answer).length).toBeLessThan(1.3 * 1024 * 1024);
    for (const { id, sections } of answer.items) {
      found.push(id);
      expect(sections).toHaveLength(8);
      for (const { body } of sections ?? []) expect(body).toHaveLength(1000);
    }
    next = answer.next?.page;
    if (next === undefined) break;
  }
  expect(answers).toBe(2);
  expect(new Set(found).size).toBe(130);
});
