import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import {
  type BackupManifest,
  isAsWritten,
  parseFileRecord,
  readManifest,
  writeManifest,
} from "../../../src/features/backup/manifest.ts";

const space = {
  key: "handbook",
  id: "S1",
  title: "Handbook",
  revision: "V1",
  pages: 2,
  files: 1,
  comments: 3,
};
const manifest: BackupManifest = {
  tome: "1.2.3",
  platform: "https://a.example",
  organization: { id: "O1", title: "Acme" },
  begin: "2026-01-01T00:00:00Z",
  end: "2026-01-01T00:01:00Z",
  only: ["S1"],
  spaces: [space, { ...space, key: "old", goneSince: "2025-01-01T00:00:00Z" }],
  unread: [{ list: "the members", reason: "Refused." }],
  cannotBeRestored: [
    { what: "insights", why: "they are counted again" },
    { what: "x", why: "y", space: "handbook" },
  ],
  files: [
    { path: "spaces/handbook/space.json", sha256: "ab", size: 7, source: "S1 V1" },
    { path: "a", sha256: "cd", size: 0 },
  ],
};

describe("a manifest", () => {
  test("is read as it was written", () => {
    const text = writeManifest(manifest);
    expect(isAsWritten(text)).toBe(true);
    expect(readManifest(text, "m.json")).toEqual(manifest);
    expect(JSON.parse(text)).toMatchObject({
      object: "tome-backup",
      version: 1,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const { only: _, ...all } = manifest;
    expect(readManifest(writeManifest(all), "m.json")).toEqual(all);
  });

  const text = writeManifest(manifest);
  test.each([
    ["another value", text.replace("Handbook", "Handbooks")],
    [
      "another digest",
      text.replace(/"digest": "./, (part) => `"digest": "${part.endsWith("0") ? "1" : "0"}`),
    ],
    ["no digest", text.replace(/,\n {2}"digest": .*/, "")],
    ["text after it", `${text}\n`],
    ["an incomplete end", text.slice(0, -1)],
    ["no text", ""],
    ["another object", writeManifest({ ...manifest, object: "other" } as BackupManifest)],
  ])("with %s is damaged", (_, damaged) => {
    expect(() => readManifest(damaged, "m.json")).toThrow(
      new UsageError(
        "m.json is damaged or is not a backup manifest: its digest does not match.",
        "tome backup verify <folder>",
      ),
    );
  });

  test("of a later version is refused", () => {
    expect(() =>
      readManifest(writeManifest({ ...manifest, version: 2 } as BackupManifest), "m.json"),
    ).toThrow(
      new UsageError("m.json was written by a later version of tome. Update tome to read it."),
    );
  });

  test.each(["../a", "/a", "a/../../b", "a\\..\\b"])("with the file %s is refused", (path) => {
    const unsafe = writeManifest({ ...manifest, files: [{ path, sha256: "ab", size: 1 }] });
    expect(() => readManifest(unsafe, "m.json")).toThrow();
  });
});

test.each([
  [
    { path: "a", sha256: "b", size: 3, source: "c" },
    { path: "a", sha256: "b", size: 3, source: "c" },
  ],
  [
    { path: "a", sha256: "b", size: "3", source: 7 },
    { path: "a", sha256: "b", size: 3 },
  ],
])("the file record %j", (value, record) => {
  expect(parseFileRecord(value)).toEqual(record);
});
