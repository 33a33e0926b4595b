import { expect, test } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import { putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import { recordAddressedSpaces } from "../../../../src/service/database/migrations/0054-addressed-spaces.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

test("an address in any text counts for its space, and references stay", async () => {
  const workspace = await openWorkspace();
  const { db } = workspace;
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: from } = await workspace.ok(admin, space.create, { organizationId, title: "From" });
  const texts = {
    anchor: '<a href="/spaces/one/files/f1">x</a> <img src="/spaces/two/files/f2" alt="">',
    block: '{% @my/block url="/spaces/one/files/f1" %}',
    encoded: '<a href="&#47;spaces/one/files/f1">x</a>',
    own: `<a href="/spaces/${from}/files/f1">x</a> <a href="/files/f1">x</a>`,
    outside: '<a href="https://example.com/spaces/one/files/f1">x</a>',
    reference: "[x](/spaces/one/files/f1)",
    ...Object.fromEntries(
      Array.from({ length: 120 }, (_, number) => [`many ${number}`, `Space: /spaces/s${number}`]),
    ),
  } satisfies Record<string, string>;
  const names = new Map<string, string>();
  for (const [name, markdown] of Object.entries(texts)) {
    names.set(await putDocument(db, from, parseMarkdown(markdown)), name);
  }
  const list = async () => {
    const rows = await db.selectFrom("document_spaces").selectAll().execute();
    return rows.map((row) => `${names.get(row.hash)} ${row.target_space_id}`).toSorted();
  };
  const current = await list();
  const few = ["anchor one", "anchor two", "block one", "encoded one", "reference one"];
  const many = Array.from({ length: 120 }, (_, number) => `many ${number} s${number}`);
  expect(current).toEqual([...few, ...many].toSorted());
  // As an earlier version stored them.
  await db
    .deleteFrom("document_spaces")
    .where(
      "hash",
      "in",
      [...names].flatMap(([hash, name]) => (name === "reference" ? [] : hash)),
    )
    .execute();
  for (let time = 0; time < 2; time++) {
    for (const step of recordAddressedSpaces(db.schema, db)) await step.execute();
    expect(await list()).toEqual(current);
  }
});
