import { expect, test } from "vitest";
import { newId } from "../../../src/service/core/ids.ts";

test("Ids are 20 letters and digits, each character as likely, and none comes twice", () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  const seen = new Map<string, number>();
  for (const id of ids) {
    expect(id).toMatch(/^[A-Za-z0-9]{20}$/);
    for (const character of id) seen.set(character, (seen.get(character) ?? 0) + 1);
  }
  expect(seen.size).toBe(62);
  const expected = (ids.length * 20) / 62;
  for (const count of seen.values()) expect(Math.abs(count / expected - 1)).toBeLessThan(0.1);
});
