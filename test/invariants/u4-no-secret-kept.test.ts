import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { getMethod } from "../../src/contract/endpoint.ts";
import { listSecrets } from "../../src/contract/secret-fields.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, sample } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { openUndoPlatform } from "../support/platforms/undo-platform.ts";
import { endpoints } from "../support/requests/made.ts";

const rounds = amount({ short: 1, full: 40 });

const withSecrets = sample(
  endpoints.filter(
    (one) => getMethod(one) !== "GET" && one.reads !== true && listSecrets(one, {}) !== undefined,
  ),
  12,
);

test("the history is private and contains no secret of a request, a response or a previous state", async () => {
  const random = randomFrom();
  const { act, folder, ids, inputFor, run } = await openUndoPlatform("Probe");
  const secrets = new Set<string>();
  let sent = 0;
  for (let round = 0; round < rounds; round++) {
    for (const endpoint of withSecrets) {
      const secret = `canary-${round}-${sent}-8d1f77`;
      const planted = planting(secret, await inputFor(endpoint, random), endpoint.operation);
      secrets.add(secret);
      const entry = await act(endpoint, planted);
      if (entry !== undefined) await run(`history show ${entry.entry}`);
      sent++;
    }
  }
  // A tome api request is not an operation with fields, and is recorded anyway.
  await run([
    ...["api", "PATCH", `/spaces/${ids.get("space")}`],
    ...["-f", "title=Known", "-f", "password=canary-by-hand-8d1f77"],
  ]);
  secrets.add("canary-by-hand-8d1f77");
  expect(sent).toBeGreaterThan(withSecrets.length - 1);
  const kept = countFaults();
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const text = readFileSync(path, "utf8");
    expect(kept.add([...secrets].filter((one) => text.includes(one)))).toEqual([]);
    expect(text).not.toMatch(/BEGIN [A-Z ]*PRIVATE KEY/);
  }
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  report("U4", `${sent} writes, ${kept.total()} secrets`);
});

/** The same input with the secret in the secret fields of the contract. */
function planting(secret: string, input: Record<string, unknown>, operation: string) {
  const endpoint = endpoints.find((one) => one.operation === operation);
  const planted = Object.entries(endpoint?.input ?? {}).flatMap(
    ([name, field]): [string, unknown][] => {
      if (endpoint?.route.includes(`{${name}}`)) return [];
      if (field.kind === "list" && field.of.secret !== undefined)
        return [[name, [`KEY=${secret}`]]];
      if (field.secret !== undefined && field.kind === "json") return [[name, { kept: secret }]];
      if (field.secret !== undefined) return [[name, secret]];
      if (name === "url") return [[name, `https://user:${secret}@example.com/x?token=${secret}`]];
      return [];
    },
  );
  return { ...input, ...Object.fromEntries(planted) };
}
