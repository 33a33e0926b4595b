import { expect, test } from "vitest";
import type { ContentReference } from "../../../../src/contract/content-reference.model.ts";
import * as space from "../../../../src/contract/space.ts";
import { putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { recordFilePartLinks } from "../../../../src/service/database/migrations/0053-file-part-links.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("links to parts of files count for the space of the file, and other references stay", async () => {
  const workspace = await openWorkspace();
  const { db } = workspace;
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: from } = await workspace.ok(admin, space.create, { organizationId, title: "From" });
  const toUrl = (url: string): ContentReference => ({ kind: "url", url });
  const references = {
    part: [toUrl("/spaces/other/files/f1#page=2"), toUrl("/spaces/third-1/files/f2#a")],
    twice: [toUrl("/spaces/other/files/f1#page=2"), toUrl("/spaces/other/files/f1#page=3")],
    own: [toUrl(`/spaces/${from}/files/f1#page=2`), toUrl("/files/f1#page=2")],
    file: [{ kind: "file", file: "f1", space: "other" }],
    outside: [
      toUrl("https://example.com/spaces/other/files/f1#page=2"),
      toUrl("/spaces/other/files/f1?#page=2"),
      toUrl("/spaces/other/pages/p1#files/f1#"),
    ],
  } satisfies Record<string, ContentReference[]>;
  const names = new Map<string, string>();
  for (const [name, refs] of Object.entries(references)) {
    const nodes = refs.map((ref) => ({
      object: "inline" as const,
      type: "link",
      data: { ref },
      nodes: [
        { object: "text" as const, leaves: [{ object: "leaf" as const, text: name, marks: [] }] },
      ],
    }));
    const paragraph = { object: "block" as const, type: "paragraph", nodes };
    const document = { object: "document" as const, data: {}, nodes: [paragraph] };
    names.set(await putDocument(db, from, document), name);
  }
  const list = async () => {
    const rows = await db.selectFrom("document_spaces").selectAll().execute();
    return rows.map((row) => `${names.get(row.hash)} ${row.target_space_id}`).toSorted();
  };
  const recorded = ["file other", "part other", "part third-1", "twice other"];
  // The current version also records the spaces of other addresses.
  expect(await list()).toEqual([...recorded, "outside other"].toSorted());
  // As an earlier version stored them.
  await db
    .deleteFrom("document_spaces")
    .where(
      "hash",
      "in",
      [...names].flatMap(([hash, name]) => (name === "file" ? [] : hash)),
    )
    .execute();
  for (let time = 0; time < 2; time++) {
    for (const step of recordFilePartLinks(db.schema, db)) await step.execute();
    expect(await list()).toEqual(recorded);
  }
});
