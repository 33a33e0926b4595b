import { expect, it } from "vitest";
import {
  ensureStoredKey,
  readStoredKey,
  storedKeys,
} from "../../../src/service/core/encryption-keys.ts";
import { createIdSource } from "../../../src/service/core/ids.ts";
import { readFact } from "../../../src/service/database/facts.ts";
import { openSecretBox } from "../../../src/service/engines/secret-box.ts";
import { openTestDatabase } from "../../support/platforms/postgres/databases.ts";

it("a key is created once for each purpose, stored encrypted, and replaced if it cannot be decrypted", async () => {
  const db = await openTestDatabase();
  const call = { db, secretBox: openSecretBox(Buffer.alloc(32, 1)), newId: createIdSource("keys") };
  const { siteTokens, integrations } = storedKeys;
  expect(await readStoredKey(call, siteTokens)).toBe(undefined);
  const key = await ensureStoredKey(call, siteTokens);
  expect(key).toHaveLength(32);
  expect(await ensureStoredKey(call, siteTokens)).toEqual(key);
  expect(await readStoredKey(call, siteTokens)).toEqual(key);
  expect(await readFact(db, siteTokens)).not.toContain(Buffer.from(key).toString("base64url"));
  const other = await ensureStoredKey(call, integrations);
  expect(other).not.toEqual(key);
  const elsewhere = { ...call, secretBox: openSecretBox(Buffer.alloc(32, 2)) };
  expect(await readStoredKey(elsewhere, siteTokens)).toBe(undefined);
  const replaced = await ensureStoredKey(elsewhere, siteTokens);
  expect(replaced).not.toEqual(key);
  expect(await readStoredKey(elsewhere, siteTokens)).toEqual(replaced);
  expect(await readStoredKey(call, integrations)).toEqual(other);
});
