/** Flags that are not fields of the API, and the request that they become. */
import { expect, test } from "vitest";
import { commands as comment } from "../../src/commands/comment.ts";
import { commands as content } from "../../src/commands/content.ts";
import { commands as space } from "../../src/commands/space.ts";
import type { JsonObject } from "../../src/json/values.ts";
import { prepareInput } from "../support/commands/verb-parts.ts";

const toFile = (file: string) => ({ kind: "file", file });
const toPage = { kind: "page", page: "P1" };
const refuseFile = (pair: string) =>
  `--file-ref must be <key>=<file>, the id of a file, not "${pair}".`;

test.each<readonly [JsonObject, JsonObject | string]>([
  [{ id: "docs" }, { id: "docs" }],
  [{ params: { title: "T" } }, { params: { title: "T" } }],
  [{ fileRef: ["logo=F1"] }, { params: { contentRefs: { logo: toFile("F1") } } }],
  [
    { fileRef: ["a=F1", "b=F2=x"], params: { title: "T", contentRefs: { z: toPage, a: toPage } } },
    { params: { title: "T", contentRefs: { z: toPage, a: toFile("F1"), b: toFile("F2=x") } } },
  ],
  [{ fileRef: ["a=F1"], params: null }, { params: { contentRefs: { a: toFile("F1") } } }],
  [{ fileRef: ["logo"] }, refuseFile("logo")],
  [{ fileRef: ["=F1"] }, refuseFile("=F1")],
  [{ fileRef: ["a=F1", "logo="] }, refuseFile("logo=")],
])("content apply-template with %j sends %j", (input, sent) => {
  expect(prepareInput(content, "apply-template", input)).toEqual(sent);
});

const refuseCell = (cell: string) =>
  `--table-cell must be <record>:<definition>, the row and column of the cell, not "${cell}".`;
const cell = { record: "R1", definition: "D1" };

test.each<readonly [JsonObject, JsonObject | string]>([
  [{ body: "Words." }, { body: "Words." }],
  [{ tableCell: "R1:D1" }, { tableCell: cell }],
  [{ tableCell: "R1:D1:2" }, { tableCell: { record: "R1", definition: "D1:2" } }],
  [{ tableCell: cell }, { tableCell: cell }],
  [{ tableCell: "R1" }, refuseCell("R1")],
  [{ tableCell: ":D1" }, refuseCell(":D1")],
  [{ tableCell: "R1:" }, refuseCell("R1:")],
])("comment create with %j sends %j", (input, sent) => {
  expect(prepareInput(comment, "create", input)).toEqual(sent);
});

const rules = [{ rule: "require_specific_reviewers", users: ["U1", "U2"] }];

test.each<readonly [JsonObject, JsonObject | string]>([
  [{ title: "Guide" }, { title: "Guide" }],
  [{ mergeRules: { type: "none" } }, { mergeRules: { type: "none" } }],
  [{ reviewer: ["U1", "U2"] }, { mergeRules: { type: "rules", rules } }],
  [
    { title: "Guide", reviewer: ["U1", "U2"], mergeRules: { type: "none" } },
    { title: "Guide", mergeRules: { type: "rules", rules } },
  ],
])("space update with %j sends %j", (input, sent) => {
  expect(prepareInput(space, "update", input)).toEqual(sent);
});
