import { expect, test } from "vitest";
import { openRedactions } from "../../../src/app/output/redactions.ts";

const parts = ["sesame-open", "sesame-open-wide", "the-sesame-open-wide-gate"];
const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];

test.each(orders)(
  "of values that contain each other, nothing remains, added in the order %d %d %d",
  async (...order) => {
    const redactions = openRedactions();
    for (const at of order) await redactions.add(`V${at}`, parts[at] ?? "");
    const text = parts.map((part) => `<${part}>`).join(" ");
    expect(redactions.text(text)).toBe(
      "<(the variable V0)> <(the variable V1)> <(the variable V2)>",
    );
    expect(redactions.value({ [parts[2] ?? ""]: [parts[1] ?? "", 1, null] })).toEqual({
      "(the variable V2)": ["(the variable V1)", 1, null],
    });
  },
);

test("a short value is removed only where it is a whole value", async () => {
  const redactions = openRedactions();
  await redactions.add("SHORT", "abc");
  await redactions.add("EMPTY", "");
  expect(redactions.value(["abc", "abcd", ""])).toEqual(["(the variable SHORT)", "abcd", ""]);
});
