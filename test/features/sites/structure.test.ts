import { describe, expect, test } from "vitest";
import { viewPublished } from "../../../src/features/sites/published-view.ts";
import { drawPart, showStructure } from "../../../src/features/sites/structure.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

test.each([
  [
    {
      object: "site-section",
      id: "P1",
      title: "Guides",
      path: "guides",
      url: "https://x",
      default: true,
    },
    {
      title: "Guides",
      tone: "bold",
      notes: [
        { text: "section" },
        { text: "guides", tone: "cyan" },
        { text: "https://x", tone: "cyan" },
        { text: "default" },
      ],
      id: "P1",
    },
  ],
  [
    {
      object: "site-space",
      id: "Y1",
      title: "Beta",
      draft: true,
      condition: "visitor.claims.beta",
    },
    {
      title: "Beta",
      tone: undefined,
      notes: [
        { text: "space" },
        { text: "draft", tone: "yellow" },
        { text: "if visitor.claims.beta", tone: "yellow" },
      ],
      id: "Y1",
    },
  ],
  [
    { object: "site-section-group", id: "G1", title: "More" },
    { title: "More", tone: "bold", notes: [{ text: "group" }], id: "G1" },
  ],
  [
    { object: "site-external-link", id: "L1", title: "Chat" },
    { title: "Chat", tone: "bold", notes: [{ text: "link" }], id: "L1" },
  ],
  [
    { object: "site-banner", id: "B1", title: "New" },
    { title: "New", tone: "bold", notes: [{ text: "site-banner" }], id: "B1" },
  ],
])("the part %j in a tree", (part, expected) => {
  expect(drawPart(part)).toEqual(expected);
});

const structure = [
  {
    object: "site-section",
    id: "P1",
    title: "Guides",
    siteSpaces: [{ object: "site-space", id: "Y1", title: "Beta", condition: "true" }],
  },
];

describe("the structure of a site", () => {
  const show = async (parts: readonly object[], site: unknown, screen = true) => {
    const { context, said, sent } = openScriptedContext({
      screen,
      answer: ({ line }) => (line.endsWith("/structure") ? { structure: parts } : site),
    });
    const result = await showStructure(context, { organizationId: "O1", siteId: "X1" });
    return { result, said, sent };
  };
  const disabled = { adaptiveContent: { enabled: false } };

  test("is a tree on a terminal, and rows otherwise", async () => {
    expect((await show(structure, {})).result).toMatchObject({
      view: [{ tree: [{ title: "Guides", below: [{ title: "Beta" }] }] }],
    });
    const { result } = await show(structure, {}, false);
    expect(result).toMatchObject({
      columns: [
        ...["ID", "TITLE", "KIND", "PATH", "DEFAULT", "SPACE", "CONDITION", "URL"].map(
          (header) => ({ header }),
        ),
      ],
    });
    expect((await show([], {}, false)).result).toMatchObject({ none: "The site has no content." });
  });

  test.each<readonly [readonly object[], unknown, number, number]>([
    [structure, disabled, 1, 2],
    [structure, {}, 0, 2],
    [structure, 403, 0, 2],
    [[{ object: "site-section", id: "P1", title: "Guides" }], disabled, 0, 1],
  ])("warns that conditions hide content: %#", async (parts, site, warnings, requests) => {
    const { said, sent } = await show(parts, site);
    expect(said).toHaveLength(warnings);
    expect(sent).toHaveLength(requests);
  });
});

describe("a published site", () => {
  const site = { id: "X1", title: "Help", visibility: "public", urls: { published: "https://h" } };

  test("has its title, visibility and URL above the tree", async () => {
    const { context } = openScriptedContext({ screen: true });
    const result = await viewPublished({ site, structure: { structure } }, context);
    expect(result).toMatchObject({
      view: [
        {
          lines: [
            [{ text: "Help", tone: "bold" }, "  public  ", { text: "X1", tone: "dim" }],
            [{ text: "https://h", tone: "cyan" }],
            [],
          ],
        },
        { tree: [{ title: "Guides", below: [{ title: "Beta" }] }] },
      ],
    });
  });

  test("without content says so", async () => {
    const { context } = openScriptedContext({ screen: true });
    const result = await viewPublished({ site: { ...site, urls: null }, structure: {} }, context);
    expect(JSON.stringify(result)).toContain("The visitor sees no content.");
  });
});
