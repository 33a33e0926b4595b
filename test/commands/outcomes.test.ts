import fc from "fast-check";
import { expect, test } from "vitest";
import { describeDifferences } from "../../src/commands/outcomes.ts";

test("a time in another notation is not a difference, another time is", () => {
  const property = fc.property(
    fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true }),
    fc.integer({ min: -11, max: 11 }),
    fc.constantFrom(0, 1000, 3_600_000),
    (date, hours, change) => {
      const local = new Date(date.getTime() + hours * 3_600_000).toISOString().slice(0, -1);
      const zone = `${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;
      const returned = new Date(date.getTime() + change).toISOString();
      const text = describeDifferences(["at"], { at: local + zone }, { at: returned });
      expect(text === "").toBe(change === 0);
    },
  );
  fc.assert(property);
  expect(describeDifferences(["title"], { title: "A" }, { title: "B" })).toContain('"B"');
});
