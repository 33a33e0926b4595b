import { describe, expect, test } from "vitest";
import { flushInsights } from "../../../../src/service/areas/insights/insight-buffer.ts";
import { addDays } from "../../../../src/service/areas/insights/insight-days.ts";
import { PendingInsights } from "../../../../src/service/areas/insights/site-event.ts";
import { mostVisitorHashes } from "../../../../src/service/areas/insights/visitor-hashes.ts";
import {
  addInsights,
  mostDetailedRows,
  retentionDays,
} from "../../../../src/service/areas/insights/write-insights.ts";
import { inTransaction } from "../../../../src/service/database/transaction.ts";
import { amount, report, slowTest, slowTests } from "../../../support/generators/amount.ts";
import { getText } from "../../../support/platforms/platform.ts";
import { openReaders } from "../reader/fixture.ts";

const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36";

async function start() {
  const readers = await openReaders();
  const { service, host, org, site, send } = readers;
  const insights = `/v1/orgs/${org}/sites/${site}/insights`;
  return {
    ...readers,
    insights,
    /** Opens a path as a visitor with an IP address and a user agent. */
    async visit(path: string, from = "203.0.113.1", headers: object = {}, method = "GET") {
      const answer = await service.transport({
        method: method === "POST" ? "POST" : method === "HEAD" ? "HEAD" : "GET",
        url: `http://${host}${path}`,
        headers: { host, "user-agent": browser, ...headers },
        from,
      });
      return { status: answer.status, body: await getText(answer) };
    },
    async post(path: string, body: string, from = "203.0.113.1") {
      const answer = await service.transport({
        method: "POST",
        url: `http://${host}${path}`,
        headers: {
          host,
          "user-agent": browser,
          "content-type": "application/x-www-form-urlencoded",
        },
        body,
        from,
      });
      return { status: answer.status, body: await getText(answer) };
    },
    /** The rows of a query. */
    async query(query: object) {
      const { status, body } = await send(`POST ${insights}/events/aggregate`, {
        json: { range: "last7Days", ...query },
      });
      const { columns = [], error } = JSON.parse(body);
      if (error) return { status, message: error.message, rows: [] };
      const rows = (columns[0]?.values ?? []).map((_: unknown, index: number) =>
        Object.fromEntries(
          columns.map((one: { column: string; values: unknown[] }) => [
            one.column,
            one.values[index],
          ]),
        ),
      );
      return { status, message: "", rows };
    },
  };
}

slowTest(
  "a range includes the day on which it begins, and not the midnight at which it ends",
  async () => {
    const { visit, query, service } = await start();
    await visit("/install");
    const day = 24 * 60 * 60 * 1000;
    const midnight = Math.floor(service.clock.now().getTime() / day) * day;
    const [noon, last] = [midnight + day / 2, midnight + day - 1];
    for (const [from, to, views] of [
      [midnight, midnight + day, 1],
      [midnight, midnight, 1],
      [noon, noon, 1],
      [midnight, noon, 1],
      [last, midnight + day, 1],
      [midnight - day, midnight, 0],
      [midnight - day, midnight + 1, 1],
      [midnight - day, midnight - day, 0],
      [midnight + day, midnight + day, 0],
      [midnight + day, midnight + 2 * day, 0],
    ] as const) {
      const [begin, end] = [from, to].map((time) => new Date(time).toISOString());
      const { rows } = await query({ ...pageViews, range: { from: begin, to: end } });
      expect([begin, end, rows[0]?.eventsCount]).toEqual([begin, end, views]);
    }
  },
);

const byEvent = { groupBy: [{ column: "eventType" }] };
const pageViews = { where: [{ column: "eventType", values: ["page_view"] }] };

describe("counting in the reading view", () => {
  slowTest("views by many visitors are counted exactly, in total and for each page", async () => {
    const { visit, query, db } = await start();
    const views = amount({ short: 1000, full: 10_000 });
    const paths = ["/", "/install", "/first-alert"];
    const byPath = new Map<string, number>();
    const visitors = 100;
    for (let at = 0; at < views; at++) {
      const path = paths[at % paths.length] ?? "";
      byPath.set(path, (byPath.get(path) ?? 0) + 1);
      const { status } = await visit(path, `198.51.100.${at % visitors}`);
      expect(status).toBe(200);
      if (at % 333 === 0) await flushInsights(db);
    }
    const { rows: totals } = await query(pageViews);
    expect(totals).toEqual([{ eventsCount: views, visitorsCount: visitors }]);
    const { rows } = await query({ ...pageViews, groupBy: [{ column: "page" }] });
    expect(rows.map(({ eventsCount }: { eventsCount: number }) => eventsCount).sort()).toEqual(
      [...byPath.values()].sort(),
    );
    for (const { visitorsCount } of rows) expect(visitorsCount).toBe(visitors);
    report("insights", `${views} views by ${visitors} visitors`);
  });

  test("nothing that identifies a visitor is stored", async () => {
    const { visit, db } = await start();
    const agent = `${browser} Secret/77.1`;
    await visit("/install", "203.0.113.77", { "user-agent": agent, cookie: "session=abcdef" });
    await visit("/install?token=tok-123&utm=x", "203.0.113.77", { "user-agent": agent });
    await visit("/nowhere?secret=tok-123", "203.0.113.77", {
      referer: "https://x.test/?q=tok-123",
    });
    await flushInsights(db);
    const stored = JSON.stringify([
      await db.selectFrom("insight_counts").selectAll().execute(),
      await db.selectFrom("insight_visitors").selectAll().execute(),
    ]);
    expect(stored).toContain("/nowhere");
    for (const secret of ["203.0.113", "Secret", "Mozilla", "tok-123", "abcdef"]) {
      expect(stored).not.toContain(secret);
    }
  });

  slowTest("searches, Markdown, missing pages, bots and referrers are counted", async () => {
    const { visit, query } = await start();
    await visit("/~search");
    await visit("/~search?q=install%20agent");
    await visit("/~search?q=install%20agent");
    await visit("/install.md");
    await visit("/llms.txt");
    await visit("/missing/page");
    await visit("/favicon.ico");
    await visit("/install", "203.0.113.2", { "user-agent": "Googlebot/2.1" });
    await visit("/install", "203.0.113.2", { referer: "https://news.example.org/item?id=1" });
    const { rows } = await query(byEvent);
    expect(Object.fromEntries(rows.map((row: Row) => [row.eventType, row.eventsCount]))).toEqual({
      search_open: 1,
      search_type_query: 2,
      page_markdown_request: 1,
      llms_request: 1,
      page_view: 3,
    });
    const searches = await query({ groupBy: [{ column: "eventSearchQuery" }] });
    expect(searches.rows).toEqual([{ eventSearchQuery: "install agent", eventsCount: 2 }]);
    const missing = await query({
      groupBy: [{ column: "urlPath" }],
      where: [...pageViews.where, { column: "page", values: [null] }],
    });
    expect(missing.rows).toEqual([{ urlPath: "/missing/page", eventsCount: 1 }]);
    const bots = await query({ ...pageViews, groupBy: [{ column: "visitorBot" }] });
    expect(bots.rows).toContainEqual({ visitorBot: "googlebot", eventsCount: 1 });
    const referrers = await query({ ...pageViews, groupBy: [{ column: "referrerDomain" }] });
    expect(referrers.rows).toContainEqual({ referrerDomain: "news.example.org", eventsCount: 1 });
  });

  slowTest(
    "HEAD, requests in the same process, 304 and redirects count as documented",
    async () => {
      const { visit, service, host, query } = await start();
      await visit("/install", "203.0.113.1", {}, "HEAD");
      await service.transport({ method: "GET", url: `http://${host}/install`, headers: { host } });
      expect((await query(byEvent)).rows).toEqual([]);
      const first = await service.transport({
        ...{ method: "GET", url: `http://${host}/install`, from: "203.0.113.9" },
        headers: { host, "user-agent": browser },
      });
      const again = await visit("/install", "203.0.113.9", { "if-none-match": first.headers.etag });
      expect(again.status).toBe(304);
      expect((await query(pageViews)).rows).toEqual([{ eventsCount: 2, visitorsCount: 1 }]);
    },
  );

  slowTest("the salt changes with the day, so a visitor is counted again", async () => {
    const { visit, wait, query } = await start();
    await visit("/install");
    for (let hour = 0; hour < 25; hour++) await wait();
    await visit("/install");
    const { rows } = await query({ ...pageViews, groupBy: [{ column: "datetime" }] });
    expect(rows.map(({ visitorsCount }: Row) => visitorsCount)).toEqual([1, 1]);
  });

  slowTest("the rows of a day are limited, and every event stays counted", async () => {
    const { visit, query, db, site } = await start();
    const day = new Date().toISOString().slice(0, 10);
    const rows = Array.from({ length: mostDetailedRows - 2 }, (_, at) => ({
      ...{ site_id: site, day, key: `k${at}`, event: "search_open", site_space: "", space: "" },
      ...{ page: "", url_path: `/${at}`, context: "site", bot: "", referrer: "", rating: "" },
      ...{ detail: "", events: 1 },
    }));
    for (let at = 0; at < rows.length; at += 500) {
      await db
        .insertInto("insight_counts")
        .values(rows.slice(at, at + 500))
        .execute();
    }
    for (let at = 0; at < 10; at++) await visit(`/none/${at}`);
    await visit("/install");
    await flushInsights(db);
    await visit("/install");
    const { rows: paths } = await query({ ...pageViews, groupBy: [{ column: "urlPath" }] });
    const total = paths.reduce((sum: number, { eventsCount }: Row) => sum + eventsCount, 0);
    expect(total).toBe(12);
    expect(paths).toContainEqual({ urlPath: "(other)", eventsCount: 10 });
    const { rows: byPage } = await query({ ...pageViews, groupBy: [{ column: "page" }] });
    expect(byPage.map(({ eventsCount }: Row) => eventsCount).sort()).toEqual([10, 2]);
    expect(mostVisitorHashes).toBeGreaterThan(0);
  });

  slowTest("a burst of different URLs is written while it is counted", async () => {
    const { visit, query } = await start();
    const many = amount({ short: 2100, full: 12_000 });
    await Promise.all(Array.from({ length: many }, (_, at) => visit(`/burst/${at}`)));
    const { rows } = await query(pageViews);
    expect(rows).toEqual([{ eventsCount: many, visitorsCount: 0 }]);
  });

  slowTest(
    "counts of a deleted site do not stop those of others, and closing writes them",
    async () => {
      const { visit, service, db, org, site } = await start();
      await visit("/install");
      await db.deleteFrom("site_spaces").where("site_id", "=", site).execute();
      const flushed = flushInsights(db);
      await expect(flushed).resolves.toBeUndefined();
      expect(org).not.toBe("");
      expect(service.db).toBe(db);
    },
  );
});

interface Row {
  readonly eventType: string;
  readonly eventsCount: number;
  readonly visitorsCount: number;
}

describe("feedback in the reading view", () => {
  slowTest("a form without scripts counts one rating a day for each visitor and page", async () => {
    const { send, org, site, get, post, query } = await start();
    expect((await get("/install")).body).not.toContain('class="feedback"');
    const changed = await send(`PUT /v1/orgs/${org}/sites/${site}/customization`, {
      json: { feedback: { enabled: true } },
    });
    expect(changed.body).toContain("feedback");
    const { body } = await get("/install");
    const [, action = ""] =
      /<form class="feedback" method="post" action="([^"]+)">/.exec(body) ?? [];
    const [, page = ""] = /name="page" value="([^"]+)"/.exec(body) ?? [];
    const sent = await post(action, `page=${page}&rating=good`);
    expect([sent.status, sent.body]).toEqual([200, expect.any(String)]);
    expect(sent.body).toContain("Thank you");
    await post(action, `page=${page}&rating=bad`);
    await post(action, `page=${page}&rating=bad`, "203.0.113.2");
    for (const wrong of ["", "page=x&rating=good", `page=${page}&rating=great`, `page=${page}`]) {
      expect((await post(action, wrong)).status).toBe(404);
    }
    const { rows } = await query({
      groupBy: [{ column: "page" }],
      where: [{ column: "eventType", values: ["page_post_feedback"] }],
      select: [{ column: "page" }, { column: "pageFeedbackRating" }],
    });
    expect(rows).toEqual([
      {
        page: { page, space: expect.any(String) },
        pageFeedbackRating: { good: 1, ok: 0, bad: 1 },
      },
    ]);
  });
});

slowTest("ratings are refused after feedback is disabled, and no longer counted", async () => {
  const { send, org, site, get, post, query } = await start();
  const enable = (enabled: boolean) =>
    send(`PUT /v1/orgs/${org}/sites/${site}/customization`, { json: { feedback: { enabled } } });
  await enable(true);
  const { body } = await get("/install");
  const [, action = "", page = ""] =
    /<form class="feedback" method="post" action="([^"]+)">.*?name="page" value="([^"]+)"/s.exec(
      body,
    ) ?? [];
  await enable(false);
  expect((await post(action, `page=${page}&rating=good`)).status).toBe(404);
  await enable(true);
  expect((await post(action, `page=${page}&rating=bad`)).status).toBe(200);
  const { rows } = await query(byEvent);
  expect(rows).toContainEqual(
    expect.objectContaining({ eventType: "page_post_feedback", eventsCount: 1 }),
  );
});

slowTest("a preview of a site offers and counts no feedback", async () => {
  const { send, org, site, get, query } = await start();
  const path = `/v1/orgs/${org}/sites/${site}`;
  await send(`PUT ${path}/customization`, { json: { feedback: { enabled: true } } });
  const { url } = JSON.parse((await send(`GET ${path}/publishing/preview`)).body);
  const { search } = new URL(url);
  const [published, preview] = [await get("/install"), await get(`/install${search}`)];
  expect([published.status, preview.status]).toEqual([200, 200]);
  expect(published.body).toContain('class="feedback"');
  expect(preview.body).toContain("Install");
  expect(preview.body).not.toContain('class="feedback"');
  expect((await query(byEvent)).rows.every(({ eventType }: Row) => eventType === "page_view")).toBe(
    true,
  );
});

describe("events that clients send", () => {
  const session = {
    ...{ visitorId: "visitor-1", sessionId: "s1", cookies: { a: "secret-cookie" } },
    ...{ ip: "203.0.113.200", userAgent: browser, language: "de-DE", referrer: null },
  };
  const location = {
    ...{ url: "https://docs.example.com/share-key-1/install?jwt_token=t", siteSection: null },
    ...{ siteSpace: null, siteShareKey: "share-key-1", space: null, revision: null, page: null },
  };
  const page = (more = {}, event = {}) => ({
    ...{ type: "page_view", session, location: { ...location, ...more } },
    ...event,
  });

  slowTest("are counted by their fields, without the session", async () => {
    const { send, insights, query, db, site } = await start();
    const { id: siteSpace, space_id: space } = await db
      .selectFrom("site_spaces")
      .select(["id", "space_id"])
      .where("site_id", "=", site)
      .executeTakeFirstOrThrow();
    const events = [
      page({ siteSpace, space, page: "pg1" }),
      page({ siteSpace, space, page: "pg1" }, { timestamp: new Date(Date.now() - 864e5) }),
      page({ space: "of another site", page: "pg2" }),
      page({}, { type: "search_type_query", query: " limits " }),
      page({}, { type: "ask_question", query: "How?" }),
      page(
        {},
        { type: "page_post_feedback_comment", feedback: { rating: "bad", comment: "Too short" } },
      ),
      page({}, { type: "search_open_result", query: "x", result: { recordId: "r1" } }),
      page(
        {},
        { type: "link_click", link: { target: { kind: "url", url: "x" }, position: "footer" } },
      ),
    ];
    expect((await send(`POST ${insights}/events`, { json: { events } })).status).toBe(204);
    const { rows } = await query({ ...pageViews, groupBy: [{ column: "page" }] });
    expect(rows).toEqual([
      { page: { page: "pg1", space }, eventsCount: 2, visitorsCount: 2 },
      { page: null, eventsCount: 1, visitorsCount: 0 },
    ]);
    const { rows: comments } = await query({ groupBy: [{ column: "eventPageFeedbackComment" }] });
    expect(comments).toEqual([{ eventPageFeedbackComment: "Too short", eventsCount: 1 }]);
    const stored = JSON.stringify(await db.selectFrom("insight_counts").selectAll().execute());
    // Stored digests can contain shorter words.
    const secrets = [
      "visitor-1",
      "secret-cookie",
      "203.0.113",
      "de-DE",
      "jwt_token",
      "share-key-1",
    ];
    for (const secret of secrets) {
      expect(stored).not.toContain(secret);
    }
    expect(stored).toContain('"/install"');
  });

  slowTest("are all refused if one is invalid, in the future or too old", async () => {
    const { send, insights, query } = await start();
    for (const wrong of [
      page({}, { type: "nosuch" }),
      page({}, { timestamp: "2999-01-01T00:00:00Z" }),
      page({}, { timestamp: "2001-01-01T00:00:00Z" }),
      page({ url: "not a URL" }),
      { type: "page_view" },
    ]) {
      const json = { events: [page(), wrong] };
      expect((await send(`POST ${insights}/events`, { json })).status).toBe(400);
    }
    expect((await query(byEvent)).rows).toEqual([]);
  });
});

describe("queries", () => {
  slowTests.each([
    ["hours", { groupBy: [{ column: "hourOfDay" }] }, 501],
    ["an interval of an hour", { groupBy: [{ column: "datetime", interval: "hour" }] }, 501],
    ["a country", { groupBy: [{ column: "visitorGeoCountry" }] }, 501],
    ["a claim", { where: [{ column: "visitorClaim", claim: "a", values: ["b"] }] }, 501],
    ["a count as a group", { groupBy: [{ column: "eventsCount" }] }, 400],
    ["a selected column without a group", { select: [{ column: "urlPath" }] }, 400],
    ["an unknown column", { groupBy: [{ column: "nosuch" }] }, 400],
    [
      "visitors by URL path",
      { groupBy: [{ column: "urlPath" }], select: [{ column: "visitorsCount" }] },
      501,
    ],
    [
      "a comparison of texts",
      { where: [{ column: "urlPath", values: ["a"], operator: "lessThan" }] },
      400,
    ],
    [
      "a comparison with two values",
      { where: [{ column: "eventsCount", values: [1, 2], operator: "lessThan" }] },
      400,
    ],
    [
      "a range that ends before it begins",
      { range: { from: "2026-03-02T00:00:00Z", to: "2026-03-01T00:00:00Z" } },
      400,
    ],
    ["a limit of 0", { limit: 0 }, 400],
  ])("with %s are refused", async (_, query, status) => {
    const readers = await start();
    expect(await readers.query(query)).toMatchObject({ status, message: expect.any(String) });
  });

  slowTest("filter, sort and limit rows, also by counts", async () => {
    const { visit, query } = await start();
    for (let at = 0; at < 6; at++) {
      for (let views = 0; views <= at; views++) await visit(`/none/${at}`);
    }
    const groupBy = [{ column: "urlPath" }];
    const { rows } = await query({ groupBy, limit: 2 });
    expect(rows).toEqual([
      { urlPath: "/none/5", eventsCount: 6 },
      { urlPath: "/none/4", eventsCount: 5 },
    ]);
    const many = { column: "eventsCount", values: [4], operator: "greaterThanOrEqual" };
    const order = { by: { column: "urlPath" }, direction: "asc" };
    const filtered = await query({ groupBy, order, where: [many] });
    expect(filtered.rows.map(({ urlPath }: { urlPath: string }) => urlPath)).toEqual([
      ...["/none/3", "/none/4", "/none/5"],
    ]);
    const others = { column: "urlPath", values: ["/none/5", "/none/4"], operator: "notIn" };
    expect((await query({ groupBy, where: [others] })).rows).toHaveLength(4);
    const day = new Date().toISOString();
    const since = { column: "datetime", values: [day], operator: "greaterThan" };
    expect((await query({ groupBy, where: [since] })).rows).toEqual([]);
  });
});

slowTest("segments contain all visitors, and a site without visits has none", async () => {
  const { visit, send, insights } = await start();
  const read = async () =>
    JSON.parse((await send(`GET ${insights}/visitor-segments`)).body).items as object[];
  expect(await read()).toEqual([]);
  await visit("/install", "203.0.113.1");
  await visit("/", "203.0.113.2");
  expect(await read()).toEqual([
    { title: "All visitors", claims: {}, events: 2, visitors: 2, sessions: 2 },
  ]);
});

slowTest("feedback of agents is counted with its summary", async () => {
  const { send, org, site, db, query } = await start();
  const api = `/v1/orgs/${org}/sites/${site}`;
  const { space_id: spaceId } = await db
    .selectFrom("site_spaces")
    .select("space_id")
    .where("site_id", "=", site)
    .executeTakeFirstOrThrow();
  const { body: pages } = await send(`GET /v1/spaces/${spaceId}/content/pages`);
  const pageId = JSON.parse(pages).pages[0].id;
  const about = { url: "https://docs.example.com/a", spaceId, pageId, feedback: "Outdated" };
  expect((await send(`POST ${api}/agent-feedback`, { json: about })).status).toBe(204);
  for (const [field, message] of [
    ["spaceId", "spaceId nosuch is not a space of the site."],
    ["pageId", `pageId nosuch is not a page of space ${spaceId}.`],
  ] as const) {
    const elsewhere = { ...about, [field]: "nosuch" };
    const refused = await send(`POST ${api}/agent-feedback`, { json: elsewhere });
    expect([refused.status, refused.body]).toEqual([400, expect.stringContaining(message)]);
  }
  const sent = await send(`POST ${api}/agents/feedback`, {
    json: {
      subject: { kind: "cli-command", command: "tome page list", flags: ["json"] },
      feedback: { category: "usability", severity: "low", summary: "No example", detail: "None." },
    },
  });
  expect([sent.status, JSON.parse(sent.body)]).toMatchObject([201, { id: expect.any(String) }]);
  const { rows } = await query({
    groupBy: [{ column: "eventPageFeedbackComment" }],
    where: [{ column: "eventType", values: ["agent_feedback"] }],
  });
  expect(rows).toEqual([
    { eventPageFeedbackComment: "Outdated", eventsCount: 1 },
    {
      eventPageFeedbackComment: "usability, low: No example (tome page list json)\nNone.",
      eventsCount: 1,
    },
  ]);
});

slowTest("prewarming builds the search index of the spaces of a site", async () => {
  const { send, org, site, db } = await start();
  const read = async () =>
    (await db.selectFrom("site_spaces").select("space_id").where("site_id", "=", site).execute())
      .length;
  const answer = await send(`POST /v1/orgs/${org}/sites/${site}/search/prewarm`);
  expect(answer.status).toBe(204);
  const { getSearch } = await import("../../../../src/service/database/search/search.ts");
  const spaces = await db
    .selectFrom("site_spaces")
    .select("space_id")
    .where("site_id", "=", site)
    .execute();
  expect(await read()).toBeGreaterThan(0);
  for (const { space_id } of spaces) {
    expect(await getSearch(db).findState(db, space_id)).toBeDefined();
  }
});

slowTest("counts and visitors are removed after the same number of days", async () => {
  const { db, site } = await start();
  const last = "2026-02-05";
  const write = async (day: string) => {
    const pending = new PendingInsights();
    const details = {
      url_path: "/",
      context: "site",
      bot: "",
      referrer: "",
      rating: "",
      detail: "",
    };
    const target = { site_space: "ss1", space: "s1", page: "p1" };
    pending.addEvents({ site_id: site, day, event: "page_view", ...target, ...details });
    pending.addVisitors({ siteId: site, day, page: "p1", space: "s1", visitors: 1 });
    await inTransaction(db, (transaction) => addInsights(transaction, pending));
  };
  const kept = addDays(last, -retentionDays);
  for (const day of [addDays(kept, -1), kept, last]) await write(day);
  for (const table of ["insight_counts", "insight_visitors"] as const) {
    const rows = await db.selectFrom(table).select("day").orderBy("day").execute();
    expect([table, rows.map(({ day }) => day)]).toEqual([table, [kept, last]]);
  }
});
