/** Limits of the comparison of two specifications. */
import { expect } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import { compareAll } from "../../../src/features/openapi-diff/diff.ts";
import type { DescriptionSource } from "../../../src/features/openapi-diff/source.ts";
import { slowTest } from "../../support/generators/amount.ts";

slowTest(
  "a comparison above the limit of steps is an error that names both specifications",
  async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 126_000 }, (_, n) => [`p${n}`, { type: "string" }]),
    );
    const schema = { allOf: [{ properties }, { properties: { a: {} } }] };
    const content = { "application/json": { schema } };
    const root = {
      openapi: "3.1.0",
      paths: { "/a": { get: { responses: { 200: { description: "", content } } } } },
    };
    const describeAs = (name: string): DescriptionSource => ({
      ...{ name, root, text: "", isJson: true, file: undefined, slug: undefined },
    });
    const failure = await compareAll(describeAs("old.json"), describeAs("new.json"), {}).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure).toMatchObject({
      message:
        "The comparison of old.json and new.json takes more than 100000000 steps (limit comparison.nodes). Reduce the references between their schemas.",
    });
  },
);
