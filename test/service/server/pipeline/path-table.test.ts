import { expect, test } from "vitest";
import { createPaths } from "../../../../src/service/server/pipeline/path-table.ts";

function listPaths(...routes: readonly string[]) {
  const paths = createPaths<string>();
  for (const route of routes) {
    const [method = "", pattern = ""] = route.split(" ");
    paths.add(method, pattern, route);
  }
  return paths;
}

function partsOf(path: string): string[] {
  return path.slice(1).split("/");
}

test("a path is found with its parameters, by its method", () => {
  const paths = listPaths("GET /spaces/{spaceId}", "PUT /spaces/{spaceId}", "GET /spaces");
  expect(paths.find("PUT", partsOf("/spaces/S1"))).toEqual({
    value: "PUT /spaces/{spaceId}",
    path: { spaceId: "S1" },
  });
  expect(paths.find("GET", partsOf("/spaces"))).toEqual({ value: "GET /spaces", path: {} });
  expect(paths.find("DELETE", partsOf("/spaces/S1"))).toBeUndefined();
});

test("literal segments take precedence over parameters, with backtracking", () => {
  const paths = listPaths("GET /a/{one}/c", "GET /a/b/d", "GET /a/{one}", "GET /a/b");
  expect(paths.find("GET", partsOf("/a/b"))?.value).toBe("GET /a/b");
  expect(paths.find("GET", partsOf("/a/b/c"))).toEqual({
    value: "GET /a/{one}/c",
    path: { one: "b" },
  });
  expect(paths.find("GET", partsOf("/a/b/d"))).toEqual({ value: "GET /a/b/d", path: {} });
});

test.each(["/", "", "/spaces/", "//spaces", "/spaces/S1/", "/spaces//links", "/Spaces/S1"])(
  "nothing is found at %j",
  (path) => {
    const paths = listPaths("GET /spaces/{spaceId}", "GET /spaces/{spaceId}/links", "GET /spaces");
    expect(paths.find("GET", partsOf(path))).toBeUndefined();
  },
);

test("names of inherited properties are ordinary names", () => {
  const paths = listPaths("GET /{one}");
  expect(paths.find("GET", partsOf("/__proto__"))).toEqual({
    value: "GET /{one}",
    path: { one: "__proto__" },
  });
  expect(paths.find("GET", partsOf("/constructor/toString"))).toBeUndefined();
});

test("duplicates of a method and path are refused", () => {
  expect(() => listPaths("GET /a/{one}", "GET /a/{two}")).toThrow("Duplicate route GET /a/{two}.");
});
