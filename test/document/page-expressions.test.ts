import { describe, expect, test } from "vitest";
import { findExpressionFault, parseTextExpression } from "../../src/document/page-expressions.ts";

const scope = {
  page: { title: "t", description: "d", slug: "s", path: "p", vars: { x: 1 } },
  space: { title: "t", language: "l", vars: { x: 1 } },
  visitor: { claims: { a: { b: { c: 1 } } } },
};

/** The paths of all values of an object, including those of objects. */
function listPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([name, one]) => listPaths(one, [...path, name]))];
}

const paths = listPaths(scope).filter(({ length }) => length > 1);

describe("the values of an expression", () => {
  const isContainer = ([, name]: readonly string[]) => name === "vars" || name === "claims";

  test.each(paths.map((path) => [path.join("."), path] as const))("%s", async (text, path) => {
    const value = (await parseTextExpression(text))?.read(scope);
    expect(value).toBeDefined();
    const fault = await findExpressionFault(text);
    if (isContainer(path) && path.length === 2) expect(fault).toContain(`${text} must be followed`);
    else expect(fault).toBeUndefined();
    const [root, name] = path;
    expect(await findExpressionFault(`!${root}.${name}x.y || true`)).toContain(
      `${root}.${name}x does not exist`,
    );
  });

  test("values of variables and properties of a page have no further names", async () => {
    for (const text of ["page.title.length", "space.vars.x.y", "page.vars.x.y.z"]) {
      expect((await parseTextExpression(text))?.read(scope)).toBeUndefined();
      expect(await findExpressionFault(text)).toMatch(
        / does not exist \(.+ has no further names\)$/,
      );
    }
  });

  test.each(["constructor.name", "toString.a", "page", "visitor", "visitor.constructor", "x.y"])(
    "%s does not exist",
    async (text) => {
      expect(await findExpressionFault(text)).toBeDefined();
    },
  );
});
