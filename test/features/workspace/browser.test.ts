import { describe, expect, test } from "vitest";
import type { Context } from "../../../src/context.ts";
import { findPageUrl, isUnserved } from "../../../src/features/workspace/browser.ts";
import { createPartial } from "../../support/commands/partial.ts";

describe("the page of a resource", () => {
  const [app, published, location] = ["https://app/a", "https://docs/a", "https://api/a"];

  test.each<[object, string | undefined]>([
    [{ app, published, location }, app],
    [{ app, location }, app],
    [{ app, published }, app],
    [{ app: location, published, location }, published],
    [{ app: location, location }, location],
    [{ published, location }, published],
    [{ location }, location],
    [{ app: 1, location }, location],
    [{}, undefined],
  ])("of %j is %s", (urls, expected) => {
    expect(findPageUrl({ urls: { ...urls } })).toBe(expected);
  });
});

test.each([
  [true, "http://127.0.0.1:4000/_app", true],
  [true, "http://127.0.0.1:4000/x", true],
  [true, "https://127.0.0.1:4000/x", false],
  [true, "http://127.0.0.1:4001/x", false],
  [false, "http://127.0.0.1:4000/x", false],
])("on the local platform (%j), %s is not served: %j", (local, url, expected) => {
  const settings = { local, baseUrl: { value: "http://127.0.0.1:4000/v1" } };
  expect(isUnserved(createPartial<Context>({ settings }), new URL(url))).toBe(expected);
});
