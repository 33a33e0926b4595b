/** Search results for a visitor, which reveal nothing about content that the visitor does not see. */
import { expect, test } from "vitest";
import type { PageDraft } from "../../../../../src/service/areas/content/tree/drafts.ts";
import { sample, slowTest } from "../../../../support/generators/amount.ts";
import { publish, publishPages } from "../../../../support/organizations/content.ts";
import { publish as publishSite, requestSite } from "../../published/fixture.ts";
import { openSitesFixture } from "../../sites/fixture.ts";

/** Words on a hidden page, and in a block whose condition does not hold. */
const hiddenWords = ["bluefalcon", "marmalade"];
/** Words that nothing contains. */
const missingWords = ["quizzicals", "vorpalswd"];

async function openSite(further: readonly PageDraft[] = []) {
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
    ...further,
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

const templates = [
  ...["{}", "handbook {}", "{} handbook", "handbok {}", "the {} company", '"{}"'],
  ...["handbook installation {}", '"handbook" {} company'],
];

/** Each query with a hidden word, and the same query with a missing one. */
const comparisons = hiddenWords.flatMap((hidden) =>
  missingWords.flatMap((missing) =>
    templates.flatMap((template) =>
      [keep, misspell].map((change) => ({ hidden, missing, template, change })),
    ),
  ),
);

slowTest(
  "a search has the same results for a word of hidden content as for a missing word",
  async () => {
    const search = await openSite();
    const without = (main: string, query: string) => main.replaceAll(query, "QUERY");
    for (const { hidden, missing, template, change } of sample(comparisons, 14)) {
      const asked = template.replace("{}", change(hidden));
      const other = template.replace("{}", change(missing));
      const shown = await search(asked);
      if (change === misspell) expect(shown, asked).not.toContain(hidden);
      const generalized = [
        without(shown, change(hidden)),
        without(await search(other), change(missing)),
      ];
      expect(generalized[0], `${asked} and ${other}`).toEqual(generalized[1]);
    }
  },
);

slowTest(
  "the order of results does not depend on conditional text, nor its own place on that text",
  async () => {
    const fixture = await openSitesFixture();
    const { workspace } = fixture;
    const conditional = (text: string) =>
      `{% if visitor.claims.isPartner %}\n${text}\n{% endif %}\n`;
    const openWith = async (text: string) => {
      const siteId = await fixture.site();
      const space = await fixture.space("Docs");
      await fixture.add(siteId, space);
      const pages = Array.from({ length: 6 }, (_, at) => ({
        title: `Page ${at}`,
        slug: `page-${at}`,
        markdown: `The handbook ${"of the company ".repeat(at)}.\n\n${conditional(at % 2 === 0 ? text : "Nothing.")}`,
      }));
      await publishPages(workspace, space, pages);
      await publishSite(fixture, siteId);
      await fixture.change(siteId, { visibility: "public" });
      return async (query: string) => {
        const { body } = await requestSite(
          fixture,
          siteId,
          `/~search?q=${encodeURIComponent(query)}`,
        );
        return [...String(body).matchAll(/>(Page \d)<\/a><p class="where"/g)].map(
          ([, title]) => title,
        );
      };
    };
    const texts = ["Nothing.", "Marmalade handbook handbook handbook.", "handbook ".repeat(200)];
    const orders = [];
    for (const text of texts) {
      const search = await openWith(text);
      orders.push([
        await search("handbook"),
        await search("handbook marmalade"),
        await search("company marmalade"),
      ]);
    }
    expect(orders[0]?.map((one) => one.length)).toEqual([6, 6, 5]);
    for (const order of orders) expect(order).toEqual(orders[0]);
  },
);

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

slowTest(
  "a search counts and shows the visible pages, after any number of hidden ones",
  async () => {
    const write = (title: string, condition: string) => ({
      title,
      markdown: `{% if ${condition} %}\nPolicies of a café.\n{% endif %}\n`,
    });
    const search = await openSite([
      ...Array.from({ length: 40 }, (_, at) => write(`Hidden ${at}`, "visitor.claims.isPartner")),
      ...Array.from({ length: 3 }, (_, at) => write(`Shown ${at}`, "!visitor.claims.isPartner")),
    ]);
    for (const query of ["policies", "policy", "cafe", "polciies"]) {
      const main = await search(query);
      const titles = [...main.matchAll(/>((?:Hidden|Shown) \d+)</g)].map(([, title]) => title);
      expect([query, titles.toSorted()]).toEqual([query, ["Shown 0", "Shown 1", "Shown 2"]]);
      expect(main).toContain(">3 pages<");
    }
    expect(await search("shown policy")).toContain(">3 pages<");
    expect(await search("hidden policy")).toContain(">30 pages<");
  },
);
