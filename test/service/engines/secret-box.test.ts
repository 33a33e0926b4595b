import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const secret = "canary-secret: 名前 \u{1F511}";

test("an encrypted secret reveals nothing, and differs with each encryption", async () => {
  const secretBox = openSecretBox(undefined);
  const [one, other] = [await secretBox.seal(secret, "a/b"), await secretBox.seal(secret, "a/b")];
  expect(one).not.toBe(other);
  expect(Buffer.from(one, "base64").toString("latin1")).not.toContain("canary");
  expect(await secretBox.open(one, "a/b")).toBe(secret);
  expect(await secretBox.open(await secretBox.seal("", "a/b"), "a/b")).toBe("");
});

test("an encrypted secret is decrypted only for its purpose, and unmodified", async () => {
  const secretBox = openSecretBox(undefined);
  const encrypted = await secretBox.seal(secret, "a/b");
  // The API answers with 409, because an import of data contains the secrets of another key.
  await expect(secretBox.open(encrypted, "a/c")).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("cannot be decrypted"),
  });
  const bytes = Buffer.from(encrypted, "base64");
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    await expect(secretBox.open(changed.toString("base64"), "a/b")).rejects.toThrow(
      "cannot be decrypted",
    );
  }
  for (const length of [0, 11, 20, bytes.length - 1]) {
    const cut = bytes.subarray(0, length).toString("base64");
    await expect(secretBox.open(cut, "a/b")).rejects.toThrow("cannot be decrypted");
  }
});

test("the key is stored privately with the data, and decrypts secrets after a restart", async () => {
  const folder = temporaryFolder();
  const encrypted = await openSecretBox(folder).seal(secret, "a/b");
  const path = join(folder, "secrets.key");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await openSecretBox(folder).open(encrypted, "a/b")).toBe(secret);
  expect(readFileSync(path, "utf8")).toMatch(/^[\w-]{43}\n$/);
});

test("a damaged key is never replaced, because encrypted secrets would be lost", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "secrets.key");
  writeFileSync(path, "not a key\n", { mode: 0o600 });
  const secretBox = openSecretBox(folder);
  await expect(secretBox.seal(secret, "a/b")).rejects.toThrow("is not a valid key");
  expect(readFileSync(path, "utf8")).toBe("not a key\n");
  writeFileSync(path, Buffer.alloc(32, 7).toString("base64url"));
  expect(await secretBox.open(await secretBox.seal(secret, "a/b"), "a/b")).toBe(secret);
});

test("decryption creates no key, because no secret can be encrypted with it", async () => {
  const encrypted = await openSecretBox(undefined).seal(secret, "a/b");
  const folder = temporaryFolder();
  const secretBox = openSecretBox(folder);
  await expect(secretBox.open(encrypted, "a/b")).rejects.toThrow("cannot be decrypted");
  expect(existsSync(join(folder, "secrets.key"))).toBe(false);
  expect(await secretBox.open(await secretBox.seal(secret, "a/b"), "a/b")).toBe(secret);
});

test("a key of 32 bytes decrypts its secrets in every process", async () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const encrypted = await openSecretBox(key).seal(secret, "a/b");
  expect(await openSecretBox(key).open(encrypted, "a/b")).toBe(secret);
  await expect(openSecretBox(other).open(encrypted, "a/b")).rejects.toThrow("cannot be decrypted");
});
