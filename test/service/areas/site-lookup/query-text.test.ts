import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addQuery,
  filterQuery,
  listNames,
  withoutCredentials,
} from "../../../../src/service/areas/site-lookup/query-text.ts";

/** Parameters in the notations that browsers and servers write. */
const parts = fc.constantFrom("a=1", "b=%20", "c=+", "flag", "d%20e=%2B", "f=a=b", "a=2", "ü=1");
const queries = fc.array(parts).map((some) => some.join("&"));
const fragments = fc.constantFrom("", "#part", "#part#part", "#?x=1");

describe("addQuery", () => {
  test("keeps the URL as written, and adds all parameters in front of the fragment", () => {
    const property = fc.property(queries, queries, fragments, (own, added, fragment) => {
      const base = `https://example.com/a%20b${own === "" ? "" : `?${own}`}`;
      const url = addQuery(base + fragment, added);
      expect(url.startsWith(base)).toBe(true);
      expect(url.endsWith(fragment)).toBe(true);
      const entries = [own, added].flatMap((one) => [...new URLSearchParams(one)]);
      expect([...new URL(url).searchParams]).toEqual(entries);
    });
    fc.assert(property);
  });
});

describe("filterQuery", () => {
  test("keeps parameters by their decoded names as written", () => {
    const property = fc.property(queries, fc.array(parts), (query, removed) => {
      const names = new Set(removed.flatMap((one) => [...listNames(one)]));
      const result = filterQuery(`?${query}`, (name) => !names.has(name));
      const rest = [...new URLSearchParams(query)].filter(([name]) => !names.has(name));
      expect([...new URLSearchParams(result)]).toEqual(rest);
      for (const part of result.split("&")) expect(`&${query}&`).toContain(`${part}&`);
    });
    fc.assert(property);
  });

  test("removes credentials even if their names are percent-encoded", () => {
    expect(withoutCredentials("?jwt%5Ftoken=x&a=%20&%7Esigned-in=&flag")).toBe("a=%20&flag");
  });
});
