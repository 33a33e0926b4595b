import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import {
  findVisibleSections,
  hasNeeded,
  listMatchingWords,
  listQueryWords,
  matchesAny,
} from "../../../../../src/service/areas/content/search/visible-sections.ts";
import { putDocument } from "../../../../../src/service/areas/content/texts/documents.ts";
import { getTreeIndex } from "../../../../../src/service/areas/content/tree/tree-index.ts";
import { page, tree } from "../../../../support/organizations/content.ts";
import { openSitesFixture } from "../../sites/fixture.ts";

test("the words of a query have at least two letters or digits, and are at most twenty", () => {
  expect(listQueryWords("The API, a v2 größe! x")).toEqual(["the", "api", "v2", "größe"]);
  expect(listQueryWords("? !")).toEqual([]);
  const many = Array.from({ length: 21 }, (_, at) => `w${at}x`);
  expect(listQueryWords(many.join(" "))).toEqual(many.slice(0, 20));
});

test("sections are selected by the words of a query and by their longer stems", () => {
  const toStems = (text: string) => text.split(" ").map((word) => word.slice(0, -3));
  expect(listMatchingWords("Swimming running", toStems)).toEqual([
    ...["swimming", "running", "Swimm", "runn"],
  ]);
  const length = 3;
  const [short, long] = ["x".repeat(length + 2), "y".repeat(length + 3)];
  expect(listMatchingWords(`${short} ${long}`, toStems)).toEqual([
    ...[short, long, "y".repeat(length)],
  ]);
  expect(listMatchingWords("same same", () => ["same"])).toEqual(["same"]);
});

test.each([
  ["Alert Rules", "Body", ["rules"], true],
  ["Heading", "The ALERT fires", ["none", "alert"], true],
  ["Heading", "Body", ["alert"], false],
  ["Heading", "Body", [], false],
  ["Heading", "Body", ["heading body"], true],
])("a section %j %j has one of the words %j: %s", (heading, body, words, hasOne) => {
  expect(matchesAny({ heading, body }, words)).toBe(hasOne);
});

describe("the visible text of a page", () => {
  const sections = [
    { heading: "Alert rules", body: "They fire." },
    { heading: "", body: "A channel is needed." },
  ];
  const toStems = (word: string) => (word === "firing" ? ["fire"] : []);

  test.each([
    ["rules", "all", true],
    // Capital letters in the title, a heading and a text.
    ["user", "all", true],
    ["alert", "all", true],
    ["they", "any", true],
    ["RULES channel", "all", true],
    ["rules silence", "all", false],
    ["rules silence", "any", true],
    ["silence", "any", false],
    ["guide", "all", true],
    ["firing", "all", true],
    ["firing", "any", true],
    ["?", "all", false],
    ["?", "any", false],
  ] as const)("has the words of %j, of which it needs %s: %s", (query, needed, hasThem) => {
    expect(hasNeeded(sections, "User guide", { query, needed, toStems })).toBe(hasThem);
  });
});

test("sections are those whose conditions hold for the visitor", async () => {
  const fixture = await openSitesFixture();
  const { db } = fixture.workspace;
  const spaceId = await fixture.space("Guide");
  const conditional =
    '# Start\n\nFor all.\n\n{% if visitor.claims.plan == "pro" %}\n## Secret\n\nFor some.\n{% endif %}\n';
  const [plain, document] = [
    await putDocument(db, spaceId, parseMarkdown("# Start\n\nFor all.\n")),
    await putDocument(db, spaceId, parseMarkdown(conditional)),
  ];
  const { pages } = getTreeIndex(tree([page("a", { document: plain }), page("b", { document })]));
  const find = async (id: string, plan: string) => {
    const treePage = pages.get(id);
    if (!treePage) throw new Error(id);
    const scope = { page: {}, space: {}, visitor: { claims: { plan } } };
    const sections = await findVisibleSections({ db, spaceId, scope }, treePage, {
      caller: "v",
      db,
    });
    return sections?.map(({ heading, body }) => [heading, body]);
  };
  const all = ["Start", "For all."];
  expect(await find("a", "pro")).toBeUndefined();
  expect((await find("b", "pro"))?.filter(([, body]) => body !== "")).toEqual([
    all,
    ["Secret", "For some."],
  ]);
  expect((await find("b", "free"))?.filter(([, body]) => body !== "")).toEqual([all]);
});
