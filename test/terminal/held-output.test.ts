/** Output is held until it is whole, but never more than memory should hold. */
import { expect, test } from "vitest";
import { heldOutput } from "../../src/terminal/held-output.ts";

test("nothing is written before the end, and all of it then", async () => {
  const written: string[] = [];
  const output = heldOutput(async (text) => void written.push(text));
  await output.write("a");
  await output.write("b");
  expect(written).toEqual([]);
  await output.end();
  expect(written.join("")).toBe("ab");
});

test("from 8 MiB on it is written as it comes", async () => {
  const written: string[] = [];
  const output = heldOutput(async (text) => void written.push(text));
  const mebibyte = "x".repeat(1024 * 1024);
  for (let count = 0; count < 9; count++) await output.write(mebibyte);
  await output.write("last");
  expect(written).toHaveLength(2);
  expect(written.join("")).toHaveLength(9 * 1024 * 1024 + 4);
});
