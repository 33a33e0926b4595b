/** Comparison of two schemas as the body of a request or a response. */
import { compareDescriptions } from "../../../../src/features/openapi-diff/compare.ts";

export type Tree = Readonly<Record<string, unknown>>;

const body = (schema: Tree) => ({ content: { "application/json": { schema } } });
const operations = {
  request: (schema: Tree) => ({ requestBody: { required: true, ...body(schema) }, responses: {} }),
  response: (schema: Tree) => ({ responses: { 200: { description: "", ...body(schema) } } }),
};

/**
 * The changes in a request, and in a response: `!` for a breaking one, the rule without the direction,
 * and the message.
 * @param schemas components of both versions
 */
export function compareBodies(
  before: Tree,
  now: Tree,
  schemas: Tree = {},
): readonly (readonly string[])[] {
  return (["request", "response"] as const).map((direction) => {
    const describe = (schema: Tree) => ({
      openapi: "3.1.0",
      info: {},
      paths: { "/a": { post: operations[direction](schema) } },
      components: { schemas },
    });
    return compareDescriptions(describe(before), describe(now)).map(
      ({ isBreaking, rule, message }) =>
        `${isBreaking ? "! " : ""}${rule.slice(direction.length + 1)}: ${message}`,
    );
  });
}
