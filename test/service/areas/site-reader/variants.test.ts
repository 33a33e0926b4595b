import { expect, test } from "vitest";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { publish as publishSite, requestSite } from "../published/fixture.ts";
import { openSitesFixture } from "../sites/fixture.ts";

/** A public site with an English and a French variant, and a third one in English. */
async function openSite() {
  const fixture = await openSitesFixture();
  const { workspace } = fixture;
  const siteId = await fixture.site();
  const spaces: string[] = [];
  for (const [title, slugs] of [
    ["English", ["home", "shared", "only-english"]],
    ["French", ["home", "shared", "only-french"]],
    ["Old", ["home", "shared"]],
  ] as const) {
    const space = await fixture.space(title);
    spaces.push(space);
    await fixture.add(siteId, space);
    await publishPages(
      workspace,
      space,
      slugs.map((slug) => ({ title: `${title} ${slug}`, slug, markdown: "Text.\n" })),
    );
  }
  const languages = ["en", "fr", "en"] as const;
  for (const [index, id] of spaces.entries()) {
    await workspace.db
      .updateTable("spaces")
      .set({ language: languages[index] ?? null })
      .where("id", "=", id)
      .execute();
  }
  await publishSite(fixture, siteId);
  await fixture.change(siteId, { visibility: "public" });
  const prefix = `/_site/${siteId}`;

  return async (path: string) => {
    const { status, headers, body } = await requestSite(fixture, siteId, path);
    const text = String(body).replaceAll(prefix, "");
    const variants = /<details class="menu variants">[\s\S]*?<\/details>/.exec(text)?.[0] ?? "";
    const hrefs = [...variants.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    const alternates = [...text.matchAll(/hreflang="(\w+)" href="([^"]*)"/g)].map(
      ([, language, href = ""]) => `${language} ${new URL(href).pathname}`,
    );
    return { status, location: headers.location?.replace(prefix, ""), hrefs, alternates };
  };
}

test("a link to another variant keeps the path of the page", async () => {
  const get = await openSite();
  expect((await get("/shared")).hrefs).toEqual([
    "",
    "/french/shared?fallback=true",
    "/old/shared?fallback=true",
  ]);
  expect((await get("/french/shared")).hrefs[0]).toBe("/shared?fallback=true");
  expect((await get("/")).hrefs).toEqual(["", "/french", "/old"]);
});

slowTest(
  "the fallback leads to the page if it exists, otherwise to the home page of the variant",
  async () => {
    const get = await openSite();
    const follow = async (path: string) => {
      const { status, location } = await get(path);
      return [status, location];
    };
    expect(await follow("/french/shared?fallback=true")).toEqual([307, "/french/shared"]);
    expect(await follow("/french/shared?a=1&fallback=true")).toEqual([307, "/french/shared?a=1"]);
    expect(await follow("/french/only-english?fallback=true")).toEqual([307, "/french"]);
    expect(await follow("/only-french?fallback=true")).toEqual([307, ""]);
    expect((await get("/french/only-english")).status).toBe(404);
    expect((await get("/french/shared")).status).toBe(200);
  },
);

slowTest("pages in several languages name each other with hreflang", async () => {
  const get = await openSite();
  const both = ["en /shared", "fr /french/shared"];
  expect((await get("/shared")).alternates).toEqual(both);
  expect([...(await get("/french/shared")).alternates].sort()).toEqual(both);
  expect((await get("/only-english")).alternates).toEqual([]);
});
