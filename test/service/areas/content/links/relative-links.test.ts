import fc from "fast-check";
import { expect, test } from "vitest";
import { getAddress, parseReference } from "../../../../../src/document/reference-address.ts";
import {
  buildReferenceUrl,
  resolveLocations,
  toReference,
} from "../../../../../src/service/areas/content/links/relative-links.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

const content = tree(
  [
    page("home"),
    page("guides", {
      type: "group",
      pages: [
        page("setup", { pages: [page("linux")] }),
        page("odd", { location: "docs/Odd name (1).md" }),
      ],
    }),
    page("site", { type: "link", target: { kind: "url", url: "https://example.com" } }),
  ],
  {
    files: [
      { id: "logo", name: "my logo.png", contentType: "image/png", hash: "0", size: 1 },
      {
        id: "plan",
        name: "plan.pdf",
        contentType: "x/y",
        hash: "0",
        size: 1,
        location: "docs/plan.pdf",
      },
    ],
    reusableContents: [{ id: "note", title: "A note" }],
  },
);

test("pages and files are linked by their paths, or by their location in Git", () => {
  expect(Object.fromEntries(resolveLocations(content).of)).toEqual({
    home: "README.md",
    setup: "guides/setup/README.md",
    linux: "guides/setup/linux.md",
    odd: "docs/Odd name (1).md",
    logo: ".gitbook/assets/my logo.png",
    plan: "docs/plan.pdf",
    note: ".gitbook/includes/a-note.md",
  });
});

test.each([
  ["guides/setup/README.md", "README.md", { kind: "page", page: "setup" }],
  ["guides/setup", "README.md", { kind: "page", page: "setup" }],
  ["guides/setup/", "README.md", { kind: "page", page: "setup" }],
  ["./guides/setup.md", "README.md", { kind: "page", page: "setup" }],
  [
    "linux.md#step-1",
    "guides/setup/README.md",
    { kind: "anchor", page: "linux", anchor: "step-1" },
  ],
  ["../../README.md", "guides/setup/linux.md", { kind: "page", page: "home" }],
  ["/guides/setup/linux", "docs/Odd name (1).md", { kind: "page", page: "linux" }],
  ["docs/Odd%20name%20(1).md", "README.md", { kind: "page", page: "odd" }],
  ["plan.pdf", "docs/Odd name (1).md", { kind: "file", file: "plan" }],
  [".gitbook/assets/my%20logo.png", "README.md", { kind: "file", file: "logo" }],
  [
    ".gitbook/includes/a-note.md",
    "README.md",
    { kind: "reusable-content", reusableContent: "note" },
  ],
  ["#here", "README.md", { kind: "anchor", anchor: "here" }],
  ["/pages/unknown", "README.md", { kind: "page", page: "unknown" }],
  ["guides", "README.md", undefined],
  ["nowhere.md", "README.md", undefined],
  ["../outside.md", "README.md", undefined],
  ["https://example.com/README.md", "README.md", undefined],
  ["mailto:a@example.com", "README.md", undefined],
  ["//example.com", "README.md", undefined],
  ["%E0%A4%A", "README.md", undefined],
])("%s in %s leads to %j", (url, location, ref) => {
  expect(toReference(url, { tree: content, location })).toEqual(ref);
});

test("every written URL is read as the same reference", () => {
  const locations = [...resolveLocations(content).of.values()];
  for (const location of locations) {
    const from = { tree: content, location };
    for (const id of ["home", "setup", "linux", "odd"]) {
      expect(toReference(buildReferenceUrl({ kind: "page", page: id }, from), from)).toEqual({
        kind: "page",
        page: id,
      });
      const anchor = { kind: "anchor", page: id, anchor: "a-1" } as const;
      expect(toReference(buildReferenceUrl(anchor, from), from)).toEqual(anchor);
    }
    for (const file of ["logo", "plan"]) {
      const ref = { kind: "file", file } as const;
      expect(toReference(buildReferenceUrl(ref, from), from)).toEqual(ref);
    }
  }
});

test("references out of the space, and broken ones, are written by id and read back", () => {
  const id = fc.stringMatching(/^[A-Za-z0-9]{1,20}$/);
  const space = fc.option(id, { nil: undefined });
  const ref = fc.oneof(
    fc.record({ kind: fc.constant("page" as const), page: id, space }),
    fc.record({ kind: fc.constant("file" as const), file: id, space }),
    fc.record({ kind: fc.constant("anchor" as const), page: id, anchor: id, space }),
    fc.record({ kind: fc.constant("space" as const), space: id }),
    fc.record({ kind: fc.constant("collection" as const), collection: id }),
    fc.record({ kind: fc.constant("user" as const), user: id }),
    fc.record({ kind: fc.constant("openapi" as const), spec: id }),
  );
  fc.assert(
    fc.property(ref, (one) => {
      expect(parseReference(getAddress(one))).toEqual(JSON.parse(JSON.stringify(one)));
    }),
  );
});
