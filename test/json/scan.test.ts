import { describe, expect, test } from "vitest";
import { findRepeatedMember, measureJson, outlineJson } from "../../src/json/scan.ts";

const bounds = { depth: 2, values: 4 };

test.each([
  ["[1,2,3]", undefined, 0],
  ["[1,2,3,4]", undefined, 0],
  ["[1,2,3,4,5]", { of: "values", index: 8 }, 0],
  ["[[1]]", undefined, 0],
  ["[[[1]]]", { of: "depth", index: 2 }, 0],
  ['{"a":{"b":{}}}', { of: "depth", index: 10 }, 2],
  ['{"[[[":1,",,,,,":2}', undefined, 2],
  ["[[],[],[]]", { of: "values", index: 6 }, 0],
  ["[[],[]]", undefined, 0],
  ['{"a":{"b":[]}}', { of: "depth", index: 10 }, 2],
  ["{}{}{}", undefined, 0],
  ["]]", undefined, 0],
  ["", undefined, 0],
])("%s is measured", (text, excess, members) => {
  expect(measureJson(text, bounds)).toMatchObject({ members, excess });
});

test("the outline has the commas of the root and its long containers, up to four levels", () => {
  const text = '[1,[2,[3,[4,[5,"xxxxxxxxxx"],6],7],8],{"a":1,"b":"yyyyyyyy"},[]]';
  const steps = outlineJson(text, { depth: 10, values: 100 }, 8);
  let pauses = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) pauses++;
  expect(step.value).toEqual({
    excess: undefined,
    members: 2,
    root: {
      start: 0,
      end: 63,
      commas: [2, 37, 60],
      children: [
        {
          start: 3,
          end: 36,
          commas: [5, 34],
          children: [
            {
              start: 6,
              end: 33,
              commas: [8, 31],
              children: [{ start: 9, end: 30, commas: [11, 28], children: [] }],
            },
          ],
        },
        { start: 38, end: 59, commas: [44], children: [] },
      ],
    },
  });
  expect(pauses).toBe(5);
});

test("an element of exactly the length of a piece is not long, and only the first container is the root", () => {
  const [short, long] = [4, 3].map((length) => {
    const steps = outlineJson("[[111]] [2]", bounds, length);
    let step = steps.next();
    while (!step.done) step = steps.next();
    return step.value.root;
  });
  expect(short).toEqual({ start: 0, end: 6, commas: [], children: [] });
  expect(long?.children).toEqual([{ start: 1, end: 5, commas: [], children: [] }]);
});

test("a container that does not end keeps the end of the text", () => {
  expect(measureJson("[1", bounds).root).toBeUndefined();
});

describe("findRepeatedMember", () => {
  test.each([
    ['{"a":1,"b":2}', undefined],
    ['{"a":1,"a":2}', { name: "a", index: 7 }],
    ['{"a":1,"\\u0061" :2}', { name: "a", index: 7 }],
    ['{"a":1,"a"\t\r\n :2}', { name: "a", index: 7 }],
    ['{"a":{"a":1},"b":{"a":1}}', undefined],
    ['{"a":{"b":1},"a":1}', { name: "a", index: 13 }],
    ['{"x":["x","x",{"x":1}],"y":"x"}', undefined],
    ['[{"a":1},{"a":1,"b":[],"a":2}]', { name: "a", index: 23 }],
    ['{"a":"b","b":"a"}', undefined],
    ['{"":1,"":2}', { name: "", index: 6 }],
    ['"a"', undefined],
  ])("%s", (text, found) => {
    expect(findRepeatedMember(text)).toEqual(found);
  });
});
