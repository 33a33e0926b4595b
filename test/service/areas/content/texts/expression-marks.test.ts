import { expect, test } from "vitest";
import type { Document } from "../../../../../src/contract/document.model.ts";
import * as space from "../../../../../src/contract/space.ts";
import {
  filterDocuments,
  putDocument,
} from "../../../../../src/service/areas/content/texts/documents.ts";
import {
  containsExpressions,
  hasConditions,
  hasExpressions,
  hasPageValues,
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

test.each([
  ["visitor.claims.plan == 'pro'", false],
  ['visitor.claims.plan == "pro"', false],
  ["space.title == 'A' && space.vars.a", false],
  ["page.title == 'A'", true],
  ['visitor.claims.plan == "pro" || page["title"] == "A"', true],
  ["\\u0070age.title == 'A'", true],
  // A value with these letters is rare.
  ["visitor.claims.page", true],
])("the expression %s may have a value of the page: %s", (expression, expected) => {
  for (const type of ["if", "expression"]) {
    expect(hasPageValues(JSON.stringify(write(type, ["space.title", expression])))).toBe(expected);
  }
});

test("text without an expression has no value of the page", () => {
  const document = { ...write("if", [undefined]), data: { title: "page", expressions: "page" } };
  expect(hasPageValues(JSON.stringify(document))).toBe(false);
});

test("a query finds the same documents as the function", async () => {
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
    const found = await filterDocuments(db, id, [hash], containsExpressions());
    expect([...found]).toEqual(expected ? [hash] : []);
    expect(hasExpressions(JSON.stringify(document))).toBe(expected);
    expect(hasConditions(JSON.stringify(document))).toBe(isConditional);
  }
});
