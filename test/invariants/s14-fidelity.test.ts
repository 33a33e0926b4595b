import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { getMethod, resolvePath } from "../../src/contract/endpoint.ts";
import { absent } from "../../src/service/server/unsupported-operations.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { openFullOrganization, tryAll } from "../support/organizations/full-organization.ts";
import { openTestPlatform } from "../support/platforms/platform.ts";
import { endpoints } from "../support/requests/made.ts";

const page = readFileSync(resolve("docs/fidelity.md"), "utf8");

/** The operations in a section of the page. */
function named(section: string): readonly string[] {
  const [, text = ""] = page.split(`\n## ${section}\n`);
  const [own = ""] = text.split("\n## ");
  return [...own.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? "");
}

test("docs/fidelity.md lists each operation once, at its level", () => {
  const present = [...named("Approximate"), ...named("Exact")].sort();
  const fix = "docs/fidelity.md is stale; run npm run generate";
  expect(present, fix).toEqual(endpoints.map(({ operation }) => operation).sort());
  expect([...named("Absent")].sort()).toEqual(absent.map(({ operation }) => operation).sort());
  expect(new Set([...present, ...named("Absent")]).size).toBe(present.length + absent.length);
  expect(page).toContain(`answers ${endpoints.length} operations`);
});

test("absent operations return 501 with their name, and never a success", async () => {
  const { ask, service } = await openTestPlatform();
  const before = JSON.stringify(await service.admin.export());
  for (const { method, path, operation } of absent) {
    const filled = path.replace(/\{\w+\}/g, "x");
    const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
    const answer = await ask(`${method} /v1${filled}`, body);
    expect(answer.body).toEqual({
      error: {
        code: 501,
        message: `The local platform does not support the operation ${operation}.`,
      },
    });
    expect((await ask(`${method} /v1${filled}`, { ...body, token: null })).status).toBe(401);
  }
  expect(JSON.stringify(await service.admin.export())).toBe(before);
});

test("absent operations do not shadow existing routes", () => {
  const shape = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, "*")}`;
  const there = new Set(endpoints.map((one) => shape(getMethod(one), resolvePath(one))));
  const taking = absent.filter(({ method, path }) => there.has(shape(method, path)));
  expect(taking, "take them off the list of absent operations").toEqual([]);
});

slowTest("exact operations are executed, and never return 501", async () => {
  const target = await openFullOrganization("Handbook");
  const exact = new Set(named("Exact"));
  const every = amount({ short: 3, full: 1 });
  const chosen = new Set(endpoints.filter((_, at) => at % every === 0));
  const tried = await tryAll(target, target.admin, (endpoint) => chosen.has(endpoint));
  const unmade = countFaults();
  for (const { endpoint, status, name } of tried) {
    if (!exact.has(endpoint.operation)) continue;
    expect([name, unmade.add(status === 501)]).toEqual([name, false]);
  }
  const triedExact = tried.filter(({ endpoint }) => exact.has(endpoint.operation));
  expect(triedExact.length).toBeGreaterThan(0);
  const expected = [...chosen].filter(({ operation }) => exact.has(operation));
  expect(new Set(triedExact.map(({ endpoint }) => endpoint))).toEqual(new Set(expected));
  const done = new Set(tried.filter(({ status }) => status < 300).map((one) => one.endpoint));
  report(
    "S14",
    `${endpoints.length} operations and ${absent.length} absent ones named; of ${chosen.size} tried ${done.size} succeeded at once, ${unmade.total()} exact ones answered 501`,
  );
});
