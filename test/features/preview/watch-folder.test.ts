import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { watchFolder } from "../../../src/features/preview/watch-folder.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

/** Longer than a notification takes. */
const quiet = 150;

async function start(folders: readonly string[] = []) {
  const root = temporaryFolder();
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  const watched = watchFolder(root);
  onTestFinished(watched.close);
  await watched.follow();
  let pending: Promise<void> | undefined;
  /** Resolves with the next change. */
  const change = async () => {
    pending ??= watched.next();
    await pending;
    pending = undefined;
    return true;
  };
  /** Whether nothing changes for a while. */
  const isQuiet = async () => {
    pending ??= watched.next();
    const isChanged = await Promise.race([pending.then(() => true), pause(quiet, false)]);
    if (isChanged) pending = undefined;
    return !isChanged;
  };
  const write = (path: string) => writeFileSync(join(root, path), "x");
  /** Ends the notifications of one change, of which there are several. */
  const waitForQuiet = async () => {
    while (!(await isQuiet()));
  };
  return { root, watched, change, isQuiet, write, waitForQuiet };
}

slowTest("a change of a file is notified, also if it came before the call", async () => {
  const { change, isQuiet, write, waitForQuiet } = await start(["docs/inner"]);
  expect(await isQuiet()).toBe(true);
  for (const path of ["a.md", "docs/b.md", "docs/inner/c.md"]) {
    write(path);
    expect(await change()).toBe(true);
    await waitForQuiet();
  }
  write("a.md");
  await pause(quiet);
  expect(await change()).toBe(true);
});

slowTest("changes before a reading are not notified after it", async () => {
  const { watched, change, isQuiet, write } = await start(["docs"]);
  for (const path of ["a.md", "docs/b.md", "docs/c.md"]) write(path);
  expect(await change()).toBe(true);
  // The notifications of the other files arrive.
  await pause(quiet);
  await watched.follow();
  expect(await isQuiet()).toBe(true);
  write("docs/c.md");
  expect(await change()).toBe(true);
});

slowTest("folders without content are not watched", async () => {
  const { isQuiet, write } = await start([".git", "node_modules/x", "docs/node_modules"]);
  for (const path of [".git/a", "node_modules/x/b.md", "docs/node_modules/c.md"]) write(path);
  expect(await isQuiet()).toBe(true);
});

slowTest("added folders are watched after the next call", async () => {
  const { root, watched, change, write, waitForQuiet } = await start();
  mkdirSync(join(root, "new/inner"), { recursive: true });
  expect(await change()).toBe(true);
  await watched.follow();
  await waitForQuiet();
  write("new/inner/a.md");
  expect(await change()).toBe(true);
});

slowTest("a deleted folder can be created again", async () => {
  const { root, watched, change, write, waitForQuiet } = await start(["docs"]);
  rmSync(join(root, "docs"), { recursive: true });
  expect(await change()).toBe(true);
  await watched.follow();
  mkdirSync(join(root, "docs"));
  await watched.follow();
  await waitForQuiet();
  write("docs/a.md");
  expect(await change()).toBe(true);
});

slowTest("a folder that was moved away is not watched any more", async () => {
  const { root, watched, isQuiet, waitForQuiet } = await start(["docs"]);
  const elsewhere = join(temporaryFolder(), "docs");
  renameSync(join(root, "docs"), elsewhere);
  await watched.follow();
  await waitForQuiet();
  writeFileSync(join(elsewhere, "a.md"), "x");
  expect(await isQuiet()).toBe(true);
});

slowTest("a closed watch notifies of nothing", async () => {
  const { watched, isQuiet, write } = await start(["docs"]);
  watched.close();
  write("a.md");
  write("docs/b.md");
  expect(await isQuiet()).toBe(true);
});

test("a folder that does not exist cannot be watched", async () => {
  const watched = watchFolder(join(temporaryFolder(), "none"));
  await expect(watched.follow()).rejects.toThrow("ENOENT");
});

for (const system of ["darwin", "win32"]) {
  const testSystem = system === "darwin" ? test : slowTest;
  testSystem(`on ${system}, one recursive watch covers added folders`, async () => {
    const platform = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
    Object.defineProperty(process, "platform", { ...platform, value: system });
    try {
      const { root, change, isQuiet, write, waitForQuiet } = await start([
        "docs/inner",
        "node_modules/x",
      ]);
      write("node_modules/x/b.md");
      expect(await isQuiet()).toBe(true);
      write("docs/inner/a.md");
      expect(await change()).toBe(true);
      await waitForQuiet();
      mkdirSync(join(root, "docs/new"));
      expect(await change()).toBe(true);
      await waitForQuiet();
      write("docs/new/b.md");
      expect(await change()).toBe(true);
    } finally {
      Object.defineProperty(process, "platform", platform);
    }
  });
}
