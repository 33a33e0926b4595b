import { expect, test } from "vitest";
import {
  computeDigest,
  getListName,
  getSite,
  isSame,
  parseKind,
  toJson,
} from "../../../src/features/organization-files/resource.ts";

test.each([
  ["organization", "organization"],
  ["members/ada@x.org", "member"],
  ["teams/a", "team"],
  ["collections/a", "collection"],
  ["spaces/a", "space"],
  ["specs/a", "specification"],
  ["webhooks/a", "webhook"],
  ["saml/a", "saml-provider"],
  ["sites/a", "site"],
  ["sites/a/b", undefined],
  ["spaces", undefined],
  ["unknown/a", undefined],
  ["constructor/a", undefined],
  ["organization/a", undefined],
])("the kind of %s is %s", (address, kind) => {
  expect(parseKind(address)).toBe(kind);
});

test.each([
  ["sites/help/guides", "sites/help"],
  ["sites/help", "sites/help"],
  ["sites/help/guides/x", "sites/help"],
])("the site of %s", (address, site) => {
  expect(getSite(address)).toBe(site);
});

test.each([
  ["title", undefined],
  ["grants/teams/docs", "grants"],
  ["redirects//old", "redirects"],
])("the list of the field %s is %s", (field, list) => {
  expect(getListName(field)).toBe(list);
});

test("values of files become JSON", () => {
  const value = {
    a: 1,
    b: undefined,
    c: [true, undefined, null, { d: "x", e: undefined }],
    f: () => 1,
  };
  expect(toJson(value)).toEqual({ a: 1, c: [true, null, null, { d: "x" }], f: null });
});

test("digests and equality do not depend on the order of keys", () => {
  const [one, other] = [
    { a: 1, b: [1, 2] },
    { b: [1, 2], a: 1 },
  ];
  expect([isSame(one, other), isSame(one, { a: 1, b: [2, 1] })]).toEqual([true, false]);
  expect(computeDigest(one)).toBe(computeDigest(other));
  expect(computeDigest(one)).toMatch(/^[0-9a-f]{16}$/);
  expect(computeDigest(null)).not.toBe(computeDigest(""));
});
