/** Kinds of hints without relying on color. */
import { expect, test } from "vitest";
import { createStylesheet } from "../../../../src/service/areas/site-reader/styles/stylesheet.ts";
import { withDefaults } from "../../../../src/service/areas/sites/customization/customization-defaults.ts";

test("each kind of hint has an icon that screen readers skip", () => {
  const { source } = createStylesheet(withDefaults({}));
  const marks = /\.hint(?:\.\w+)?::before\{content:"(.)";content:"\1"\/""\}/g;
  expect(new Set([...source.matchAll(marks)].map(([, mark]) => mark)).size).toBe(4);
});
