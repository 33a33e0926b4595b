import { expect, test } from "vitest";
import type { JsonValue } from "../../../../../src/json/values.ts";
import { getMetaLinks } from "../../../../../src/service/areas/content/links/meta-links.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const content = tree([
  page("start", { slug: "start", pages: [page("next", { slug: "next" })] }),
  page("other", { slug: "other" }),
]);
const web = (url: string) => ({ kind: "url", url });
const toPage = (id: string) => ({ kind: "page", page: id });

test.each<[JsonValue | undefined, object]>([
  [undefined, {}],
  ["https://example.com", {}],
  [{}, { canonical: undefined, alternates: [] }],
  [
    { canonical: " https://example.com/a " },
    { canonical: web("https://example.com/a"), alternates: [] },
  ],
  [{ canonical: "HTTP://example.com" }, { canonical: web("HTTP://example.com"), alternates: [] }],
  [{ canonical: "mailto:a@example.com" }, { canonical: undefined, alternates: [] }],
  [{ canonical: "//example.com" }, { canonical: undefined, alternates: [] }],
  [{ canonical: 7 }, { canonical: undefined, alternates: [] }],
  [{ canonical: "next.md" }, { canonical: undefined, alternates: [] }],
  [{ canonical: "start/next.md" }, { canonical: toPage("next"), alternates: [] }],
  [{ canonical: "/pages/other" }, { canonical: toPage("other"), alternates: [] }],
  [{ canonical: "/pages/other#part" }, { canonical: undefined, alternates: [] }],
  [{ canonical: "/files/f" }, { canonical: undefined, alternates: [] }],
  [{ alternates: "/pages/other" }, { canonical: undefined, alternates: [] }],
  [
    { alternates: ["/pages/other", "gone.md", null, "https://example.com"] },
    { canonical: undefined, alternates: [toPage("other"), web("https://example.com")] },
  ],
])("the meta links %j", (metaLinks, expected) => {
  const frontMatter = metaLinks === undefined ? undefined : { metaLinks };
  const start = page("start", { ...(frontMatter && { frontMatter }) });
  expect(getMetaLinks(content, start)).toEqual(expected);
});

test("at most 100 alternates are resolved", () => {
  const alternates = Array.from({ length: 101 }, (_, at) => `https://example.com/${at}`);
  const start = page("start", { frontMatter: { metaLinks: { alternates } } });
  expect(getMetaLinks(content, start).alternates).toEqual(alternates.slice(0, 100).map(web));
});
