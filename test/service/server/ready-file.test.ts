import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import {
  announce,
  getReadyFile,
  readReady,
  readTransition,
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

it.each(["starting", "stopping"] as const)("a server that is %s is not ready", async (state) => {
  const path = getReadyFile(temporaryFolder());
  expect(await readTransition(path)).toBeUndefined();
  await announce(path, state);
  expect(await readReady(path)).toBeUndefined();
  expect(await readTransition(path)).toMatchObject({ pid: process.pid, state });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await writeReady(path, ready);
  expect([await readReady(path), await readTransition(path)]).toEqual([ready, undefined]);
});

it.each([
  ["", "{", "null", "[]", "{}", '{"pid":1}', '{"state":"starting"}'],
  ['{"pid":"1","state":"starting"}', '{"pid":1,"state":"ready"}', JSON.stringify(ready)],
])("a file with other content is not from a starting server", async (...texts) => {
  const path = getReadyFile(temporaryFolder());
  for (const text of texts) {
    writeFileSync(path, text);
    expect([text, await readTransition(path)]).toEqual([text, undefined]);
  }
});

it.each([
  ["becomes ready", (path: string) => writeReady(path, ready)],
  [
    "is followed by another one",
    async (path: string) => writeFileSync(path, '{"pid":1,"state":"starting"}'),
  ],
  ["is removed, and another file appears", replaceFile],
])("a starting server renews its file until it %s", async (_, end) => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const path = getReadyFile(temporaryFolder());
  const renews = async () => {
    utimesSync(path, 1, 1);
    await vi.advanceTimersByTimeAsync(1000);
    return statSync(path).mtimeMs !== 1000;
  };
  await announce(path, "starting");
  expect([await renews(), await renews()]).toEqual([true, true]);
  await end(path);
  expect([await renews(), vi.getTimerCount()]).toEqual([false, 0]);
});

async function replaceFile(path: string): Promise<void> {
  await removeReady(path);
  await vi.advanceTimersByTimeAsync(1000);
  writeFileSync(path, "");
}
