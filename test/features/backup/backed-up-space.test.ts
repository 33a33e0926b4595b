import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { openBackedUpSpace } from "../../../src/features/backup/backed-up-space.ts";
import { openNewBackup } from "../../../src/features/backup/folder.ts";
import type { SpaceRecord } from "../../../src/features/backup/manifest.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const files = {
  "spaces/guide/space.json": '{"id":"S1","title":"Guide"}',
  "spaces/guide/revision.json":
    '{"id":"R1","pages":[{"id":"P1","type":"document","title":"Start","slug":"start"}],"files":[{"id":"F1","name":"a.png"}]}',
  "spaces/guide/comments.json": '[{"comment":{"id":"C1"},"replies":[]}]',
  "spaces/guide/documents/P1.json": '{"object":"document"}',
  "spaces/guide/pages/start.md": "Hello.",
  "spaces/guide/files/a.png": "bytes",
  "spaces/guide-2/revision.json": "{}",
};
const entry: SpaceRecord = {
  ...{ key: "guide", id: "S1", title: "Guide", revision: "R1" },
  ...{ pages: 1, files: 1, comments: 1 },
};

/** Opens the space of a backup whose files were changed. */
async function openChanged(change: (folder: string) => void = () => {}) {
  const cwd = temporaryFolder();
  const lockFile = async () => async () => {};
  const backup = await openNewBackup({ cwd, lockFile } as never, "backup", "a O1");
  for (const [path, text] of Object.entries(files)) await backup.add(path, text);
  const manifest = await backup.finish({
    ...{ tome: "1.2.3", platform: "https://a.example", spaces: [entry] },
    organization: { id: "O1", title: "Acme" },
    ...{ begin: "2026-01-01T00:00:00Z", end: "2026-01-01T00:01:00Z" },
    ...{ unread: [], cannotBeRestored: [] },
  });
  await backup.close();
  const folder = join(cwd, "backup");
  change(folder);
  return openBackedUpSpace(folder, manifest, entry);
}

test("a space of a backup has its revision, texts, files and comments", async () => {
  const space = await openChanged();
  expect(space.space).toEqual({ id: "S1", title: "Guide" });
  expect(space.pages.map(({ id }) => id)).toEqual(["P1"]);
  expect(await space.document("P1")).toEqual({ object: "document" });
  expect(await space.document("P2")).toBeUndefined();
  expect(String(await space.fileBytes("F1"))).toBe("bytes");
  expect(await space.fileBytes("F2")).toBeUndefined();
  expect(space.comments).toEqual([{ comment: { id: "C1" }, replies: [] }]);
});

describe("before anything is restored from it,", () => {
  const own = Object.keys(files).filter((path) => path.startsWith("spaces/guide/"));

  test.each(own)("a change of %s is detected", async (path) => {
    const change = (folder: string) => writeFileSync(join(folder, path), "other");
    await expect(openChanged(change)).rejects.toThrow(UsageError);
  });

  test.each(own)("the absence of %s is detected", async (path) => {
    await expect(openChanged((folder) => rmSync(join(folder, path)))).rejects.toThrow(UsageError);
  });

  test("files of other spaces are not read", async () => {
    const change = (folder: string) => rmSync(join(folder, "spaces/guide-2/revision.json"));
    expect((await openChanged(change)).entry).toBe(entry);
  });
});
