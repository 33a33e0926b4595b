import { expect, test } from "vitest";
import { openOutside } from "../../../../src/service/engines/network/egress.ts";
import { readSpecification } from "../../../../src/service/engines/openapi/read-specification.ts";

test("a description is read in a thread", async () => {
  const text = "openapi: 3.0.0\ninfo: {title: A, version: '1'}\npaths: {}\n";
  expect(
    await readSpecification({ text }, openOutside(), {
      caller: "a caller",
      db: {},
    }),
  ).toMatchObject({
    version: "3.0",
    format: "yaml",
  });
});
