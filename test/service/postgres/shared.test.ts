import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import * as organization from "../../../src/contract/organization.ts";
import { openPlatform } from "../../../src/service/open.ts";
import { computeDigest } from "../../../src/service/server/tokens.ts";
import type { Service } from "../../../src/service/service.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { schemaVersion } from "../../support/platforms/database.ts";
import { freshDatabase, openTestService } from "../../support/platforms/postgres/databases.ts";

async function getStatus(service: Service, token: string, path = "/v1/orgs"): Promise<number> {
  const { status } = await service.transport({
    method: "GET",
    url: `http://tome.localhost${path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return status;
}

/**
 * Repeats a request until the response is as expected: other processes see a change within a
 * second.
 */
async function until(ask: () => Promise<boolean>): Promise<void> {
  // Many times the allowed duration, so that a platform that never sees it fails soon.
  for (let time = 0; time < 300; time++) {
    if (await ask()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("What was done at one process was not seen at the other.");
}

test("processes that start at once on an empty database create one organization with one owner", async () => {
  const database = await freshDatabase();
  const services = await Promise.all([1, 2, 3].map(() => openTestService({ database })));
  const beginnings = await Promise.all(services.map(({ admin }) => admin.beginning()));
  expect(new Set(beginnings.map(({ owner }) => owner)).size).toBe(1);
  const [first] = services;
  expect(await first?.db.selectFrom("organizations").select("id").execute()).toHaveLength(1);
  expect(await first?.db.selectFrom("users").select("id").execute()).toHaveLength(1);
});

test("tokens and admin tokens of one process are valid at others, and remain separate", async () => {
  const database = await freshDatabase();
  const [one, other] = await Promise.all([1, 2].map(() => openTestService({ database })));
  if (!one || !other) throw new Error("There are two.");
  const admins = [await one.admin.newAdminToken(), await other.admin.newAdminToken()];
  const { token } = await other.admin.makeToken({ role: "read" });
  for (const service of [one, other]) {
    for (const valid of [one.token, other.token, token]) {
      expect(await getStatus(service, valid)).toBe(200);
    }
    for (const admin of admins) expect(await getStatus(service, admin, "/_tome/clock")).toBe(200);
    expect(await getStatus(service, "tome_unknown")).toBe(401);
  }
});

test("a revoked token is refused by the next request at every process", async () => {
  const database = await freshDatabase();
  const [one, other] = await Promise.all([1, 2].map(() => openTestService({ database })));
  if (!one || !other) throw new Error("There are two.");
  const { token } = await one.admin.makeToken({ role: "read" });
  for (const service of [one, other, one, other]) expect(await getStatus(service, token)).toBe(200);
  await one.db.deleteFrom("tokens").where("hash", "=", computeDigest(token)).execute();
  for (const service of [one, other]) expect(await getStatus(service, token)).toBe(401);
});

test("a clock moved by one process is moved for all", async () => {
  const database = await freshDatabase();
  const [one, other] = await Promise.all([1, 2].map(() => openTestService({ database })));
  if (!one || !other) throw new Error("There are two.");
  await one.clock.advance(8 * 24 * 60 * 60 * 1000);
  await until(async () => {
    await getStatus(other, other.token);
    return other.clock.offset() === one.clock.offset();
  });
  expect(other.clock.offset()).toBe(8 * 24 * 60 * 60 * 1000);
});

test("an import at one process keeps the tokens of the others", async () => {
  const database = await freshDatabase();
  const [one, other] = await Promise.all([1, 2].map(() => openTestService({ database })));
  if (!one || !other) throw new Error("There are two.");
  await one.admin.import(await one.admin.export());
  expect(await getStatus(one, one.token)).toBe(200);
  await until(async () => (await getStatus(other, other.token)) === 200);
});

test("an earlier version refuses to respond and to start with newer tables", async () => {
  const database = await freshDatabase();
  const service = await openTestService({ database });
  expect(await getStatus(service, service.token)).toBe(200);
  await service.db
    .updateTable("facts")
    .set({ value: "99" })
    .where("name", "=", "schema-version")
    .execute();
  await until(async () => (await getStatus(service, service.token)) === 503);
  await expect(openTestService({ database })).rejects.toThrow("schema version 99");
  await service.db
    .updateTable("facts")
    .set({ value: String(schemaVersion) })
    .where("name", "=", "schema-version")
    .execute();
});

test("secrets are encrypted with one key, of the database or given to all processes", async () => {
  const inside = await freshDatabase();
  const first = await openTestService({ database: inside });
  expect(await first.db.selectFrom("facts").select("name").execute()).toContainEqual({
    name: "sealing-key",
  });
  const given = await freshDatabase();
  const sealingKey = randomBytes(32).toString("base64url");
  const second = await openTestService({ database: given, sealingKey });
  const facts = await second.db.selectFrom("facts").selectAll().execute();
  expect(JSON.stringify(facts)).not.toContain(sealingKey);
  await openTestService({ database: given, sealingKey: `${sealingKey}\n` });
  await expect(openTestService({ database: given })).rejects.toThrow("Set TOME_SEALING_KEY");
  const wrong = randomBytes(32).toString("base64url");
  await expect(openTestService({ database: given, sealingKey: wrong })).rejects.toThrow(
    "does not match the key that encrypted",
  );
  await expect(openTestService({ database: given, sealingKey: "short" })).rejects.toThrow(
    "32 bytes",
  );
});

test("no secret of this installation is in an export of either database", async () => {
  const database = await freshDatabase();
  const service = await openTestService({ database });
  await service.admin.newAdminToken();
  const { tables } = await service.admin.export();
  expect(tables.facts?.map(({ name }) => name).toSorted()).toEqual(["organization", "owner"]);
  expect(tables.tokens).toEqual([]);
});

test("commands open the database next to a serving process, with the tokens of this machine", async () => {
  const database = await freshDatabase();
  const folder = temporaryFolder();
  const open = async () => {
    const found = await openPlatform(folder, { database });
    if (found.served) throw new Error("It is not served.");
    return found;
  };
  const [one, other] = [await open(), await open()];
  expect(other.token).toBe(one.token);
  expect(organization.list.route).toBe("GET /orgs");
  expect(await getStatus(one.service, other.token)).toBe(200);
  await one.close();
  expect(await getStatus(other.service, other.token)).toBe(200);
  await other.close();
});
