import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LayeredMap } from "../../../../../src/service/areas/content/tree/layered-map.ts";

const keys = fc.constantFrom(..."abcdefgh");
const changes = fc.array(fc.tuple(keys, fc.option(fc.string(), { nil: undefined })));

test("a derived map equals a map with the same changes", () => {
  const states = fc.tuple(fc.dictionary(keys, fc.string()), fc.array(changes, { maxLength: 5 }));
  fc.assert(
    fc.property(states, ([start, steps]) => {
      const expected = new Map(Object.entries(start));
      const base = new LayeredMap(new Map(expected));
      let map = base;
      for (const step of steps) {
        const derived = map.derive(new Map(step));
        for (const [key, value] of new Map(step)) {
          if (value === undefined) expected.delete(key);
          else expected.set(key, value);
        }
        if (derived === undefined) throw new Error("So few changes are stored as such.");
        map = derived;
      }
      expect(map.size).toBe(expected.size);
      for (const key of "abcdefgh") {
        expect([key, map.get(key), map.has(key)]).toEqual([
          key,
          expected.get(key),
          expected.has(key),
        ]);
        // Every difference is listed.
        if (map.get(key) !== base.get(key)) expect(base.listDifferent(map)?.has(key)).toBe(true);
      }
    }),
  );
});

describe("the number of changes that a map stores", () => {
  const create = (size: number) =>
    new Map(Array.from({ length: size }, (_, at) => [`k${at}`, "v"]));
  const change = (count: number, from = 0) =>
    new Map(Array.from({ length: count }, (_, at) => [`k${from + at}`, "new"]));

  test.each([
    [0, 64, true],
    [0, 65, false],
    [256, 64, true],
    [256, 65, false],
    [400, 100, true],
    [400, 101, false],
  ])("of %i entries is limited: %i are stored is %s", (size, count, isStored) => {
    const map = new LayeredMap(create(size));
    expect(map.derive(change(count)) !== undefined).toBe(isStored);
    // Together with those of the map from which it is derived.
    const first = map.derive(change(count - 10));
    expect(first?.derive(change(10, count)) !== undefined).toBe(isStored);
  });
});

test("maps without a common base have no list of differences", () => {
  const entries = new Map([["a", "1"]]);
  const [one, other] = [new LayeredMap(entries), new LayeredMap(new Map(entries))];
  expect(one.listDifferent(other)).toBeUndefined();
  expect([...(one.listDifferent(one) ?? ["none"])]).toEqual([]);
  const changed = one.derive(new Map([["b", "2"]]));
  expect([...(changed?.derive(new Map([["c", "3"]]))?.listDifferent(one) ?? [])]).toEqual([
    "b",
    "c",
  ]);
});
