/** Relative times. */
import { expect, test } from "vitest";
import { formatCell, formatRelativeTime } from "../../src/terminal/cell.ts";

const now = Date.parse("2026-03-10T12:00:00Z");

test.each([
  ["2026-03-10T11:59:40Z", "just now"],
  ["2026-03-10T11:59:00Z", "1 minute ago"],
  ["2026-03-10T09:00:00Z", "3 hours ago"],
  ["2026-03-09T11:00:00+01:00", "1 day ago"],
  ["2026-02-20T12:00:00Z", "2 weeks ago"],
  ["2025-12-01T12:00:00Z", "3 months ago"],
  ["2020-03-01T00:00:00Z", "6 years ago"],
  ["2026-03-10T14:00:00Z", "in 2 hours"],
  ["2026-03-10T19:59:30Z", "in 8 hours"],
  ["2026-03-11T11:59:50Z", "in 1 day"],
  ["2026-06-08T12:00:00Z", "in 3 months"],
  ["soon", "soon"],
  ["7", "7"],
])("%s reads as %s", (time, words) => {
  expect(formatRelativeTime(time, now)).toBe(words);
});

test.each([
  [true, "Owner, Ada"],
  [false, "u1,u2"],
])("resources read as names for a person (%s), and as ids for a program", (person, text) => {
  const users = [
    { object: "user", id: "u1", displayName: "Owner" },
    { object: "user", id: "u2", displayName: "Ada" },
  ];
  expect(formatCell(users, { as: "list" }, { person, now })).toBe(text);
});

test.each([true, false])("a word for null is the same for person %s", (person) => {
  expect(formatCell(null, { nothing: "guest" }, { person, now })).toBe("guest");
  expect(formatCell(undefined, { nothing: "guest" }, { person, now })).toBe("");
});

test("objects are no JSON for a person, who reads the names and values of their fields", () => {
  const parts = [{ role: "user", body: "How?" }, { role: "assistant" }];
  expect(formatCell({ parts, isOpen: true }, {}, { person: true, now })).toBe(
    "parts: role: user, body: How?; role: assistant, isOpen: yes",
  );
  expect(formatCell({ parts: [] }, {}, { person: false, now })).toBe('{"parts":[]}');
});

test("the ids of a list read as the titles that are known", () => {
  const titles = new Map([["p1", "Start"]]);
  expect(formatCell(["p1", "p2"], { titles }, { person: true, now })).toBe("Start, p2");
});

test.each([
  ["text", true, "a b"],
  ["list", true, "a, b"],
  [undefined, true, "a, b"],
  ["text", false, "a,b"],
  ["list", false, "a,b"],
] as const)("a list in a column of the form %s for a person (%s) is %j", (as, person, text) => {
  expect(formatCell(["a", "b"], as === undefined ? {} : { as }, { person, now })).toBe(text);
});

test.each([
  // Only an object with an id is a resource.
  [{ object: "thing", id: 5, title: "A" }, "object: thing, id: 5, title: A"],
  [{ object: "thing", title: "A" }, "object: thing, title: A"],
  [{ id: "x", title: "A" }, "id: x, title: A"],
  [{ object: "thing", id: "x", title: "A" }, "A"],
  [{ object: "thing", id: "x", title: "" }, "x"],
  [{ id: "x", displayName: "Ada" }, "Ada"],
  [{}, ""],
])("a person reads %j as %s", (value, text) => {
  expect(formatCell(value, {}, { person: true, now })).toBe(text);
});
