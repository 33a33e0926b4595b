import { expect, test } from "vitest";
import { publicRoutes } from "../../../../src/service/server/areas.ts";
import type { Entry } from "../../../../src/service/server/metrics/request-record.ts";
import { openTestPlatform } from "../../../support/platform.ts";

test("Of the address of a public route no part is kept, also none that looks like a word", async () => {
  const log: Entry[] = [];
  const { ask } = await openTestPlatform({ onRequest: (entry) => log.push(entry) });
  for (const { route } of publicRoutes) {
    await ask(route.replace(/\{\w+\}/g, "canary"), { token: null });
  }
  expect(log).toHaveLength(publicRoutes.length);
  expect(log.map(({ path }) => path).join()).not.toContain("canary");
});
