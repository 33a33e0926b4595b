import { expect, test } from "vitest";
import { openRedactions } from "../../../src/app/output/redactions.ts";
import type { ErrorReport } from "../../../src/app/output/report.ts";
import { withoutTokens, withoutValues } from "../../../src/app/run/without-tokens.ts";

const plain: ErrorReport = {
  exitCode: 5,
  code: "api",
  category: "api",
  status: 400,
  message: "Refused.",
  retryable: false,
};

/** A report with a text in every part. */
const fill = (text: string): ErrorReport => ({
  ...plain,
  message: `Refused: ${text}.`,
  hint: `tome api ${text}`,
  requestId: text,
  details: ["First.", `Second: ${text}.`],
});

test("no part of an error contains a token", () => {
  const report = withoutTokens(fill("canary-one and canary-two"), ["canary-one", "canary-two"]);
  expect(JSON.stringify(report)).not.toContain("canary");
  expect(report).toMatchObject({
    ...plain,
    message: expect.stringMatching(/^Refused: .* and .*\.$/),
  });
  expect(report.details).toHaveLength(2);
});

test("no part of an error contains a value of the environment", async () => {
  const redactions = openRedactions();
  await redactions.add("MY_SECRET", "canary-value");
  expect(withoutValues(fill("canary-value"), redactions)).toEqual(fill("(the variable MY_SECRET)"));
});

test("other errors stay as they are", () => {
  expect(withoutTokens(plain, [])).toStrictEqual(plain);
  expect(withoutTokens(plain, ["canary-one"])).toStrictEqual(plain);
  expect(withoutValues(plain, openRedactions())).toStrictEqual(plain);
});
