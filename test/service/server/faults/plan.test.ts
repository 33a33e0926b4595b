import { expect, test } from "vitest";
import { ApiError } from "../../../../src/errors.ts";
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

test("a plan may have every fault with every field", async () => {
  const meeting = {
    ...{ name: "all", operation: ["listSpaces", "createSpace"], match: "* /v1/**" },
    ...{ probability: 0, after: 0, count: 1 },
  };
  const rules = [
    { fault: "delay", ...meeting, for: "0ms", upTo: "2s" },
    {
      fault: "error",
      ...meeting,
      when: "before",
      status: 200,
      message: "",
      body: null,
      headers: { "X-a": "b c~" },
    },
    { fault: "rate-limit", ...meeting, limit: 1, reset: "0s", retryAfter: false, hold: true },
    { fault: "drop", ...meeting, when: "after", probability: 1 },
    { fault: "truncate", ...meeting, bytes: 0 },
    { fault: "malformed", ...meeting, operation: "listSpaces" },
    { fault: "html", ...meeting, when: "after", body: "" },
    { fault: "error", status: 599 },
  ];
  expect(await parseFaultPlan({ seed: 0, rules }, operations)).toEqual({ seed: 0, rules });
});

test.each([
  [{ fault: "delay", for: "-1s" }, "rules.0.for must be a duration such as 250ms, 2s or 1m."],
  [{ fault: "delay" }, "rules.0.for is required."],
  [
    { fault: "delay", for: "1s", upTo: "soon" },
    "rules.0.upTo must be a duration such as 250ms, 2s or 1m.",
  ],
  [{ fault: "error", status: 199 }, "rules.0.status must be at least 200, not 199."],
  [
    { fault: "error", status: 500, when: "during" },
    'rules.0.when must be before or after, not "during".',
  ],
  [
    { fault: "error", status: 500, headers: { a: "b", "c:": "d" } },
    "rules.0.headers must contain valid header names only.",
  ],
  [
    { fault: "error", status: 500, headers: { a: "\u00e9" } },
    "rules.0.headers.a must contain printable ASCII characters only.",
  ],
  [{ fault: "drop", count: 0 }, "rules.0.count must be at least 1, not 0."],
  [{ fault: "drop", after: -1 }, "rules.0.after must be at least 0, not -1."],
  [{ fault: "drop", probability: -0.1 }, "rules.0.probability must be at least 0, not -0.1."],
  [
    { fault: "drop", operation: 7 },
    "rules.0.operation must be the name of an operation, or a list of them.",
  ],
  [{ fault: "drop", name: "n".repeat(201) }, "rules.0.name must have at most 200 characters."],
  [
    { fault: "drop", match: "GET v1" },
    'rules.0.match must be a method and a path, such as "GET /v1/orgs/*/spaces" or "* /v1/**".',
  ],
  [
    { fault: "drop", operation: "somethingElse" },
    "Unknown operation somethingElse in rules.0.operation.",
  ],
  [{ fault: "rate-limit", limit: 0 }, "rules.0.limit must be at least 1, not 0."],
  [{ fault: "rate-limit", hold: "yes" }, 'rules.0.hold must be a boolean, not "yes".'],
  [{ fault: "truncate", bytes: -1 }, "rules.0.bytes must be at least 0, not -1."],
  [{ fault: "malformed", when: "after" }, "rules.0.when is not a field of this operation."],
  [{ fault: "html", body: 7 }, "rules.0.body must be a string, not 7."],
])("the rule %j is refused", async (rule, message) => {
  const refusal = await parseFaultPlan({ rules: [rule] }, operations).catch(
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal instanceof ApiError && refusal.message).toBe(message);
});
