import { describe, expect, test } from "vitest";
import { getTreeIndex } from "../../../../src/service/areas/content/tree/tree-index.ts";
import {
  findSocialImage,
  openSocialImage,
} from "../../../../src/service/areas/site-reader/social-images.ts";
import { page, tree } from "../../../support/organizations/content.ts";
import { createTestView } from "./view.ts";

type Options = Partial<Parameters<typeof createTestView>[0]>;

const base = "https://tome.example.com";
const plain = { outline: { siteSpaces: { guide: {} } }, current: "guide" };
const content = tree([
  page("start", { title: "Start" }),
  page("group", { title: "Group", type: "group" }),
  page("script", { title: "שלום" }),
]);

function find(id: string) {
  const treePage = getTreeIndex(content).pages.get(id);
  if (!treePage) throw new Error(`There is no page ${id}.`);
  return treePage;
}

const view = (options: Options = {}) => createTestView({ ...plain, tree: content, ...options });

describe("the image of a page", () => {
  test.each([
    [undefined, `${base}/_site/site/at/guide/~gitbook/ogimage/start`],
    ["https://i.example/card.png", "https://i.example/card.png"],
    ["/card.png", `${base}/card.png`],
    ["javascript:alert(1)", `${base}/_site/site/at/guide/~gitbook/ogimage/start`],
  ])("with the social preview %j is %s", async (url, expected) => {
    const look = { socialPreview: url === undefined ? {} : { url } };
    expect(await findSocialImage(view({ look }), find("start"))).toBe(expected);
  });

  test("is missing for a title that cannot be drawn, without a cover", async () => {
    expect(await findSocialImage(view(), find("script"))).toBeUndefined();
    expect(await openSocialImage(view(), find("script"))).toBeUndefined();
    expect(await openSocialImage(view(), find("group"))).toBeUndefined();
  });

  test("is the social preview of the site, also for a group", async () => {
    const look = { socialPreview: { url: "https://i.example/card.png" } };
    for (const id of ["start", "group", "script"]) {
      expect(await openSocialImage(view({ look }), find(id))).toEqual(look.socialPreview);
    }
  });
});
