import { describe, expect, test } from "vitest";
import type { TrackedEvent } from "../../../../src/contract/site-insights.model.ts";
import {
  readReferrer,
  toSiteEvent,
} from "../../../../src/service/areas/insights/tracked-events.ts";

const session = {
  ...{ visitorId: "v1", sessionId: "s1", cookies: {}, userAgent: "Mozilla/5.0" },
  ...{ language: null, referrer: null },
};
const location = {
  ...{ url: "https://docs.example.com/", siteSection: null, siteSpace: null, siteShareKey: null },
  ...{ space: null, revision: null, page: null },
};
const spaces = new Map([
  ["ss1", "space1"],
  ["ss2", "space2"],
]);
const plain = {
  ...{ site_id: "site1", day: "2026-03-02", event: "page_view", site_space: "", space: "" },
  ...{ page: "", url_path: "/", context: "site", bot: "", referrer: "", rating: "", detail: "" },
};

const convert = (event: object, more: object = {}, own: object = {}) =>
  toSiteEvent(
    {
      ...{ type: "page_view", session: { ...session, ...own } },
      ...{ location: { ...location, ...more }, ...event },
    } as TrackedEvent,
    { siteId: "site1", day: "2026-03-02", spaces },
  );

test.each<[string, object, object]>([
  ["no page", {}, {}],
  [
    "a page of a site space",
    { siteSpace: "ss2", space: "space2", page: "p1" },
    { site_space: "ss2", space: "space2", page: "p1" },
  ],
  [
    "a page of a site space with another space",
    { siteSpace: "ss2", space: "space9", page: "p1" },
    { site_space: "ss2", space: "space2", page: "p1" },
  ],
  ["a site space without a page", { siteSpace: "ss1", page: "" }, { site_space: "ss1" }],
  [
    "a page of a space of the site",
    { space: "space1", page: "p1" },
    { space: "space1", page: "p1" },
  ],
  ["a page of another space", { space: "space9", page: "p1" }, {}],
  ["a page of another site", { siteSpace: "ss9", space: "space1", page: "p1" }, {}],
  [
    "a page with a long id",
    { space: "space1", page: "p".repeat(65) },
    { space: "space1", page: "p".repeat(64) },
  ],
  ["a context", { displayContext: "embed" }, { context: "embed" }],
  ["a query and a fragment", { url: "https://x.test/a/b?token=1#c" }, { url_path: "/a/b" }],
  [
    "a share key",
    { url: "https://x.test/key/a/key1/", siteShareKey: "key" },
    { url_path: "/a/key1/" },
  ],
  ["a share key alone", { url: "https://x.test/key", siteShareKey: "key" }, { url_path: "/" }],
  ["an empty share key", { url: "https://x.test/a//b", siteShareKey: "" }, { url_path: "/a//b" }],
  [
    "a long path",
    { url: `https://x.test/${"a".repeat(400)}` },
    { url_path: `/${"a".repeat(299)}` },
  ],
])("%s", (_, given, expected) => {
  expect(convert({}, given)).toEqual({ ...plain, ...expected });
});

test.each<[object, object]>([
  [{ type: "search_type_query", query: "  limits " }, { detail: "limits" }],
  [{ type: "ask_question", query: "q".repeat(201) }, { detail: "q".repeat(200) }],
  [{ type: "page_post_feedback", feedback: { rating: "ok" } }, { rating: "ok" }],
  [
    { type: "page_post_feedback_comment", feedback: { rating: "bad", comment: "c".repeat(513) } },
    { rating: "bad", detail: "c".repeat(512) },
  ],
  [{ type: "ask_rate_response", query: "Why?", rating: 1, responseId: "r" }, { detail: "Why?" }],
  [{ type: "page_view", query: 5, feedback: { rating: "ok" } }, {}],
])("%j", (event, expected) => {
  const { type } = event as { type: string };
  expect(convert(event)).toEqual({ ...plain, event: type, ...expected });
});

test("bot and referrer are those of the session", () => {
  const own = { userAgent: "GPTBot/1.0", referrer: "https://news.example/item?token=1" };
  expect(convert({}, {}, own)).toEqual({ ...plain, bot: "gptbot", referrer: "news.example" });
});

describe("the referrer", () => {
  const url = "https://docs.example.com/a";
  test.each([
    [undefined, url, ""],
    ["", url, ""],
    ["not a URL", url, ""],
    ["https://news.example/item?q=1", url, "news.example"],
    ["http://news.example:8080/", url, "news.example"],
    ["android-app://com.example/", url, ""],
    ["https://docs.example.com/b", url, ""],
    ["http://docs.example.com:81/b", url, ""],
    ["mailto:ada@example.com", url, ""],
    [`ftp://news.example/${"a".repeat(300)}`, url, ""],
    [`https://docs.example.com/${"a".repeat(300)}`, url, ""],
    [`no URL${"a".repeat(300)}`, url, ""],
    // The same referrer is that of another website elsewhere.
    ["https://docs.example.com/b", "https://other.example.com/a", "docs.example.com"],
    ["https://docs.example.com/b", "https://other.example.com", "docs.example.com"],
    [`https://news.example/${"a".repeat(400)}`, url, "news.example"],
    [
      `https://${"a".repeat(60)}.${"b".repeat(60)}.example/`,
      url,
      `${"a".repeat(60)}.${"b".repeat(39)}`,
    ],
  ])("%j of %j is %j", (referrer, of, expected) => {
    expect(readReferrer(referrer, of)).toBe(expected);
    expect(readReferrer(referrer, of)).toBe(expected);
  });
});
