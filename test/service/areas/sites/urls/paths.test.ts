import { expect, test } from "vitest";
import { createPath, refuseBadPath } from "../../../../../src/service/areas/sites/urls/paths.ts";

test.each([
  ["Getting started", [], "getting-started"],
  ["Getting started", ["getting-started"], "getting-started-2"],
  [
    "Getting started",
    ["getting-started", "getting-started-2", "getting-started-3"],
    "getting-started-4",
  ],
  ["!!!", [], "section"],
  ["!!!", ["section"], "section-2"],
  ["", [], "section"],
  ["-- Über uns --", [], "über-uns"],
  ["x".repeat(120), [], "x".repeat(94)],
  [`${"x".repeat(93)} yy`, [], "x".repeat(93)],
])("the path for the title %j next to %j is %s", (title, taken, expected) => {
  expect(createPath(title, "section", (path) => taken.some((one) => one === path))).toBe(expected);
});

test.each([
  [undefined, true],
  ["guide", true],
  ["a", true],
  ["v1.2~3_x-y", true],
  ["über", true],
  ["e\u0301", true],
  ["", false],
  [" ", false],
  ["-a", false],
  ["a-", false],
  [".a", false],
  ["a/b", false],
  ["a b", false],
  ["a?b", false],
  ["..", false],
])("the path %j is valid: %s", (path, isValid) => {
  const refuse = () => refuseBadPath("path", path);
  if (isValid) expect(refuse).not.toThrow();
  else {
    expect(refuse).toThrow(
      `path ${JSON.stringify(path)} is not a valid URL segment. Use letters and digits, separated by - _ . or ~, and no slash.`,
    );
  }
});
