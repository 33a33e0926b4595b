import { expect, test } from "vitest";
import { jsonBody } from "../../src/service/json-body.ts";

const reading = (body: string, limit = 10_000_000) =>
  jsonBody(
    {
      method: "POST",
      url: "http://localhost/",
      headers: { "content-type": "application/json" },
      body,
    },
    limit,
  );

test("A body of more values than anyone sends is refused before it is parsed", () => {
  const many = `{"a":[${"0,".repeat(100_001)}0]}`;
  expect(() => reading(many)).toThrow("more than 100000 values");
  expect(() => reading(`{"a":[${"{}".repeat(100_001)}`)).toThrow("more than 100000 values");
});

test("Commas and brackets inside texts are no values, and an unlimited body has any number", () => {
  const text = "[{,".repeat(200_000);
  expect(reading(JSON.stringify({ text }))).toEqual({ text });
  const many = `{"a":[${"0,".repeat(200_000)}0]}`;
  expect(reading(many, Number.POSITIVE_INFINITY)).toHaveProperty("a.200000", 0);
});
