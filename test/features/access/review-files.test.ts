/** Rows and cells of access reviews. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  accessColumns,
  prepareFolder,
  readDecisions,
  toMemberCells,
} from "../../../src/features/access/review-files.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

/** The only row of a file with these cells. */
async function readRow(cells: Readonly<Record<string, string>>) {
  const readRows = async (name: string) => ({
    name,
    rows: [{ at: `${name}:2`, line: 2, cells: new Map(Object.entries(cells)) }],
    columns: [...accessColumns],
    isTable: true,
  });
  const [row] = await readDecisions({ readRows }, "copy.csv");
  return row;
}

const cells = { user: "U1", thing: "S1", role: "edit", via: "user" };

describe("a row of a review", () => {
  test.each<[string, Readonly<Record<string, string>>, object]>([
    [
      "has names",
      { person: "Ada", kind: "space", title: "Guide" },
      { person: "Ada", title: 'the space "Guide"' },
    ],
    ["without a name has the id", { person: "" }, { person: "U1", userId: "U1" }],
    ["without a title has the id", { kind: "space" }, { title: 'the space "S1"', thingId: "S1" }],
    ["without a kind is of a resource", { title: "Guide" }, { title: 'the resource "Guide"' }],
    ["ignores case", { decision: " Revoke ", role: "READ" }, { decision: "revoke", role: "read" }],
    ["of a guest has no role", { role: "Guest" }, { role: null }],
    ["without a role keeps it empty", { role: "" }, { role: "" }],
    ...["=", "+", "-", "@", "＝", "＋", "－", "＠"].map(
      (sign): [string, Readonly<Record<string, string>>, object] => [
        `with an escaped ${sign}`,
        { person: `'${sign}A`, title: `'${sign}B` },
        { person: `${sign}A`, title: `the resource "${sign}B"` },
      ],
    ),
    [
      "with an apostrophe keeps it",
      { person: "'A", title: "''=B" },
      { person: "'A", title: `the resource "''=B"` },
    ],
  ])("%s", async (_, more, expected) => {
    expect(await readRow({ ...cells, ...more })).toMatchObject({
      at: "copy.csv:2",
      via: "user",
      ...expected,
    });
  });

  test("without the id of a resource is refused", async () => {
    await expect(readRow({ ...cells, thing: " " })).rejects.toThrow(
      "copy.csv:2 has no resource id. Do not change the ids of a review.",
    );
  });
});

describe("a file without a column that tome reads is refused", () => {
  const needed = ["decision", "role", "via", "user", "thing"];

  test.each(accessColumns)("%s", async (column) => {
    const columns = accessColumns.filter((one) => one !== column);
    const open = (rows: number) =>
      readDecisions(
        {
          readRows: async (name) => ({
            name,
            rows: Array.from({ length: rows }, () => ({
              at: "a:2",
              cells: new Map(Object.entries(cells)),
            })),
            columns,
            isTable: true,
          }),
        },
        "a",
      );
    expect(await open(0)).toEqual([]);
    if (needed.includes(column)) {
      await expect(open(1)).rejects.toThrow(
        `a has no column ${column}. Record decisions in a copy`,
      );
    } else expect(await open(1)).toHaveLength(1);
  });
});

test("members are listed with flags in words, and guests by role", () => {
  const [header, ...rows] = toMemberCells([
    {
      id: "U1",
      user: { displayName: "Ada", email: "ada@example.com" },
      role: "admin",
      sso: true,
      disabled: false,
      joinedAt: "2026-01-01",
      lastSeenAt: "2026-02-02",
    },
    { id: "U2", user: { displayName: "Bob" }, role: null, disabled: true },
  ]);
  const toText = (row: readonly string[]) =>
    row.map((cell, at) => `${header?.[at]}=${cell}`).join();
  expect(rows.map(toText)).toEqual([
    "person=Ada,email=ada@example.com,role=admin,sso=yes,disabled=no,joined=2026-01-01,last seen=2026-02-02,user=U1",
    "person=Bob,email=,role=guest,sso=no,disabled=yes,joined=,last seen=,user=U2",
  ]);
});

test.each(["access.csv", "manifest.json"])("a folder with %s is not used for a review", (name) => {
  const cwd = temporaryFolder();
  prepareFolder({ cwd }, "new/review");
  expect(existsSync(join(cwd, "new/review"))).toBe(true);
  writeFileSync(join(cwd, "new/review", name), "");
  expect(() => prepareFolder({ cwd }, "new/review")).toThrow(
    `new/review already contains a review (${name}). Specify another folder.`,
  );
  writeFileSync(join(cwd, "file"), "");
  expect(() => prepareFolder({ cwd }, "file/review")).toThrow(
    "Cannot create the folder file/review (ENOTDIR). Specify another folder.",
  );
});
