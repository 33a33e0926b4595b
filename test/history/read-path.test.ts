import { describe, expect, test } from "vitest";
import { ApiError } from "../../src/errors.ts";
import { fill, getValueAt, listPages, lookAt } from "../../src/history/read-path.ts";
import type { JsonValue } from "../../src/json/values.ts";

/** Responses by path, and the paths that were read. */
function open(responses: Readonly<Record<string, JsonValue>>) {
  const paths: string[] = [];
  const read = async (path: string) => {
    paths.push(path);
    return responses[path];
  };
  return { paths, read };
}

test("a path is filled with encoded names", () => {
  expect(fill("/orgs/{organizationId}/x/{name}", { organizationId: "O1", name: "a/b c" })).toBe(
    "/orgs/O1/x/a%2Fb%20c",
  );
});

test.each([undefined, "", 7, null])("a path with the name %j is refused", (name) => {
  expect(() => fill("/x/{name}", name === undefined ? {} : { name })).toThrow(
    new ApiError(404, "name is unknown."),
  );
});

test.each<readonly [string, JsonValue | undefined]>([
  ["", { a: { b: [1, { c: "x" }] }, d: true }],
  ["a.b.1.c", "x"],
  ["a.b.0", 1],
  ["d", true],
  ["d.e", undefined],
  ["none.e", undefined],
  ["a.b.1.c=x", true],
  ["a.b.1.c=y", false],
  ["none=x", false],
])("the member %s", (member, value) => {
  expect(getValueAt({ a: { b: [1, { c: "x" }] }, d: true }, member)).toEqual(value);
});

describe("listPages", () => {
  const list = async (path: string, responses: Readonly<Record<string, JsonValue>>) => {
    const { paths, read } = open(responses);
    const pages: JsonValue[] = [];
    for await (const page of listPages(path, read)) pages.push(page);
    return { pages, paths };
  };
  const next = (page: string) => ({ next: { page } });

  test("follows page tokens", async () => {
    const responses = { "/x?limit=1000": next("a b"), "/x?limit=1000&page=a%20b": { items: [1] } };
    expect(await list("/x", responses)).toEqual({
      pages: [next("a b"), { items: [1] }],
      paths: Object.keys(responses),
    });
  });

  test("keeps a query, and reads a structure as it is", async () => {
    expect((await list("/x?a=1", {})).paths).toEqual(["/x?a=1&limit=1000"]);
    expect(await list("/sites/x/structure", {})).toEqual({
      pages: [null],
      paths: ["/sites/x/structure"],
    });
  });

  test("ends at a token that was returned before", async () => {
    const responses = {
      "/x?limit=1000": next("a"),
      "/x?limit=1000&page=a": next("b"),
      "/x?limit=1000&page=b": next("a"),
    };
    expect((await list("/x", responses)).paths).toEqual(Object.keys(responses));
  });
});

describe("lookAt", () => {
  const back = { look: "/orgs/{o}/x" as const, item: { member: "meta.id", is: "itemId" } };
  const input = { o: "O1", itemId: "B" };
  const item = (id: string) => ({ meta: { id }, title: `Title ${id}` });

  test("reads one resource", async () => {
    const { paths, read } = open({ "/orgs/O1/x": { id: "X" } });
    expect(await lookAt({ look: "/orgs/{o}/x" }, input, read)).toEqual({ id: "X" });
    expect(paths).toEqual(["/orgs/O1/x"]);
  });

  test("finds an item at any depth and on any page", async () => {
    const { paths, read } = open({
      "/orgs/O1/x?limit=1000": { items: [item("A"), "text", null], next: { page: "p" } },
      "/orgs/O1/x?limit=1000&page=p": { items: [{ children: [item("C"), item("B")] }] },
    });
    expect(await lookAt(back, input, read)).toEqual(item("B"));
    expect(paths).toHaveLength(2);
  });

  test("finds an item of the other list, and reports a missing one", async () => {
    const responses = {
      "/orgs/O1/x?limit=1000": { items: [item("A")] },
      "/orgs/O1/x?draft=true&limit=1000": { items: [item("B")] },
    };
    const { read } = open(responses);
    expect(await lookAt({ ...back, rest: "draft=true" }, input, read)).toEqual(item("B"));
    await expect(lookAt(back, input, open(responses).read)).rejects.toThrow(
      new ApiError(404, "B is missing from /orgs/O1/x."),
    );
  });
});
