import { expect, test } from "vitest";
import { publicRoutes } from "../../../../src/service/server/areas.ts";
import {
  type RequestRecord,
  toRecord,
} from "../../../../src/service/server/metrics/request-record.ts";
import { openTestPlatform } from "../../../support/platform.ts";

test("Of the address of a public route no part is kept, also none that looks like a word", async () => {
  const log: RequestRecord[] = [];
  const { ask } = await openTestPlatform({ onRequest: (entry) => log.push(entry) });
  for (const { route } of publicRoutes) {
    await ask(route.replace(/\{\w+\}/g, "canary"), { token: null });
  }
  expect(log).toHaveLength(publicRoutes.length);
  expect(log.map(({ path }) => path).join()).not.toContain("canary");
});

test("The record of a slow request says where its time went", () => {
  const context = {
    id: "r1",
    method: "POST",
    parts: ["v1", "orgs"],
    phases: { prepare: 600.4, wait: 20.2, work: 79.5 },
  };
  const outcome = { status: 200, at: new Date(0) };
  expect(toRecord(context, { ...outcome, milliseconds: 700 }).slow).toEqual({
    prepare: 600,
    wait: 20,
    work: 80,
  });
  expect(toRecord(context, { ...outcome, milliseconds: 499 }).slow).toBeNull();
});
