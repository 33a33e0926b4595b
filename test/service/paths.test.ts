import fc from "fast-check";
import { expect, test } from "vitest";
import { createPaths } from "../../src/service/paths.ts";

function pathsOf(...routes: readonly string[]) {
  const paths = createPaths<string>();
  for (const route of routes) {
    const [method = "", pattern = ""] = route.split(" ");
    paths.add(method, pattern, route);
  }
  return paths;
}

test("A path is found with its names, by its method", () => {
  const paths = pathsOf("GET /spaces/{spaceId}", "PUT /spaces/{spaceId}", "GET /spaces");
  expect(paths.find("PUT", "/spaces/S1")).toEqual({
    value: "PUT /spaces/{spaceId}",
    path: { spaceId: "S1" },
  });
  expect(paths.find("GET", "/spaces")).toEqual({ value: "GET /spaces", path: {} });
  expect(paths.find("DELETE", "/spaces/S1")).toBeUndefined();
});

test("A text goes before a name, and a name is tried where the text leads nowhere", () => {
  const paths = pathsOf("GET /a/{one}/c", "GET /a/b/d", "GET /a/{one}", "GET /a/b");
  expect(paths.find("GET", "/a/b")?.value).toBe("GET /a/b");
  expect(paths.find("GET", "/a/b/c")).toEqual({ value: "GET /a/{one}/c", path: { one: "b" } });
  expect(paths.find("GET", "/a/b/d")).toEqual({ value: "GET /a/b/d", path: {} });
});

test.each(["/", "", "/spaces/", "//spaces", "/spaces/S1/", "/spaces//links", "/Spaces/S1"])(
  "Nothing is found at %j",
  (path) => {
    const paths = pathsOf("GET /spaces/{spaceId}", "GET /spaces/{spaceId}/links", "GET /spaces");
    expect(paths.find("GET", path)).toBeUndefined();
  },
);

test("Whatever stands in a part, it comes out as it went in", () => {
  const part = fc.string({ unit: "grapheme", minLength: 1 });
  const paths = pathsOf("GET /{one}/x/{two}");
  fc.assert(
    fc.property(part, part, (one, two) => {
      const path = `/${encodeURIComponent(one)}/x/${encodeURIComponent(two)}`;
      expect(paths.find("GET", path)?.path).toEqual({ one, two });
    }),
  );
});

test("A faulty % finds nothing", () => {
  expect(pathsOf("GET /{one}").find("GET", "/%E0%A4")).toBeUndefined();
});

test("Names that belong to every object are names like others", () => {
  const paths = pathsOf("GET /{one}");
  expect(paths.find("GET", "/__proto__")).toEqual({
    value: "GET /{one}",
    path: { one: "__proto__" },
  });
  expect(paths.find("GET", "/constructor/toString")).toBeUndefined();
});

test("Two of one method and path are refused", () => {
  expect(() => pathsOf("GET /a/{one}", "GET /a/{two}")).toThrow("There are two of GET /a/{two}.");
});
