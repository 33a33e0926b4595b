import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openTestPlatform } from "../support/platforms/platform.ts";
import { onPostgres, openTestService } from "../support/platforms/postgres/databases.ts";

test("the first start creates an organization with an owner, and a private token", async () => {
  const folder = join(temporaryFolder(), "data");
  const { service, ask } = await openTestPlatform({ folder });
  expect((await ask("GET /v1/user")).body).toMatchObject({
    displayName: "Owner",
    email: "owner@example.com",
  });
  expect((await ask("GET /v1/orgs")).body).toMatchObject({
    items: [{ title: "My organization", permissions: { admin: true } }],
  });
  const path = join(folder, "token");
  expect(readFileSync(path, "utf8")).toBe(`${service.token}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("a later start finds the same data and token, and writes nothing", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await openTestService({ folder });
  await first.admin.seed();
  const before = await first.admin.export();
  await first.close();
  const file = join(folder, "tome.sqlite");
  const bytes = onPostgres ? undefined : readFileSync(file);
  const second = await openTestService({ folder });
  expect(second.token).toBe(first.token);
  expect(await second.admin.export()).toEqual(before);
  await second.close();
  if (bytes === undefined) return;
  const digest = (data: Buffer) => data.subarray(100).toString("hex");
  expect(digest(readFileSync(file)) === digest(bytes)).toBe(true);
});

test("a lost or damaged token file is created again, for the same data", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await openTestService({ folder });
  await first.close();
  const damages = [
    () => rmSync(join(folder, "token")),
    () => writeFileSync(join(folder, "token"), "rubbish"),
  ];
  for (const damage of damages) {
    damage();
    const service = await openTestService({ folder });
    expect(service.token).not.toBe(first.token);
    const answer = await service.transport({
      method: "GET",
      url: "http://tome.localhost/v1/user",
      headers: { authorization: `Bearer ${service.token}` },
    });
    expect(answer.status).toBe(200);
    await service.close();
  }
});

test("platforms in memory share no data", async () => {
  const one = await openTestPlatform();
  const other = await openTestPlatform();
  expect((await one.ask("GET /v1/user", { token: other.service.token })).status).toBe(401);
  await one.service.admin.seed();
  expect((await other.service.admin.export()).tables.spaces).toEqual([]);
});
