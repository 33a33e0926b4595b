import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import { InsightBuffer } from "../../../../src/service/areas/insights/insight-buffer.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

const day = "2026-03-02";
let workspace: Workspace;
let siteId: string;

beforeAll(async () => {
  workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  siteId = (await workspace.ok(admin, site.create, { organizationId, title: "Docs" })).id;
  return () => workspace.service.close();
});

beforeEach(async () => {
  await workspace.db.deleteFrom("insight_counts").execute();
  await workspace.db.deleteFrom("insight_visitors").execute();
});

const view = (path: string, page = "") => ({
  ...{ site_id: siteId, day, event: "page_view", site_space: "", space: page && "s1", page },
  ...{ url_path: path, context: "site", bot: "", referrer: "", rating: "", detail: "" },
});

async function readCounts() {
  const rows = await workspace.db
    .selectFrom("insight_counts")
    .select(["url_path", "events"])
    .orderBy("url_path")
    .execute();
  return rows.map(({ url_path, events }) => [url_path, events]);
}

async function readVisitors() {
  const rows = await workspace.db
    .selectFrom("insight_visitors")
    .select(["page", "visitors"])
    .orderBy("page")
    .execute();
  return rows.map(({ page, visitors }) => [page, visitors]);
}

describe("a buffer of insights", () => {
  test("counts waiting requests together, the first ones when there are 200", async () => {
    const buffer = new InsightBuffer(workspace.db);
    const counted: number[] = [];
    const later = (number: number) =>
      buffer.recordLater(() => {
        counted.push(number);
        buffer.record(view("/a"), day);
      });
    for (let number = 1; number < 200; number++) expect(later(number)).toBeUndefined();
    expect(counted).toEqual([]);
    expect(later(200)).toBeUndefined();
    expect(counted).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
    later(201);
    expect(await readCounts()).toEqual([]);
    await buffer.flush();
    expect(await readCounts()).toEqual([["/a", 201]]);
    await buffer.flush();
    expect(await readCounts()).toEqual([["/a", 201]]);
  });

  slowTest("is written when it has more than 2,000 different events", async () => {
    for (const [events, isWritten] of [
      [2000, false],
      [2001, true],
    ] as const) {
      await workspace.db.deleteFrom("insight_counts").execute();
      const buffer = new InsightBuffer(workspace.db);
      for (let at = 0; at < events; at++) buffer.record(view(`/${at}`), day);
      for (let at = 1; at < 200; at++) buffer.recordLater(() => {});
      const written = buffer.recordLater(() => {});
      expect(written !== undefined).toBe(isWritten);
      await written;
      expect(await readCounts()).toHaveLength(isWritten ? events : 0);
      await buffer.close();
      expect(await readCounts()).toHaveLength(events);
    }
  });

  test("counts each visitor of a day once for the site and once for each page", async () => {
    const buffer = new InsightBuffer(workspace.db);
    const [ada, bob] = [
      { client: "192.0.2.1", userAgent: "Firefox" },
      { client: "192.0.2.2", userAgent: "Firefox" },
    ];
    buffer.record(view("/a", "p1"), day, ada);
    buffer.record(view("/a", "p1"), day, ada);
    buffer.record(view("/a", "p1"), day, bob);
    buffer.record(view("/b", "p2"), day, bob);
    buffer.record(view("/c"), day, ada);
    buffer.record(view("/c"), day);
    await buffer.flush();
    buffer.record(view("/a", "p1"), day, ada);
    await buffer.flush();
    expect(await readVisitors()).toEqual([
      ["", 2],
      ["p1", 2],
      ["p2", 1],
    ]);
    expect(await readCounts()).toEqual([
      ["/a", 4],
      ["/b", 1],
      ["/c", 2],
    ]);
  });

  test("keeps its counts after an error, and writes them with the next ones", async () => {
    const { db } = workspace;
    const buffer = new InsightBuffer(db);
    const visitor = { client: "192.0.2.3", userAgent: "Firefox" };
    buffer.record(view("/a", "p9"), day, visitor);
    buffer.record(view("/a", "p9"), day);
    await db.schema.alterTable("insight_visitors").renameTo("insight_visitors_away").execute();
    await expect(buffer.flush()).rejects.toThrow("insight_visitors");
    await db.schema.alterTable("insight_visitors_away").renameTo("insight_visitors").execute();
    expect(await readCounts()).toEqual([]);
    buffer.record(view("/a", "p9"), day);
    await buffer.flush();
    expect(await readCounts()).toEqual([["/a", 3]]);
    expect(await readVisitors()).toEqual([
      ["", 1],
      ["p9", 1],
    ]);
    await buffer.close();
  });

  test.each([0, 1, 2])(
    "is written after half a minute, and again after %d failures",
    async (failures) => {
      const { db } = workspace;
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      onTestFinished(() => void vi.useRealTimers());
      const messages: string[] = [];
      const buffer = new InsightBuffer(db, (message) => messages.push(message));
      buffer.recordLater(() => buffer.record(view("/a"), day));
      const move = (from: string, to: string) =>
        failures > 0 && db.schema.alterTable(from).renameTo(to).execute();
      await move("insight_counts", "insight_counts_away");
      for (let time = 1; time <= failures; time++) {
        vi.advanceTimersByTime(29_999);
        expect(messages).toHaveLength(time - 1);
        vi.advanceTimersByTime(1);
        await expect.poll(() => messages.length, { interval: 1 }).toBe(time);
      }
      await move("insight_counts_away", "insight_counts");
      vi.advanceTimersByTime(30_000);
      await expect.poll(readCounts, { interval: 1 }).toEqual([["/a", 1]]);
      expect(messages).toEqual(Array(failures).fill("Writing insights failed."));
      // Nothing is left to write.
      expect(vi.getTimerCount()).toBe(0);
      await buffer.close();
    },
  );
});
