import { expect, test } from "vitest";
import { createId, createIdSource } from "../../../src/service/core/ids.ts";

const format = /^[A-Za-z][A-Za-z0-9]{19}$/;

test("ids are a letter and 19 letters and digits, uniformly distributed and unique", () => {
  const ids = Array.from({ length: 20_000 }, createId);
  expect(new Set(ids).size).toBe(ids.length);
  const seen = new Map<string, number>();
  expect(ids.filter((id) => !format.test(id))).toEqual([]);
  for (const id of ids) {
    for (const character of id.slice(1)) seen.set(character, (seen.get(character) ?? 0) + 1);
  }
  expect(seen.size).toBe(62);
  const expected = (ids.length * 19) / 62;
  for (const count of seen.values()) expect(Math.abs(count / expected - 1)).toBeLessThan(0.1);
});

test("ids derived from a name have the same format", () => {
  const next = createIdSource("a name");
  const ids = Array.from({ length: 1000 }, next);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !format.test(id))).toEqual([]);
});
