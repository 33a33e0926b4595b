import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  createSecret,
  hasFolderToken,
  loadFolderToken,
  openFolderToken,
  toolPrefix,
} from "../../../src/service/database/folder-token.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const read = (folder: string, name = "token") => readFileSync(join(folder, name), "utf8");

it("a folder has a private token of each kind, which stays the same", async () => {
  const folder = temporaryFolder();
  expect(hasFolderToken(folder)).toBe(false);
  const admin = await loadFolderToken(folder, "tome_admin_");
  expect(hasFolderToken(folder)).toBe(false);
  const owner = await loadFolderToken(folder);
  expect([owner, admin]).toEqual([
    expect.stringMatching(/^tome_[\w-]{43}$/),
    expect.stringMatching(/^tome_admin_[\w-]{43}$/),
  ]);
  expect([read(folder), read(folder, "admin-token")]).toEqual([`${owner}\n`, `${admin}\n`]);
  expect(statSync(join(folder, "token")).mode & 0o777).toBe(0o600);
  expect([await loadFolderToken(folder), await loadFolderToken(folder, "tome_admin_")]).toEqual([
    owner,
    admin,
  ]);
  expect(hasFolderToken(folder)).toBe(true);
});

it.each(["", "tome_short", "other", `tome_${"a".repeat(44)}`, `tome_${"a".repeat(42)}!`])(
  "the invalid token %j is replaced",
  async (text) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "token"), text);
    const token = await loadFolderToken(folder);
    expect(token).not.toBe(text);
    expect(read(folder)).toBe(`${token}\n`);
  },
);

it("a token in memory differs each time, and can be replaced", async () => {
  const token = await openFolderToken(undefined);
  const before = token.current();
  await token.reload();
  expect(token.current()).toBe(before);
  const after = await token.replace();
  expect([token.current() === after, after === before]).toEqual([true, false]);
  expect(await loadFolderToken(undefined)).not.toBe(await loadFolderToken(undefined));
});

it("a replaced token is stored, and another process reads it again", async () => {
  const folder = temporaryFolder();
  const [one, other] = [await openFolderToken(folder), await openFolderToken(folder)];
  const before = one.current();
  const after = await one.replace();
  expect([read(folder), one.current(), other.current()]).toEqual([`${after}\n`, after, before]);
  await other.reload();
  expect(other.current()).toBe(after);
});

it("secrets have a prefix by their kind", () => {
  expect(createSecret(toolPrefix)).toMatch(/^tome_web_[\w-]{43}$/);
  expect(createSecret("tome_admin_")).toMatch(/^tome_admin_[\w-]{43}$/);
});
