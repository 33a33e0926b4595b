import { expect, test } from "vitest";
import { toPickOptions } from "../../../../src/app/resolve/references/pick-options.ts";

const choice = (id: string, updated: string, details = "", title = "Guide") => ({
  id,
  title,
  details,
  updated,
});

test("the last changed choice comes first, and those without a time keep their order", () => {
  const choices = [
    choice("A", ""),
    choice("B", "2020-01-01T00:00:00Z"),
    choice("C", "2021-01-01T00:00:00Z"),
    choice("D", ""),
    choice("E", "2020-06-01T00:00:00Z"),
  ];
  const sorted = toPickOptions(choices);
  expect(sorted.map(({ value }) => value)).toEqual(["C", "E", "B", "A", "D"]);
  expect(choices.map(({ id }) => id)).toEqual(["A", "B", "C", "D", "E"]);
});

test.each([
  ["Guide", "Guide", []],
  ["Guide", "", []],
  ["Guide", "/Guide", []],
  ["Guide", "/Docs/Guide", ["Docs"]],
  ["Guide", "/Docs/User/Guide", ["Docs/User"]],
  ["Guide", "/Docs/Manual", ["/Docs/Manual"]],
  ["Guide", "/Docs/The Guide", ["/Docs/The Guide"]],
  ["Guide", "ada@acme.example", ["ada@acme.example"]],
  ["Fix", "7, open", ["7, open"]],
])("the details of %s with the path %j are %j", (title, path, details) => {
  const [option] = toPickOptions([choice("A", "", path, title)]);
  expect(option).toEqual({ value: "A", title, details });
});

test("the time comes before the path", () => {
  const [option] = toPickOptions([choice("A", "2001-01-01T00:00:00Z", "/Docs/Guide")]);
  expect(option?.details).toEqual([expect.stringMatching(/^\d+ years ago$/), "Docs"]);
});
