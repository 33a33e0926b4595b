import { expect, test } from "vitest";
import { isDarkSource, readSourceSet } from "../../../src/document/html/source-set.ts";

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ["", undefined],
  [" ", undefined],
  ["a.png", "a.png"],
  [" a b.png ", "a b.png"],
  ["a.png 2x", "a.png"],
  ["a.png 1.5x", "a.png"],
  ["a.png 100w", "a.png"],
  ["a.png 1x, b.png 2x", "a.png"],
  ["a.png 1x,\nb.png 2.5x", "a.png"],
  ["a,b.png", "a,b.png"],
  ["a 2x.png", "a 2x.png"],
])("the first URL of %j is %j", (written, url) => {
  expect(readSourceSet(written)).toBe(url);
});

test.each<[string | undefined, boolean]>([
  [undefined, false],
  ["(prefers-color-scheme: dark)", true],
  ["(PREFERS-color-scheme:dark) and (min-width: 1px)", true],
  ["(prefers-color-scheme: light)", false],
  ["print", false],
])("the medium %j is of a dark display: %j", (media, expected) => {
  expect(isDarkSource(new Map(media === undefined ? [] : [["media", media]]))).toBe(expected);
});
