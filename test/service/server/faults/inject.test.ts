import fc from "fast-check";
import { expect, test } from "vitest";
import { createFaults, type FaultTarget } from "../../../../src/service/server/faults/inject.ts";
import type { FaultRule } from "../../../../src/service/server/faults/plan.model.ts";

const list: FaultTarget = {
  method: "GET",
  parts: ["v1", "orgs", "o", "spaces"],
  path: "/v1/orgs/o/spaces",
  operation: "listSpaces",
};
const create: FaultTarget = {
  method: "POST",
  parts: ["v1", "orgs", "o", "spaces"],
  path: "/v1/orgs/o/spaces",
  operation: "createSpace",
};
const at = () => Date.parse("2026-01-01T00:00:00.400Z");

function listInjectedFaults(rules: readonly FaultRule[], asked: readonly FaultTarget[], seed = 1) {
  const faults = createFaults({ seed, rules }, at);
  return asked.map((one) => faults.decide(one).names);
}

test("a rule matches its operations and paths, and no others", () => {
  const meets = (rule: Partial<FaultRule>, asked: FaultTarget) =>
    listInjectedFaults([{ fault: "drop", ...rule } as FaultRule], [asked])[0] === "drop";
  expect(meets({}, list)).toBe(true);
  expect(meets({ operation: "listSpaces" }, list)).toBe(true);
  expect(meets({ operation: "listSpaces" }, create)).toBe(false);
  expect(meets({ operation: ["x", "createSpace"] }, create)).toBe(true);
  expect(meets({ match: "GET /v1/orgs/*/spaces" }, list)).toBe(true);
  expect(meets({ match: "GET /v1/orgs/*/spaces" }, create)).toBe(false);
  expect(meets({ match: "* /v1/**" }, create)).toBe(true);
  expect(meets({ match: "* /v1/orgs/*" }, create)).toBe(false);
  expect(meets({ match: "* /v1/orgs/o/spaces/*" }, create)).toBe(false);
  expect(meets({ match: "* /v1/orgs/o/*/**" }, create)).toBe(true);
  expect(meets({ match: "* /v1/orgs/x/spaces" }, create)).toBe(false);
  expect(meets({ match: "POST /v1/orgs/o/spaces" }, create)).toBe(true);
  expect(meets({ match: "* /v1/**", operation: "listSpaces" }, create)).toBe(false);
});

test("a rule applies after a number of requests, for a number of times", () => {
  const calls = [list, create, list, list, list, list];
  expect(
    listInjectedFaults([{ fault: "drop", operation: "listSpaces", after: 1, count: 2 }], calls),
  ).toEqual(["", "", "drop", "drop", "", ""]);
});

test("the first matching rule applies, and delays are added", () => {
  const rules: FaultRule[] = [
    { fault: "delay", for: "100ms" },
    { fault: "error", status: 503, count: 1 },
    { fault: "drop" },
    { fault: "delay", for: "1s", upTo: "3s" },
  ];
  const faults = createFaults({ seed: 1, rules }, at);
  const [first, second] = [faults.decide(list), faults.decide(list)];
  expect(first).toMatchObject({ names: "delay, error, delay", strike: { status: 503 } });
  expect(second).toMatchObject({ names: "delay, drop, delay", strike: { fault: "drop" } });
  expect(first.delay).toBeGreaterThanOrEqual(1100);
  expect(first.delay).toBeLessThan(3100);
  expect(first.delay).not.toBe(second.delay);
});

test("the share of faults matches the probability, and unmatched requests do not change it", () => {
  const rules: FaultRule[] = [{ fault: "drop", operation: "listSpaces", probability: 0.3 }];
  const alone = listInjectedFaults(
    rules,
    Array.from({ length: 2000 }, () => list),
  );
  const share = alone.filter((names) => names !== "").length / alone.length;
  expect(share).toBeGreaterThan(0.27);
  expect(share).toBeLessThan(0.33);
  const mixed = listInjectedFaults(
    rules,
    Array.from({ length: 4000 }, (_, at) => (at % 2 ? list : create)),
  );
  expect(mixed.filter((_, at) => at % 2 === 1)).toEqual(alone);
});

const rules = fc.array(
  fc.record(
    {
      fault: fc.constant("drop" as const),
      operation: fc.constantFrom("listSpaces", "createSpace"),
      probability: fc.double({ min: 0, max: 1, noNaN: true }),
      after: fc.nat(5),
      count: fc.integer({ min: 1, max: 5 }),
    },
    { requiredKeys: ["fault"] },
  ),
);

test("the same seed and requests give the same log, for any plan", () => {
  fc.assert(
    fc.property(rules, fc.nat(), fc.array(fc.constantFrom(list, create)), (some, seed, calls) => {
      const [one, other] = [1, 2].map(() => {
        const faults = createFaults({ seed, rules: some }, at);
        for (const call of calls) faults.decide(call);
        return faults.status();
      });
      expect(one).toEqual(other);
    }),
  );
});

test("another seed selects other requests", () => {
  const some: FaultRule[] = [{ fault: "drop", probability: 0.5 }];
  const calls = Array.from({ length: 64 }, () => list);
  expect(listInjectedFaults(some, calls, 1)).not.toEqual(listInjectedFaults(some, calls, 2));
});

test("a rate limit ends at a full second, and refuses until then if requested", () => {
  let now = at();
  const rules: FaultRule[] = [{ fault: "rate-limit", reset: "2s", hold: true, after: 1, count: 1 }];
  const faults = createFaults({ seed: 1, rules: rules }, () => now);
  expect(faults.decide(list).names).toBe("");
  const until = Date.parse("2026-01-01T00:00:03.000Z");
  expect(faults.decide(list)).toMatchObject({ names: "rate-limit", until });
  now = until - 1;
  expect(faults.decide(list)).toMatchObject({ names: "rate-limit" });
  now = until + 2000;
  expect(faults.decide(list).names).toBe("");
});

test("the status of a plan has the counts of each rule and the latest faults by name", () => {
  const rules: FaultRule[] = [
    { fault: "drop", name: "lost", operation: "createSpace", count: 1 },
    { fault: "delay", for: "20ms" },
  ];
  const faults = createFaults({ seed: 7, rules }, at);
  const unknown = { ...list, operation: undefined };
  expect(faults.decide(create)).toEqual({
    delay: 20,
    strike: { fault: "drop", name: "lost", operation: "createSpace", count: 1 },
    names: "drop, delay",
  });
  expect(faults.decide(unknown)).toEqual({ delay: 20, names: "delay" });
  faults.decide(create);
  expect(faults.status()).toEqual({
    seed: 7,
    rules: [
      { fault: "drop", name: "lost", operation: "createSpace", count: 1, calls: 2, strikes: 1 },
      { fault: "delay", for: "20ms", calls: 3, strikes: 3 },
    ],
    log: [
      { call: 1, what: "createSpace", fault: "drop", rule: "lost" },
      { call: 1, what: "createSpace", fault: "delay", rule: "1" },
      { call: 2, what: "GET /v1/orgs/o/spaces", fault: "delay", rule: "1" },
      { call: 3, what: "createSpace", fault: "delay", rule: "1" },
    ],
  });
  for (let call = 4; call <= 1500; call++) faults.decide(list);
  const { log } = faults.status();
  expect([log.length, log[0]?.call, log.at(-1)?.call]).toEqual([1000, 501, 1500]);
});

test("a delay is between its limits, and its shorter limit if they are reversed", () => {
  const rules: FaultRule[] = [{ fault: "delay", for: "100ms", upTo: "200ms" }];
  const faults = createFaults({ seed: 1, rules }, at);
  const delays = Array.from({ length: 50 }, () => faults.decide(list).delay);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(100);
  expect(Math.max(...delays)).toBeLessThan(200);
  expect(new Set(delays).size).toBeGreaterThan(10);
  const reversed: FaultRule[] = [{ fault: "delay", for: "200ms", upTo: "100ms" }];
  expect(createFaults({ seed: 1, rules: reversed }, at).decide(list).delay).toBe(200);
});

test("a rate limit without hold refuses only its call, and has an end of its own for each", () => {
  let now = at();
  const rules: FaultRule[] = [{ fault: "rate-limit", count: 2 }];
  const faults = createFaults({ seed: 1, rules }, () => now);
  const first = Date.parse("2026-01-01T00:00:02.000Z");
  expect(faults.decide(list)).toEqual({
    delay: 0,
    strike: rules[0],
    until: first,
    names: "rate-limit",
  });
  now += 1000;
  expect(faults.decide(list).until).toBe(first + 1000);
  expect(faults.decide(list)).toEqual({ delay: 0, strike: undefined, until: undefined, names: "" });
});

test("a rate limit with hold ends at its time", () => {
  let now = at();
  const rules: FaultRule[] = [{ fault: "rate-limit", reset: "0s", hold: true, count: 1 }];
  const faults = createFaults({ seed: 1, rules }, () => now);
  const { until = 0 } = faults.decide(list);
  now = until;
  expect(faults.decide(list).names).toBe("");
});
