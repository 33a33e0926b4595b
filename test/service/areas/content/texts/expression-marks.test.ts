import { expect, test } from "vitest";
import type { Document } from "../../../../../src/contract/document.model.ts";
import * as space from "../../../../../src/contract/space.ts";
import {
  filterDocuments,
  putDocument,
} from "../../../../../src/service/areas/content/texts/documents.ts";
import {
  containsConditions,
  hasExpressions,
  listExpressions,
} from "../../../../../src/service/areas/content/texts/expression-marks.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

/** A document with these expressions in blocks of the type. */
function write(type: string, expressions: readonly (string | undefined)[]): Document {
  return {
    object: "document",
    data: {},
    nodes: expressions.map((expression) => ({
      ...{ object: "block" as const, type, data: expression === undefined ? {} : { expression } },
      nodes: [],
    })),
  };
}

test("the expressions of a document are listed with their quotation marks and escape sequences", () => {
  const expressions = ['visitor.claims.plan == "pro"', "page.title == 'A\\n'", "space.title"];
  for (const type of ["if", "expression"]) {
    const document = write(type, [...expressions, undefined, "space.title"]);
    expect([...listExpressions(JSON.stringify(document))]).toEqual(expressions);
  }
  const none = { ...write("if", [undefined]), data: { title: "page", expressions: "page" } };
  expect([...listExpressions(JSON.stringify(none))]).toEqual([]);
});

test("a query finds the documents with conditions, and a function those with any expression", async () => {
  const workspace = await openWorkspace();
  const { db } = workspace;
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id } = await workspace.ok(admin, space.create, { organizationId });
  const documents = [
    [write("if", ["page.title"]), true, true],
    [write("if", [undefined]), true, true],
    [write("expression", ["space.title"]), true, false],
    [write("paragraph", ["space.title"]), true, false],
    [write("paragraph", [undefined]), false, false],
    [write("iframe", [undefined]), false, false],
  ] as const;
  for (const [document, expected, isConditional] of documents) {
    const hash = await putDocument(db, id, document);
    const found = await filterDocuments(db, id, [hash], containsConditions());
    expect([...found]).toEqual(isConditional ? [hash] : []);
    expect(hasExpressions(JSON.stringify(document))).toBe(expected);
  }
});
