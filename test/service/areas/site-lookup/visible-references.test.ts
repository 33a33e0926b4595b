/** API specifications and URLs, as visitors with different claims may read them. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { parseMarkdown } from "../../../../src/document/markdown.ts";
import {
  getLinkBase,
  withReferences,
} from "../../../../src/service/areas/content/links/relative-links.ts";
import { putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import {
  showsSpecification,
  showsUrl,
} from "../../../../src/service/areas/site-lookup/visible-references.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { publish, publishPages } from "../../../support/organizations/content.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

let fixture: SitesFixture;
const spaceNames = ["own", "shown", "outside"] as const;
const spaces = { own: "", shown: "", outside: "" };
const url = "https://a.example/q";
const links = { slug: "[API](/openapi/petstore)", id: "[API](/openapi/S1)", url: `[a](${url})` };
const kinds = ["slug", "id", "url"] as const;

beforeAll(async () => {
  fixture = await openSitesFixture();
  for (const name of spaceNames) spaces[name] = await fixture.space(name);
});

const forms: Readonly<Record<string, string>> = {
  link: `[a](${url})`,
  embed: `{% embed url="${url}" %}`,
  image: `![](${url})`,
  anchor: `<a href='${url}'>a</a>`,
  "HTML table cell": `<table><tbody><tr><td><a href="${url}">a</a></td></tr></tbody></table>`,
  "table cell": `| A |\n| - |\n| [a](${url}) |`,
  "target of a card": `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>One</td><td><a href="${url}">x</a></td></tr></tbody></table>`,
  button: `<a href="${url}" class="button primary">a</a>`,
  card: `{% content-ref url="${url}" %}\n[a](${url})\n{% endcontent-ref %}`,
  iframe: `<iframe src="${url}"></iframe>`,
};

test.each(Object.keys(forms))("a visitor sees a URL in the form: %s", async (name) => {
  const { workspace } = fixture;
  const visitor = { site: "site", spaces: new Set([spaces.own]), claims: {} };
  const condition = "{% if visitor.claims.unsigned.beta %}";
  for (const [markdown, isVisible] of [
    [forms[name] ?? "", true],
    [`${forms[name]}\n\n${condition}\nText\n{% endif %}\n`, true],
    [`${condition}\n${forms[name]}\n{% endif %}\n`, false],
    [`[b](https://b.example)\n\n${condition}\n${forms[name]}\n{% endif %}\n`, false],
    ["Text", false],
  ] as const) {
    await publish(workspace, spaces.own, (tree) => ({ ...tree, pages: [] }));
    await publishPages(workspace, spaces.own, [{ title: "Page", markdown }]);
    const shown = await showsUrl(workspace.db, visitor, spaces.own, url);
    expect([markdown, shown]).toEqual([markdown, isVisible]);
  }
});

test("without conditions, a specification in reusable content that no page contains is visible", async () => {
  const { workspace } = fixture;
  const visitor = { site: "site", spaces: new Set([spaces.own]), claims: {} };
  for (const [condition, expected] of [
    ["", true],
    ["{% if visitor.claims.unsigned.beta %}\nText\n{% endif %}\n", false],
  ] as const) {
    await publish(workspace, spaces.own, async (tree, { db }) => {
      const text = withReferences(parseMarkdown(links.slug), getLinkBase(tree, "r"));
      const document = await putDocument(db, spaces.own, text);
      const reusableContents = [{ id: "r", title: "r", document }];
      return { ...tree, pages: [], reusableContents };
    });
    await publishPages(workspace, spaces.own, [{ title: "Page", markdown: condition }]);
    const specification = { id: "S1", slug: "petstore" };
    expect(await showsSpecification(workspace.db, visitor, specification)).toBe(expected);
  }
  await publish(workspace, spaces.own, (tree) => ({ ...tree, reusableContents: [] }));
});

const text = fc.record({
  space: fc.constantFrom(...spaceNames),
  kind: fc.constantFrom(...kinds),
  /** The value of the claim with which the text is visible; undefined if it always is. */
  beta: fc.constantFrom(undefined, true, false),
});

slowTest(
  "a visitor sees what the current texts of the site contain whose conditions hold",
  async () => {
    const { workspace } = fixture;
    const { db } = workspace;
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 6 }), fc.boolean(), async (texts, isBeta) => {
        for (const name of spaceNames) {
          await publish(workspace, spaces[name], (tree) => ({ ...tree, pages: [] }));
          const drafts = texts.flatMap(({ space, kind, beta }, index) => {
            const condition = `${beta === false ? "!" : ""}visitor.claims.unsigned.beta`;
            const markdown =
              beta === undefined
                ? links[kind]
                : `{% if ${condition} %}\n${links[kind]}\n{% endif %}\n`;
            return space === name ? [{ title: `Page ${index}`, markdown }] : [];
          });
          await publishPages(workspace, spaces[name], drafts);
        }
        const visible = texts.filter(({ beta }) => beta === undefined || beta === isBeta);
        const visitor = {
          site: "site",
          spaces: new Set([spaces.own, spaces.shown]),
          claims: { unsigned: { beta: isBeta } },
        };
        const specification = { id: "S1", slug: "petstore" };
        expect({
          specification: await showsSpecification(db, visitor, specification),
          other: await showsSpecification(db, visitor, { id: "S2", slug: "other" }),
          own: await showsUrl(db, visitor, spaces.own, url),
          shown: await showsUrl(db, visitor, spaces.shown, url),
          part: await showsUrl(db, visitor, spaces.own, "https://a.example/"),
        }).toEqual({
          specification: visible.some(({ space, kind }) => space !== "outside" && kind !== "url"),
          other: false,
          own: visible.some(({ space, kind }) => space === "own" && kind === "url"),
          shown: visible.some(({ space, kind }) => space === "shown" && kind === "url"),
          part: false,
        });
      }),
      { numRuns: amount({ short: 12, all: 60, full: 600 }) },
    );
  },
);
