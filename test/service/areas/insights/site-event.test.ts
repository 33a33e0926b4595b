import { describe, expect, test } from "vitest";
import {
  getEventKeys,
  PendingInsights,
  type SiteEvent,
} from "../../../../src/service/areas/insights/site-event.ts";

const columns = [
  "site_id",
  "day",
  "event",
  "site_space",
  "space",
  "page",
  "url_path",
  "context",
  "bot",
  "referrer",
  "rating",
  "detail",
] as const;

const view: SiteEvent = {
  ...{ site_id: "D1", day: "2026-03-02", event: "page_view", site_space: "X1", space: "S1" },
  ...{ page: "P1", url_path: "/start", context: "site", bot: "", referrer: "", rating: "" },
  detail: "",
};

const siteTarget = { siteId: "D1", day: "2026-03-02", page: "", space: "", visitors: 1 };

describe("an event", () => {
  test.each(columns)("with another %s is counted separately", (column) => {
    const pending = new PendingInsights();
    pending.addEvents(view);
    pending.addEvents({ ...view });
    pending.addEvents({ ...view, [column]: "other" }, 5);
    expect(pending.counts.map(({ events }) => events)).toEqual([2, 5]);
  });

  test("has a visitor of its site, and of its page if it has one", () => {
    const targets = getEventKeys(view).targets.map(({ target }) => target);
    expect(targets).toEqual([siteTarget, { ...siteTarget, page: "P1", space: "S1" }]);
    const other = getEventKeys({ ...view, page: "" }).targets;
    expect(other.map(({ target }) => target)).toEqual([siteTarget]);
  });

  test.each([
    ["another site", { site_id: "D2" }, 0],
    ["another day", { day: "2026-03-03" }, 0],
    ["another page of the site", { page: "P2" }, 1],
    ["another path of the page", { url_path: "/other" }, 2],
    ["another space", { space: "S2" }, 2],
  ])(
    "has the same visitors as one of %s at the same site, day and page only",
    (_, change, count) => {
      const keys = new Set(getEventKeys(view).targets.map(({ key }) => key));
      const others = getEventKeys({ ...view, ...change }).targets;
      expect(others.filter(({ key }) => keys.has(key))).toHaveLength(count);
    },
  );
});

test("pending counts and visitors are added to those of another buffer", () => {
  const [one, other] = [new PendingInsights(), new PendingInsights()];
  expect(one.size).toBe(0);
  one.addEvents(view, 2);
  one.addVisitors({ ...siteTarget, visitors: 3 });
  other.addEvents(view, 4);
  other.addEvents({ ...view, page: "P2" });
  other.addVisitors(siteTarget);
  other.addVisitors({ ...siteTarget, day: "2026-03-03" });
  one.addAll(other);
  expect(one.counts.map(({ event, events }) => [event.page, events])).toEqual([
    ["P1", 6],
    ["P2", 1],
  ]);
  expect(one.visitors.map(({ day, visitors }) => [day, visitors])).toEqual([
    ["2026-03-02", 4],
    ["2026-03-03", 1],
  ]);
  expect([one.size, other.size]).toEqual([4, 4]);
});
