import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { format } from "../../../../src/service/server/backup/backup.ts";
import { toState } from "../../../../src/service/server/backup/state.ts";

const schema = readFileSync(
  new URL("../../../../src/service/database/schema.sql", import.meta.url),
  "utf8",
);

/** The columns of each table. */
const columns = new Map(
  [...schema.matchAll(/^CREATE TABLE "(\w+)" \((.*?)^\);/gms)].map(([, table = "", body = ""]) => [
    table,
    [...body.matchAll(/^ {2}"(\w+)" /gm)].map(([, column = ""]) => column),
  ]),
);

type Rows = Parameters<typeof toState>[0]["tables"];

function readState(tables: Rows) {
  return toState({ format, version: 0, tables });
}

/** The columns of a table that are in the state. */
function listColumns(table: string): readonly string[] {
  const row = Object.fromEntries((columns.get(table) ?? []).map((column) => [column, column]));
  return Object.keys(readState({ [table]: [row] }).rows[table]?.[0] ?? {});
}

/** Digests of contents and derived names, which reveal nothing and are equal for equal data. */
const harmless = new Set([
  "audit_events.repeat_key",
  "blobs.hash",
  "conversations.hash",
  "custom_font_faces.hash",
  "document_spaces.hash",
  "documents.hash",
  "file_objects.hash",
  "insight_counts.key",
  "integration_images.hash",
  "integration_versions.script_hash",
  "jobs.concurrency_key",
  "site_findings.finding_key",
  "site_questions.question_key",
  "site_redirects.source_key",
  "space_blobs.hash",
  "tree_objects.hash",
  "uploads.hash",
  "uploads.key",
]);

const secretName = /seal|secret|hash|credential|principal|token|password|_key$|^key$|^headers$/;

describe("the state of the data", () => {
  test("contains no column with a secret", () => {
    expect(columns.size).toBeGreaterThan(80);
    const shown = [...columns.keys()].flatMap((table) =>
      listColumns(table).map((column) => `${table}.${column}`),
    );
    const suspicious = shown.filter((name) => secretName.test(name.replace(/^\w+\./, "")));
    expect(suspicious.filter((name) => !harmless.has(name))).toEqual([]);
    expect([...harmless].filter((name) => !suspicious.includes(name))).toEqual([]);
  });

  test("has the same digest for the same rows in any order, and another for another value", () => {
    const [one, other] = [
      { id: "1", title: "One" },
      { id: "2", title: "Two" },
    ];
    const { digest, tables } = readState({ spaces: [one, other], teams: [] });
    expect(tables).toEqual({ spaces: 2, teams: 0 });
    const reordered = [other, { title: one.title, id: one.id }];
    expect(readState({ teams: [], spaces: reordered }).digest).toBe(digest);
    expect(readState({ teams: [], spaces: [one] }).digest).not.toBe(digest);
    const changed = [one, { ...other, title: "Three" }];
    expect(readState({ teams: [], spaces: changed }).digest).not.toBe(digest);
  });

  test("has the same digest after a secret has changed", () => {
    for (const [table, names] of columns) {
      const shown = listColumns(table);
      const row = (value: string) =>
        Object.fromEntries(names.map((name) => [name, shown.includes(name) ? name : value]));
      const [before, after] = ["old", "new"].map((value) => readState({ [table]: [row(value)] }));
      expect(after?.digest, table).toBe(before?.digest);
    }
  });
});
