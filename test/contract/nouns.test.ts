import { expect, test } from "vitest";
import { resolvePath } from "../../src/contract/endpoint.ts";
import { everyOperation } from "../../src/contract/every-operation.ts";
import { everyNoun, getType, listWords } from "../../src/contract/nouns.ts";

/** The segments of paths before an id. */
const segments = everyOperation.flatMap((endpoint) =>
  [...resolvePath(endpoint).matchAll(/([^/]+)\/\{(\w+)\}/g)].flatMap(
    ([, segment = "", name = ""]) => (endpoint.input[name]?.kind === "id" ? [segment] : []),
  ),
);

test("a URL of the API names the kind of each id by a segment that the command line knows", () => {
  const known = new Set(everyNoun.flatMap((noun) => listWords(noun).segments ?? []));
  expect(segments.length).toBeGreaterThan(100);
  expect(segments.filter((segment) => !known.has(segment))).toEqual([]);
});

test("a segment belongs to one kind only", () => {
  const owners = everyNoun.flatMap((noun) =>
    (listWords(noun).segments ?? []).map((segment) => [segment, noun] as const),
  );
  const shared = owners.filter(([segment], at) =>
    owners.slice(0, at).some(([other]) => other === segment),
  );
  expect(shared).toEqual([]);
});

test.each([
  ["space", "space"],
  ["siteSection", "site-section"],
  ["auditEvent", "audit-event"],
  ["cr", "cr"],
] as const)("a reference to a %s has the type %s", (noun, type) => {
  expect(getType(noun)).toBe(type);
});
