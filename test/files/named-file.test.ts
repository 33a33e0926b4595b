import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  isRegularFile,
  maximumInput,
  readNamedFile,
  readStream,
  saveNamedFile,
} from "../../src/files/named-file.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

async function* chunks(...parts: (string | Uint8Array)[]) {
  yield* parts;
}

test("texts and bytes of a stream are joined up to the limit", async () => {
  const half = Buffer.alloc(maximumInput / 2);
  expect((await readStream(chunks("é", Buffer.from("b")), "x")).toString()).toBe("éb");
  await expect(readStream(chunks(half, half, "c"), "x")).rejects.toThrow(
    "x exceeds the input limit of 256 MiB.",
  );
});

slowTest("a named file can be a link, and a folder is not a regular file", async () => {
  const folder = temporaryFolder();
  const [file, link] = [join(folder, "file"), join(folder, "link")];
  writeFileSync(file, "text");
  symlinkSync("file", link);
  expect((await readNamedFile(link, "x")).toString()).toBe("text");
  expect([
    await isRegularFile(link),
    await isRegularFile(folder),
    await isRegularFile(`${file}2`),
  ]).toEqual([true, false, false]);
  await expect(readNamedFile(`${file}2`, "x")).rejects.toMatchObject({ code: "ENOENT" });
});

slowTest("a file is saved as a whole, and replaced only on request", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "file");
  await saveNamedFile(file, Buffer.from("one"), false);
  await expect(saveNamedFile(file, Buffer.from("two"), false)).rejects.toMatchObject({
    code: "EEXIST",
  });
  expect(readFileSync(file, "utf8")).toBe("one");
  await saveNamedFile(file, Buffer.from("two"), true);
  expect([readFileSync(file, "utf8"), readdirSync(folder)]).toEqual(["two", ["file"]]);
});

slowTest("a link is replaced and not followed", async () => {
  const folder = temporaryFolder();
  const link = join(folder, "link");
  writeFileSync(join(folder, "target"), "target");
  symlinkSync("target", link);
  await expect(saveNamedFile(link, Buffer.from("x"), false)).rejects.toMatchObject({
    code: "EEXIST",
  });
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  await saveNamedFile(link, Buffer.from("x"), true);
  expect([lstatSync(link).isFile(), readFileSync(join(folder, "target"), "utf8")]).toEqual([
    true,
    "target",
  ]);
});

test("nothing is left of a file that cannot be saved", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "folder"));
  await expect(saveNamedFile(join(folder, "folder"), Buffer.from("x"), true)).rejects.toThrow();
  await expect(
    saveNamedFile(join(folder, "none", "x"), Buffer.from("x"), true),
  ).rejects.toMatchObject({
    code: "ENOENT",
  });
  expect(readdirSync(folder)).toEqual(["folder"]);
});
