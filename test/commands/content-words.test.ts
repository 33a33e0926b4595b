import { describe, expect, test } from "vitest";
import {
  changeWords,
  linkWords,
  presentDocument,
  presentMetaLinks,
  shortenLink,
  shortenReference,
} from "../../src/commands/content-words.ts";
import type { Context } from "../../src/context.ts";
import type { JsonObject } from "../../src/json/values.ts";
import { createPartial } from "../support/commands/partial.ts";

const stats = { total: 9, broken: { total: 1 } };

describe("the note of a list of links", () => {
  test.each([
    [{ external: 0, inApp: 0 }, "Examined 9 links, 1 broken."],
    [
      { external: 1, inApp: 0 },
      "Examined 9 links, 1 broken. Skipped 1 external link, which was not checked.",
    ],
    [
      { external: 3, inApp: 2 },
      "Examined 9 links, 1 broken. Skipped 3 external links and 2 links into the app, which were not checked.",
    ],
    [undefined, "Examined 9 links, 1 broken. External links were not checked."],
  ])("with the unchecked links %j is %j", (unchecked, note) => {
    expect(linkWords.note({ items: [], stats, ...(unchecked && { unchecked }) })).toBe(note);
  });
});

test("a shortened link identifies its objects without their other members", () => {
  const space = { object: "space", id: "s1", title: "Handbook", permissions: { view: true } };
  const revision = { object: "revision", id: "r1", type: "merge", pages: [{ id: "p1" }] };
  const page = { kind: "page", space, versionContext: { type: "revision", revision } };
  const link = { status: "broken", relation: "reference", locationReferences: [page] };
  const short = { object: "space", id: "s1", title: "Handbook" };
  const target = { kind: "url", url: "../start.md" };
  expect(shortenLink({ ...link, targetReference: target })).toEqual({
    ...{ status: "broken", relation: "reference", targetReference: target },
    locationReferences: [
      {
        kind: "page",
        space: short,
        versionContext: {
          type: "revision",
          revision: { object: "revision", id: "r1", type: "merge" },
        },
      },
    ],
  });
});

test.each([
  ...["object", "type", "id", "number", "subject"],
  ...["title", "name", "displayName", "email", "slug", "path"],
])("a shortened object keeps its %s", (name) => {
  const object = { id: "1", [name]: "1" };
  const rest = { pages: [], permissions: {}, urls: {}, createdAt: "2026", size: 1 };
  const page = { kind: "page", space: { ...object, ...rest }, missing: null, list: [object] };
  expect(shortenReference(page)).toEqual({ ...page, space: object });
});

test.each([
  [{ more: 0 }, undefined],
  [{ more: 1 }, "Showing the first changes; 1 more. Use --limit <n> to show up to 1000."],
  [{ more: 250 }, "Showing the first changes; 250 more. Use --limit <n> to show up to 1000."],
  [{ more: "1" }, undefined],
  [{ more: null }, undefined],
  [{}, undefined],
])("the note about the changes of %j is %j", (page, note) => {
  expect(changeWords.note(page)).toBe(note);
});

describe("a document without text", () => {
  const present = (text: string) =>
    presentDocument({}, createPartial<Context>({ toMarkdown: async () => text }));

  test.each(["", " ", "\n\n"])("is %j: a sentence says so", async (text) => {
    expect(await present(text)).toEqual({ done: "The document is empty.", record: {} });
  });

  test("with text, the text is shown unchanged", async () => {
    expect(await present(" Hello.\n")).toEqual({ text: " Hello.\n" });
  });
});

test.each([
  [{}, true],
  [{ alternates: [] }, true],
  [{ alternates: [{ page: "P1" }] }, false],
  [{ canonical: { url: "https://x.example" } }, false],
])("a page with the links %j has none: %s", async (links, hasNone) => {
  const presented = await presentMetaLinks(links, createPartial<Context>({}));
  const done = "The page has no canonical or alternate links.";
  expect(presented).toEqual(hasNone ? { done, record: {} } : undefined);
});

describe("the end of a list of links with --fail", () => {
  const fail = "broken";
  const page = (broken: object, items: readonly object[] = []) => ({
    items: [...items] as JsonObject[],
    stats: { total: 9, broken: { ...broken } },
  });
  const links = (count: number) =>
    `findings: ${count === 1 ? "1 link is" : `${count} links are`} broken.`;
  const unknownNumber =
    "partial: The number of broken links is unknown: the platform does not return it.";
  const strange = "partial: The number of broken links is unknown: a link has the unknown status";

  test.each<readonly [JsonObject, JsonObject, string | undefined]>([
    [page({ total: 0 }), { fail }, undefined],
    [page({ total: 1 }), { fail }, links(1)],
    [page({ total: 5, changeRequest: 2 }), { fail }, links(5)],
    [page({ total: 5, changeRequest: 2 }), { fail, brokenContext: "change-request" }, links(2)],
    [page({ total: 5, changeRequest: 2 }), { fail, brokenContext: "space" }, links(3)],
    [page({ total: 5, changeRequest: 0 }), { fail, brokenContext: "change-request" }, undefined],
    [page({ total: 5, changeRequest: 5 }), { fail, brokenContext: "space" }, undefined],
    // A platform may not return how many of them the change request breaks.
    [page({ total: 5 }), { fail, brokenContext: "change-request" }, links(5)],
    [page({ total: 5 }), { fail, brokenContext: "space" }, links(5)],
    [page({}), { fail }, unknownNumber],
    [page({ total: 0 }, [{ status: "ok" }, { status: "in-app" }]), { fail }, undefined],
    [page({ total: 0 }, [{ status: "lost" }]), { fail }, `${strange} "lost".`],
    [page({ total: 0 }, [{}]), { fail }, `${strange} null.`],
    [page({ total: 1 }, [{ status: "lost" }]), { fail }, links(1)],
    [page({ total: 1 }), {}, undefined],
    [page({}), {}, undefined],
  ])("for %j and %j is %s", (response, input, end) => {
    const error = linkWords.findIncomplete(response, input);
    expect(error && `${error.how}: ${error.message}`).toBe(end);
  });
});
