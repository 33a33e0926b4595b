import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  getReadyFile,
  readReady,
  removeReady,
  writeReady,
} from "../../../src/service/server/ready-file.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const ready = { url: "http://127.0.0.1:1", token: "t", pid: 1, admin: "a" };

it("a ready file is private, and does not exist before and after", async () => {
  const path = getReadyFile(temporaryFolder());
  expect(await readReady(path)).toBeUndefined();
  await writeReady(path, ready);
  expect([await readReady(path), statSync(path).mode & 0o777]).toEqual([ready, 0o600]);
  expect(readFileSync(path, "utf8")).toBe(`${JSON.stringify(ready)}\n`);
  await removeReady(path);
  await removeReady(path);
  expect(existsSync(path)).toBe(false);
});

it("the ready file of a data folder is serve.json, and other members are ignored", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "serve.json"), JSON.stringify({ ...ready, other: 1 }));
  expect(await readReady(getReadyFile(folder))).toEqual(ready);
});

it.each([
  ["no JSON", "{"],
  ["an empty text", ""],
  ["null", "null"],
  ["no URL", JSON.stringify({ ...ready, url: undefined })],
  ["another URL", JSON.stringify({ ...ready, url: 1 })],
  ["no token", JSON.stringify({ ...ready, token: undefined })],
  ["a process that is a text", JSON.stringify({ ...ready, pid: "1" })],
  ["no admin token", JSON.stringify({ ...ready, admin: null })],
])("a ready file with %s is not used", async (_, text) => {
  const path = getReadyFile(temporaryFolder());
  writeFileSync(path, text);
  expect(await readReady(path)).toBeUndefined();
});
