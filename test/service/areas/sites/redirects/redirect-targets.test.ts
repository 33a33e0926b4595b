import { expect, test } from "vitest";
import { resolveRedirect } from "../../../../../src/service/areas/sites/redirects/redirect-targets.ts";
import type { SiteRedirectTable } from "../../../../../src/service/areas/sites/tables.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { createStructure } from "../../../../support/organizations/site-parts.ts";

const deleted = { deleted_at: "2026-03-01T00:00:00.000Z" };
const structure = createStructure({
  sections: { guide: {}, empty: {}, gone: {} },
  siteSpaces: {
    root: {},
    first: { section_id: "guide" },
    second: { section_id: "guide" },
    removed: { section_id: "gone", ...deleted },
  },
});

test.each([
  [
    { kind: "site-section", siteSectionId: "guide" },
    { siteSpace: "first", added: "a b/c" },
  ],
  [{ kind: "site-section", siteSectionId: "empty" }, undefined],
  [{ kind: "site-section", siteSectionId: "gone" }, undefined],
  [{ kind: "site-section", siteSectionId: "unknown" }, undefined],
  [
    { kind: "site-space", siteSpaceId: "second" },
    { siteSpace: "second", added: "a b/c" },
  ],
  [{ kind: "site-space", siteSpaceId: "removed" }, undefined],
  [{ kind: "site-space", siteSpaceId: "unknown" }, undefined],
  [
    { kind: "site-page", siteSpaceId: "root", pageId: "p1" },
    { siteSpace: "root", page: "p1", added: "a b/c" },
  ],
  [{ kind: "site-page", siteSpaceId: "removed", pageId: "p1" }, undefined],
  [{ kind: "external", url: "https://example.com" }, { url: "https://example.com/a%20b/c" }],
  [
    { kind: "external", url: "https://example.com/x/?q=1#f" },
    { url: "https://example.com/x/a%20b/c?q=1#f" },
  ],
])(
  "a redirect to %j leads to %j, and to its start without a captured path",
  (destination, expected) => {
    const resolve = (capture_wildcard: number) => {
      const row = createPartial<SiteRedirectTable>({
        destination: JSON.stringify(destination),
        capture_wildcard,
      });
      const target = resolveRedirect(structure, { row, captured: "a b/c" });
      return target && "siteSpace" in target
        ? { ...target, siteSpace: target.siteSpace.id }
        : target;
    };
    expect(resolve(1)).toEqual(expected);
    const plain = "url" in destination ? { url: destination.url } : { ...expected, added: "" };
    expect(resolve(0)).toEqual(expected && plain);
  },
);
