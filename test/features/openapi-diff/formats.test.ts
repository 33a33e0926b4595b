/** Changes of formats: what fits in a request does not fit in a response, and the other way around. */
import { describe, expect, test } from "vitest";
import { formatFits } from "../../../src/features/openapi-diff/schemas/schema-limits.ts";

/** For each format of a number, the formats all of whose values it includes. */
const included: Readonly<Record<string, readonly string[]>> = {
  none: ["int32", "int64", "float", "double"],
  int64: ["int32", "none"],
  int32: [],
  double: ["float", "none"],
  float: [],
};
const formats = Object.keys(included);
const pairs = formats.flatMap((before) =>
  formats.filter((now) => now !== before).map((now) => [before, now] as const),
);

const parts = (format: string) => [
  { path: [], value: format === "none" ? { type: "number" } : { type: "number", format } },
];

describe.each(pairs)("from %s to %s", (before, now) => {
  test("breaks requests if it allows fewer values, and responses if it allows more", () => {
    const fits = (sends: boolean) => formatFits(parts(before), parts(now), sends)?.fits;
    expect({ request: fits(true), response: fits(false) }).toEqual({
      request: included[now]?.includes(before),
      response: included[before]?.includes(now),
    });
  });
});

test.each(formats)("%s stays the same", (format) => {
  expect(formatFits(parts(format), parts(format), true)).toBeUndefined();
  expect(formatFits(parts(format), parts(format), false)).toBeUndefined();
});
