import { expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import {
  compareFiles,
  loadSyncedFiles,
  storeFileChanges,
} from "../../../../../src/service/areas/git/files/synced-files.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

const before = new Map([
  ["same.md", { oid: "1", thing: "P1" }],
  ["edited.md", { oid: "2", thing: "P2" }],
  ["other.md", { oid: "3", thing: "P3" }],
  ["without.md", { oid: "4", thing: undefined }],
  ["gone.md", { oid: "5", thing: "P5" }],
]);

test("files with another content or another resource are written, and missing ones removed", () => {
  const files = [
    { path: "same.md", oid: "1", thing: "P1" },
    { path: "edited.md", oid: "20", thing: "P2" },
    { path: "other.md", oid: "3", thing: "P30" },
    { path: "without.md", oid: "4" },
    { path: "new.md", oid: "6" },
  ];
  expect(compareFiles(before, files)).toEqual({
    put: [files[1], files[2], files[4]],
    removed: ["gone.md"],
  });
  expect(compareFiles(before, [])).toEqual({ put: [], removed: [...before.keys()] });
});

test("a path has at most 2,000 bytes", () => {
  const longest = `${"ü".repeat(998)}.md1`;
  expect(compareFiles(new Map(), [{ path: longest, oid: "1" }]).put).toHaveLength(1);
  expect(() => compareFiles(new Map(), [{ path: `${longest}2`, oid: "1" }])).toThrow(
    expect.objectContaining({
      reason: "too-large",
      message: `The path ${"ü".repeat(100)}… exceeds the limit of 2000 bytes. Shorten it.`,
    }),
  );
});

test("the files of a space are stored, replaced, removed and read completely", async () => {
  const workspace = await openWorkspace();
  const { db } = workspace;
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: one } = await workspace.ok(admin, space.create, { organizationId });
  const { id: two } = await workspace.ok(admin, space.create, { organizationId });
  const many = Array.from({ length: 2001 }, (_, at) => ({
    ...{ path: `${String(at).padStart(4, "0")}.md`, oid: `o${at}`, thing: `P${at}` },
  }));
  await storeFileChanges(db, one, { put: many, removed: [] });
  await storeFileChanges(db, two, { put: many.slice(0, 2), removed: [] });
  const read = async (of: string) => [...(await loadSyncedFiles(db, of))];
  const toPair = ({ path, oid, thing }: (typeof many)[number]) => [path, { oid, thing }];
  expect(await read(one)).toEqual(many.map(toPair));
  const [first] = many;
  const put = [{ path: first?.path ?? "", oid: "new" }];
  await storeFileChanges(db, one, { put, removed: many.slice(1).map(({ path }) => path) });
  expect(await read(one)).toEqual([[first?.path, { oid: "new", thing: undefined }]]);
  expect(await read(two)).toEqual(many.slice(0, 2).map(toPair));
  expect(await read("unknown")).toEqual([]);
});
