import { expect, test } from "vitest";
import { parseFaultPlan } from "../../../../src/service/server/faults/plan.ts";

const operations = ["listSpaces", "createSpace"];

const wrong: readonly [unknown, string][] = [
  ["text", 'A fault plan must be an object with "rules" and optionally a "seed".'],
  [[], 'A fault plan must be an object with "rules" and optionally a "seed".'],
  [{}, "rules is required."],
  [{ rules: [], more: 1 }, "more is not a field of this operation."],
  [{ seed: -1, rules: [] }, "seed must be at least 0, not -1."],
  [
    { rules: [{ fault: "explode" }] },
    "rules.0.fault must be delay, error, rate-limit, drop, truncate, malformed or html.",
  ],
  [
    { rules: [{ fault: "drop" }, { fault: "error", status: 700 }] },
    "rules.1.status must be at most 599, not 700.",
  ],
  [{ rules: [{ fault: "error" }] }, "rules.0.status is required."],
  [{ rules: [{ fault: "drop", probability: 2 }] }, "rules.0.probability must be at most 1, not 2."],
  [
    { rules: [{ fault: "delay", for: "soon" }] },
    "rules.0.for must be a duration such as 250ms, 2s or 1m.",
  ],
  [
    { rules: [{ fault: "drop", match: "/v1/orgs" }] },
    'rules.0.match must be a method and a path, such as "GET /v1/orgs/*/spaces" or "* /v1/**".',
  ],
  [
    { rules: [{ fault: "error", status: 500, headers: { "a b": "c" } }] },
    "rules.0.headers must contain valid header names only.",
  ],
  [
    { rules: [{ fault: "drop", operatoin: "x" }] },
    "rules.0.operatoin is not a field of this operation.",
  ],
  [
    { rules: [{ fault: "drop", operation: ["createSpace", "listSpace"] }] },
    "Unknown operation listSpace in rules.0.operation; did you mean listSpaces?",
  ],
];

test.each(wrong)("%j is refused with the location and the rule", async (plan, message) => {
  await expect(parseFaultPlan(plan, operations)).rejects.toMatchObject({ status: 400, message });
});

test("a plan without a seed gets one, so that it can be repeated", async () => {
  expect(await parseFaultPlan({ rules: [] }, operations)).toEqual({ seed: 1, rules: [] });
});
