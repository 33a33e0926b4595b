/** Redirects of `.gitbook.yaml`. */
import { describe, expect, test } from "vitest";
import {
  findRedirectFaults,
  redirectFrom,
} from "../../../../../src/service/areas/content/tree/redirects.ts";
import type { ContentTree } from "../../../../../src/service/areas/content/tree/tree.ts";

const treeWith = (redirects: Record<string, string>): ContentTree => ({
  pages: [],
  files: [],
  reusableContents: [],
  variables: {},
  redirects,
});

describe("a redirect", () => {
  test.each(["old/page", "./old/page", "././old/page/", ".//old/page", "./Old/Page"])(
    "from %s is followed",
    (from) => {
      const tree = treeWith({ [from]: "./new.md" });
      for (const path of ["old/page", "/old/page/", "OLD/page"]) {
        expect(redirectFrom(tree, path)).toBe("new.md");
      }
      expect(findRedirectFaults(tree, () => true)).toEqual([]);
    },
  );

  test.each(["/old/page", "//old/page"])("from %s is ignored and named", (from) => {
    const tree = treeWith({ [from]: "new.md" });
    expect(redirectFrom(tree, "old/page")).toBeUndefined();
    expect(findRedirectFaults(tree, () => true)).toEqual([
      `.gitbook.yaml: the redirect from ${from} must not begin with a slash. Use old/page.`,
    ]);
  });

  test("applies only to its own path, and needs a page as its destination", () => {
    const tree = treeWith({ "old/page": "./new.md", "old/gone/": "gone" });
    expect(
      ["old/page", "old/gone", "old", "new.md"].map((path) => redirectFrom(tree, path)),
    ).toEqual(["new.md", "gone", undefined, undefined]);
    expect(findRedirectFaults(tree, (target) => target === "new.md")).toEqual([
      ".gitbook.yaml: the redirect from old/gone/ leads to gone, which is not a page of the space.",
    ]);
  });

  test("is absent in a space without redirects", () => {
    const { redirects: _, ...tree } = treeWith({});
    expect(redirectFrom(tree, "old/page")).toBeUndefined();
    expect(findRedirectFaults(tree, () => false)).toEqual([]);
  });
});
