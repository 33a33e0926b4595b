import { expect, test } from "vitest";
import { publicRoutes } from "../../../../src/service/server/areas.ts";
import {
  type RequestRecord,
  toRecord,
} from "../../../../src/service/server/metrics/request-record.ts";
import { openTestPlatform } from "../../../support/platforms/platform.ts";

test("no part of a public route's path is recorded, not even one that resembles a word", async () => {
  const log: RequestRecord[] = [];
  const { ask } = await openTestPlatform({ onRequest: (entry) => log.push(entry) });
  for (const { route } of publicRoutes) {
    await ask(route.replace(/\{\w+\}/g, "canary"), { token: null });
  }
  expect(log).toHaveLength(publicRoutes.length);
  expect(log.map(({ path }) => path).join()).not.toContain("canary");
});

test("the record of a slow request contains its phases", () => {
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
