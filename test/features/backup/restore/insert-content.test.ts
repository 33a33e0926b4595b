import { describe, expect, test } from "vitest";
import { asObjects, type JsonObject } from "../../../../src/json/values.ts";
import { restoreSpace, revision } from "../../../support/platforms/restored-space.ts";

/** The files that the first step of a restore inserts for the files of a backup. */
async function insertFiles(...files: readonly JsonObject[]) {
  const { writes } = await restoreSpace({
    asChangeRequest: true,
    state: { step: "begun", isNew: true },
    files,
  });
  return writes.flatMap((write) => {
    if (typeof write === "string") return [];
    const { changes = [] } = write[1] as { readonly changes?: readonly JsonObject[] };
    const insertions = changes.filter(({ operation }) => operation === "insert_files");
    return insertions.flatMap(({ files: inserted }) => asObjects(inserted));
  });
}

describe("a file of a backup is inserted", () => {
  const base64 = Buffer.from("bytes").toString("base64");

  test.each<readonly [string, JsonObject, JsonObject]>([
    [
      "with its name and type",
      { name: "a.png", contentType: "image/png" },
      { name: "a.png", contentType: "image/png" },
    ],
    [
      "without a type",
      { name: "a.png" },
      { name: "a.png", contentType: "application/octet-stream" },
    ],
    [
      "with an empty type",
      { name: "a.png", contentType: "" },
      { name: "a.png", contentType: "application/octet-stream" },
    ],
    ["without a name", { contentType: "image/png" }, { name: "file", contentType: "image/png" }],
    [
      "with an empty name",
      { name: "", contentType: "image/png" },
      { name: "file", contentType: "image/png" },
    ],
    [
      "with a name of 256 characters",
      { name: "n".repeat(256), contentType: "t/t" },
      { name: "n".repeat(256), contentType: "t/t" },
    ],
    [
      "with a longer name, which is cut",
      { name: "n".repeat(257), contentType: "t/t" },
      { name: "n".repeat(256), contentType: "t/t" },
    ],
  ])("%s", async (_, file, inserted) => {
    expect(await insertFiles({ id: "F1", ...file })).toEqual([{ ...inserted, base64 }]);
  });

  test("but not if its bytes are not in the backup", async () => {
    expect(await insertFiles({ id: "F2", name: "lost.png" }, ...revision.files)).toMatchObject([
      { name: "a.png" },
    ]);
  });
});
