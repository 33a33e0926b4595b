/** Search results for a visitor, which reveal nothing about content that the visitor does not see. */
import { expect, test } from "vitest";
import { publish, publishPages } from "../../../../support/content.ts";
import { publish as publishSite, requestSite } from "../../published/fixture.ts";
import { openSitesFixture } from "../../sites/fixture.ts";

/** Words on a hidden page, and in a block whose condition does not hold. */
const hiddenWords = ["bluefalcon", "marmalade"];
/** Words that nothing contains. */
const missingWords = ["quizzicals", "vorpalswd"];

async function openSite() {
  const fixture = await openSitesFixture();
  const { workspace } = fixture;
  const siteId = await fixture.site();
  const space = await fixture.space("Docs");
  await fixture.add(siteId, space);
  await publishPages(workspace, space, [
    { title: "Welcome", slug: "welcome", markdown: "The handbook of the company.\n" },
    { title: "Guide", slug: "guide", markdown: "A handbook for the installation.\n" },
    {
      title: "Plan",
      slug: "plan",
      markdown: "The handbook and bluefalcon, handbood and instalation.\n",
    },
    {
      title: "Parts",
      slug: "parts",
      markdown:
        "The handbook.\n\n{% if visitor.claims.isPartner %}\nMarmalade and the company.\n{% endif %}\n",
    },
  ]);
  await publish(workspace, space, (tree) => ({
    ...tree,
    pages: tree.pages.map((page) => (page.title === "Plan" ? { ...page, hidden: true } : page)),
  }));
  await publishSite(fixture, siteId);
  await fixture.change(siteId, { visibility: "public" });
  return async (query: string) => {
    const { status, body } = await requestSite(
      fixture,
      siteId,
      `/~search?q=${encodeURIComponent(query)}`,
    );
    expect(status).toBe(200);
    const [, main = ""] = /<main[^>]*>([\s\S]*?)<\/main>/.exec(String(body)) ?? [];
    return main;
  };
}

/** Misspelled, so that the index would correct it. */
function misspell(word: string): string {
  return word.slice(0, 4) + word[5] + word[4] + word.slice(6);
}

function keep(word: string): string {
  return word;
}

test("a search has the same results for a word of hidden content as for a missing word", async () => {
  const search = await openSite();
  const templates = ["{}", "handbook {}", "{} handbook", "handbok {}", "the {} company", '"{}"'];
  // The order may differ: the index ranks a page by all its content.
  const without = (main: string, query: string) =>
    main
      .replaceAll(query, "QUERY")
      .split(/(?=<li>)|(?=<\/ol>)/)
      .toSorted();
  let compared = 0;
  for (const hidden of hiddenWords) {
    for (const [index, missing] of missingWords.entries()) {
      for (const template of templates) {
        for (const change of [keep, misspell]) {
          const [asked, other] = [hidden, missing].map((word) =>
            template.replace("{}", change(word)),
          ) as [string, string];
          const shown = await search(asked);
          if (change === misspell) expect(shown, asked).not.toContain(hidden);
          const generalized = [
            without(shown, change(hidden)),
            without(await search(other), change(missing)),
          ];
          expect(generalized[0], `${asked} and ${other} (${index})`).toEqual(generalized[1]);
          compared += 1;
        }
      }
    }
  }
  expect(compared).toBe(48);
});

test("a search finds visible content, and shows its corrections", async () => {
  const search = await openSite();
  expect(await search("handbook instalation")).toContain(">Guide</a>");
  expect(await search("isntallation")).toContain("<strong>installation</strong>");
  expect(await search("handbook copmany")).toContain("<strong>handbook company</strong>");
  // Hidden content has these words, which visible content has in another form.
  for (const query of ["handbood", "instalation", "guide instalation", "handboodd"]) {
    expect(await search(query), query).toContain(">Guide</a>");
  }
  expect(await search("handbok bluefaclon")).toContain("<strong>handbook bluefaclon</strong>");
});
