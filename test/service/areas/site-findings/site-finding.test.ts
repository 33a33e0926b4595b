import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as site from "../../../../src/contract/site.ts";
import * as contract from "../../../../src/contract/site-finding.ts";
import * as redirect from "../../../../src/contract/site-redirect.ts";
import * as scan from "../../../../src/contract/site-scan.ts";
import * as space from "../../../../src/contract/space.ts";
import * as spacePermission from "../../../../src/contract/space-permission.ts";
import { mostFindings } from "../../../../src/service/areas/site-findings/derive-findings.ts";
import { scanSite } from "../../../../src/service/areas/site-findings/scan-site.ts";
import { selectSites } from "../../../../src/service/areas/sites/queries.ts";
import type { Call } from "../../../../src/service/core/handlers.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { readAllPages } from "../../../support/requests/all-pages.ts";
import { openSitesFixture } from "../sites/fixture.ts";

const brokenText = "See [the guide](missing.md) and [a heading](#nowhere).\n";

/** A site with a space that has a broken link and a link to a missing heading. */
async function start(markdown = brokenText) {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  onTestFinished(() => workspace.service.close());
  const siteId = await fixture.site();
  const of = fixture.of(siteId);
  const spaceId = await fixture.space("Guide");
  await fixture.add(siteId, spaceId);
  const pages = await publishPages(workspace, spaceId, [{ title: "Home", slug: "home", markdown }]);
  const pageId = pages.home ?? "";
  const list = async (options = {}, caller = admin) =>
    (await workspace.ok(caller, contract.list, { ...of, ...options })).items;
  const scans = async () => (await workspace.ok(admin, scan.list, of)).items;
  async function write(text: string) {
    workspace.time.now = new Date(workspace.now.getTime() + 60_000);
    const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId });
    const change = {
      operation: "update_page" as const,
      page: pageId,
      document: { markdown: text },
    };
    await workspace.ok(admin, cr.edit, { spaceId, changeRequestId, changes: [change] });
    await workspace.ok(admin, cr.merge, { spaceId, changeRequestId });
  }
  const setStatus = (siteFindingId: string, status: "open" | "done" | "canceled") =>
    workspace.ok(admin, contract.update, { ...of, siteFindingId, status });
  return { fixture, workspace, admin, of, siteId, spaceId, pageId, list, scans, write, setStatus };
}

describe("findings of a site", () => {
  test("broken links and missing headings are findings with their page", async () => {
    const { workspace, admin, of, spaceId, pageId, list } = await start();
    const findings = await list({ orderBy: "severity" });
    expect(
      findings.map(({ title, severity, status, type }) => [title, severity, status, type]),
    ).toEqual([
      ['Broken link on the page "Home"', "high", "open", "broken-link"],
      ['Link to a missing heading on the page "Home"', "medium", "open", "broken-link"],
    ]);
    const siteFindingId = findings[0]?.id ?? "";
    const { items } = await workspace.ok(admin, contract.pages, { ...of, siteFindingId });
    expect(items).toMatchObject([{ spaceId, page: { id: pageId, title: "Home", path: "home" } }]);
    for (const endpoint of [contract.questions, contract.records, contract.changeRequests]) {
      expect((await workspace.ok(admin, endpoint, { ...of, siteFindingId })).items).toEqual([]);
    }
  });

  slowTest("ids stay, and a corrected link resolves its finding", async () => {
    const { list, write } = await start();
    const [first, second] = await list({ orderBy: "severity" });
    expect(await list({ orderBy: "severity" })).toEqual([first, second]);
    await write("See [a heading](#nowhere).\n");
    const after = new Map((await list()).map(({ id, status }) => [id, status]));
    expect(after).toEqual(
      new Map([
        [first?.id, "done"],
        [second?.id, "open"],
      ]),
    );
  });

  slowTest("a resolved finding is open again only after the problem was gone", async () => {
    const { list, write, setStatus } = await start("See [the guide](missing.md).\n");
    const id = (await list())[0]?.id ?? "";
    const getStatus = async () => (await list()).map(({ id, status }) => [id, status]);
    await setStatus(id, "done");
    await write("Please see [the guide](missing.md).\n");
    expect(await getStatus()).toEqual([[id, "done"]]);
    await write("No link.\n");
    expect(await getStatus()).toEqual([[id, "done"]]);
    await write("Again [the guide](missing.md).\n");
    expect(await getStatus()).toEqual([[id, "open"]]);
  });

  slowTest("a dismissed finding stays dismissed", async () => {
    const { list, write, setStatus } = await start("See [the guide](missing.md).\n");
    const id = (await list())[0]?.id ?? "";
    await setStatus(id, "canceled");
    await write("No link.\n");
    await list();
    await write("Again [the guide](missing.md).\n");
    expect((await list()).map(({ status }) => status)).toEqual(["canceled"]);
  });

  slowTest("a redirect to a deleted page is a finding", async () => {
    const { fixture, workspace, admin, of, siteId, pageId, list } = await start("Text.\n");
    const [siteSpace] = await fixture.siteSpaces(siteId);
    const destination = { kind: "site-page" as const, siteSpaceId: siteSpace?.id ?? "", pageId };
    await workspace.ok(admin, redirect.create, { ...of, source: "/old", destination });
    expect(await list()).toEqual([]);
    await workspace.db
      .updateTable("site_redirects")
      .set({ destination: JSON.stringify({ ...destination, pageId: "gone" }) })
      .execute();
    expect((await list()).map(({ title }) => title)).toEqual([
      "Redirect without a destination: /old",
    ]);
  });

  slowTest(
    "a dismissed finding of a redirect does not hide another destination or redirect",
    async () => {
      const { fixture, workspace, admin, of, siteId, pageId, list, setStatus } =
        await start("Text.\n");
      const [siteSpace] = await fixture.siteSpaces(siteId);
      const destination = { kind: "site-page" as const, siteSpaceId: siteSpace?.id ?? "", pageId };
      const lead = (source: string, missing: string) =>
        workspace.db
          .updateTable("site_redirects")
          .set({ destination: JSON.stringify({ ...destination, pageId: missing }) })
          .where("source", "=", source)
          .execute();
      await workspace.ok(admin, redirect.create, { ...of, source: "/old", destination });
      await lead("/old", "gone");
      const [first] = await list();
      await setStatus(first?.id ?? "", "canceled");
      const open = async () => (await list({ status: "open" })).map(({ title }) => title);
      expect(await open()).toEqual([]);
      await workspace.ok(admin, redirect.create, { ...of, source: "/older", destination });
      await lead("/older", "gone");
      expect(await open()).toEqual(["Redirect without a destination: /older"]);
      await lead("/old", "lost");
      expect((await open()).toSorted()).toEqual([
        "Redirect without a destination: /old",
        "Redirect without a destination: /older",
      ]);
      await lead("/old", "gone");
      await lead("/older", pageId);
      expect(await open()).toEqual([]);
    },
  );

  slowTest("filters select the same findings in the list and in the statistics", async () => {
    const { workspace, admin, of, list, setStatus } = await start();
    const [first] = await list({ orderBy: "severity" });
    await setStatus(first?.id ?? "", "canceled");
    const status = fc.constantFrom("open" as const, "done" as const, "canceled" as const);
    const severity = fc.constantFrom("low" as const, "medium" as const, "high" as const);
    const type = fc.subarray(["broken-link" as const, "other" as const], { minLength: 1 });
    const filters = fc.record(
      { status, severity, type, topic: fc.constant("T1"), hasChangeRequests: fc.boolean() },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, async (chosen) => {
        const { total } = await workspace.ok(admin, contract.stats, { ...of, ...chosen });
        expect(total).toBe((await list(chosen)).length);
      }),
      { numRuns: 30 },
    );
    const stats = await workspace.ok(admin, contract.stats, of);
    expect(stats).toMatchObject({
      total: 2,
      statuses: { open: 1, done: 0, canceled: 1 },
      severities: { low: 0, medium: 1, high: 1 },
    });
  });

  test("pages of a list contain each finding once", async () => {
    const links = Array.from({ length: 7 }, (_, index) => `[x](missing-${index}.md)`).join(" ");
    const { workspace, admin, of } = await start(`${links}\n`);
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const answer = await workspace.ok(admin, contract.list, {
        ...of,
        limit: 3,
        ...(page !== undefined && { page }),
      });
      expect(answer.count).toBe(7);
      seen.push(...answer.items.map(({ id }) => id));
      page = answer.next?.page;
    } while (page !== undefined);
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
  });

  slowTest("a reader sees only findings in spaces that they may read", async () => {
    const { workspace, admin, of, fixture, spaceId, list } = await start();
    const [finding] = await list();
    const guest = await workspace.member(fixture.org, null);
    const { organizationId, siteId } = of;
    const hidden = await workspace.refused(guest, contract.list, of);
    expect(hidden.status).toBe(404);
    const { grant } = await import("../../../../src/contract/site-permission.ts");
    await workspace.ok(admin, grant, { organizationId, siteId, role: "read", users: [guest] });
    await workspace.ok(admin, spacePermission.grant, { spaceId, role: "read", users: [guest] });
    const one = { ...of, siteFindingId: finding?.id ?? "" };
    const visible = await list({}, guest);
    expect(visible).toHaveLength(2);
    expect(
      (await workspace.refused(guest, contract.update, { ...one, status: "done" })).status,
    ).toBe(403);
  });

  test("a change request cannot be generated without a language model", async () => {
    const { workspace, admin, of, list } = await start();
    const [finding] = await list();
    const refusal = await workspace.refused(admin, contract.fix, {
      ...of,
      siteFindingId: finding?.id ?? "",
    });
    expect(refusal.status).toBe(501);
    expect(refusal.message).toContain("language model");
    expect(
      (await workspace.ok(admin, contract.get, { ...of, siteFindingId: finding?.id ?? "" }))
        .autoFixable,
    ).toBe(false);
  });
});

describe("scans of a site", () => {
  slowTest(
    "a scan counts the findings that it created, and unchanged content needs no scan",
    async () => {
      const { list, scans, write } = await start();
      await list();
      await list();
      expect(await scans()).toMatchObject([
        { status: "done", findings: { low: 0, medium: 1, high: 1 } },
      ]);
      await write("See [the guide](missing.md) and [another](other.md).\n");
      expect(await scans()).toMatchObject([
        { status: "done", findings: { low: 0, medium: 0, high: 1 } },
        { status: "done", findings: { low: 0, medium: 1, high: 1 } },
      ]);
    },
  );

  slowTest("requests at the same time share one scan", async () => {
    const { workspace, list } = await start();
    await Promise.all(Array.from({ length: 4 }, () => list()));
    expect(await workspace.db.selectFrom("site_scans").selectAll().execute()).toHaveLength(1);
  });

  slowTest("a scan stops at its limit, says so, and resolves no finding", async () => {
    const { workspace, admin, of, spaceId, scans, write, list } = await start();
    const names = Array.from({ length: 102 }, (_, index) => index);
    const toLinks = (page: number) =>
      Array.from({ length: 10 }, (_, index) => `[x](missing-${page}-${index}.md)`).join("\n\n");
    const drafts = names.map((page) => ({
      title: `Page ${page}`,
      slug: `page-${page}`,
      markdown: `${toLinks(page)}\n`,
    }));
    await publishPages(workspace, spaceId, drafts);
    const [one] = await scans();
    expect(one).toMatchObject({ status: "failed" });
    expect(one?.findings.high).toBe(mostFindings - (one?.findings.medium ?? 0));
    expect(one?.failureMessage).toContain(String(mostFindings));
    expect(await workspace.ok(admin, scan.get, { ...of, siteScanId: one?.id ?? "" })).toEqual(one);
    await write("No link.\n");
    expect(await list({ status: "done" })).toEqual([]);
  });

  slowTest("deleting the site deletes its findings and scans", async () => {
    const { workspace, admin, of, list } = await start();
    await list();
    await workspace.ok(admin, site.remove, of);
    for (const table of ["site_findings", "site_scans"] as const) {
      expect(await workspace.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test("a site that is deleted during its scan gets no findings", async () => {
    const { workspace, admin, of, siteId } = await start();
    const { db, now } = workspace;
    const row = await selectSites(db).where("id", "=", siteId).executeTakeFirstOrThrow();
    await workspace.ok(admin, site.remove, of);
    const call = createPartial<Call>({ db, now, caller: admin, newId: createId });
    await scanSite(call, row);
    for (const table of ["site_findings", "site_scans"] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });
});

describe("the findings of a list", () => {
  slowTest("are filtered by status, severity, type and time of the last change", async () => {
    const { workspace, admin, of, list, setStatus } = await start();
    const created = workspace.now.toISOString();
    const [high, medium] = await list({ orderBy: "severity" });
    workspace.time.now = new Date(workspace.now.getTime() + 1000);
    await setStatus(high?.id ?? "", "canceled");
    const changed = workspace.now.toISOString();
    const ids = async (filters: object) => (await list(filters)).map(({ id }) => id);
    const [first = "", second = ""] = [high?.id, medium?.id];
    for (const [filters, expected] of [
      [{}, [first, second]],
      [{ orderBy: "severity" }, [first, second]],
      [{ status: "open" }, [second]],
      [{ status: "canceled" }, [first]],
      [{ status: "done" }, []],
      [{ severity: "high" }, [first]],
      [{ severity: "low" }, []],
      [{ type: ["broken-link"] }, [first, second]],
      [{ type: ["other"] }, []],
      [{ updatedAfter: changed }, [first]],
      [{ updatedAfter: created }, [first, second]],
      [{ updatedBefore: changed }, [second]],
      [{ updatedBefore: created }, []],
      [{ hasChangeRequests: false }, [first, second]],
      [{ hasChangeRequests: true }, []],
      [{ topic: "T1" }, []],
      [{ question: "Q1" }, []],
      [{ source: ["questions"] }, []],
    ] as const) {
      expect([filters, await ids(filters)]).toEqual([filters, expected]);
    }
    const url = `http://127.0.0.1:4000/v1/orgs/${of.organizationId}/sites/${of.siteId}/findings`;
    const one = { ...of, siteFindingId: second };
    expect(await workspace.ok(admin, contract.get, one)).toEqual({
      ...{ object: "site-finding", id: second, scan: medium?.scan, topic: null },
      title: 'Link to a missing heading on the page "Home"',
      ...{ changeRequests: 0, pages: 1, records: 0, questions: 0, status: "open" },
      ...{ type: "broken-link", severity: "medium", autoFixable: false },
      description: expect.anything(),
      ...{ createdAt: created, updatedAt: created, urls: { location: `${url}/${second}` } },
    });
    const text = JSON.stringify(medium?.description);
    expect(text).toContain(
      'In the space \\"Guide\\", the page \\"Home\\" refers to the heading #nowhere, which does not exist. Readers reach the page instead of the section.',
    );
    expect(JSON.stringify(high?.description)).toContain("Readers cannot reach the target.");
    expect(text).toContain("Correct or remove the link.");
  });

  slowTest("change alone, and keep their time without a change", async () => {
    const { workspace, fixture, admin, of, list, setStatus } = await start();
    const [high, medium] = await list({ orderBy: "severity" });
    workspace.passDays(1);
    expect(await setStatus(high?.id ?? "", "open")).toEqual(high);
    const updatedAt = workspace.now.toISOString();
    expect(await setStatus(high?.id ?? "", "done")).toEqual({ ...high, status: "done", updatedAt });
    const [, other] = await list({ orderBy: "severity" });
    expect(other).toEqual(medium);
    const elsewhere = { ...fixture.of(await fixture.site("Other")), siteFindingId: high?.id ?? "" };
    for (const endpoint of [contract.get, contract.pages, contract.changeRequests]) {
      expect((await workspace.refused(admin, endpoint, elsewhere)).status).toBe(404);
    }
    const update = { ...elsewhere, status: "open" as const };
    expect((await workspace.refused(admin, contract.update, update)).status).toBe(404);
    expect((await workspace.ok(admin, contract.list, fixture.of(elsewhere.siteId))).items).toEqual(
      [],
    );
    expect(await workspace.ok(admin, contract.stats, of)).toEqual({
      ...{ total: 2, statuses: { open: 1, done: 1, canceled: 0 } },
      ...{ severities: { low: 0, medium: 1, high: 1 }, connectors: {}, questions: 0 },
      mergedChangeRequests: 0,
    });
  });

  slowTest("are hidden with their space, in lists, statistics and alone", async () => {
    const { workspace, fixture, admin, of, siteId, list } = await start();
    const hiddenId = await fixture.space("Board");
    await fixture.add(siteId, hiddenId);
    await publishPages(workspace, hiddenId, [
      { title: "Plan", slug: "plan", markdown: "See [it](gone.md).\n" },
    ]);
    await workspace.db
      .updateTable("spaces")
      .set({ default_level: null, resolved_level: "none" })
      .where("id", "=", hiddenId)
      .execute();
    const editor = await workspace.member(fixture.org, "edit");
    const all = await list();
    const visible = await list({}, editor);
    const hidden = all.filter(({ id }) => !visible.some((one) => one.id === id));
    expect(hidden.map(({ title }) => title)).toEqual(['Broken link on the page "Plan"']);
    expect([all.length, visible.length]).toEqual([3, 2]);
    expect((await workspace.ok(editor, contract.stats, of)).total).toBe(2);
    const one = { ...of, siteFindingId: hidden[0]?.id ?? "" };
    expect((await workspace.refused(editor, contract.get, one)).status).toBe(404);
    expect((await workspace.ok(admin, contract.get, one)).id).toBe(one.siteFindingId);
  });

  slowTest("follow the title of their page, without becoming new", async () => {
    const { workspace, admin, spaceId, pageId, list } = await start();
    const before = await list({ orderBy: "severity" });
    workspace.passDays(1);
    const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId });
    const title = "x".repeat(240);
    const changes = [{ operation: "update_page" as const, page: pageId, title }];
    await workspace.ok(admin, cr.edit, { spaceId, changeRequestId, changes });
    await workspace.ok(admin, cr.merge, { spaceId, changeRequestId });
    const after = await list({ orderBy: "severity" });
    expect(after.map(({ id, updatedAt, scan: ofScan }) => [id, updatedAt, ofScan])).toEqual(
      before.map(({ id, updatedAt, scan: ofScan }) => [id, updatedAt, ofScan]),
    );
    const [broken, heading] = after;
    // `Broken link on the page ""` has 26 characters, and the other title 16 more.
    expect(broken?.title).toBe(`${`Broken link on the page "${title}"`.slice(0, 255)}…`);
    expect(heading?.title).toBe(
      `${`Link to a missing heading on the page "${title}"`.slice(0, 255)}…`,
    );
    expect([broken?.title.length, heading?.title.length]).toEqual([256, 256]);
  });

  slowTest("are hidden with a deleted space, and shown again with it", async () => {
    const { workspace, admin, of, spaceId, list } = await start();
    const before = await list();
    expect(before).toHaveLength(2);
    await workspace.ask(admin, space.remove, { spaceId });
    expect(await list()).toEqual([]);
    const one = { ...of, siteFindingId: before[0]?.id ?? "" };
    expect((await workspace.refused(admin, contract.get, one)).status).toBe(404);
    expect((await workspace.ok(admin, contract.stats, of)).total).toBe(0);
    await workspace.ok(admin, space.restore, { spaceId });
    expect((await list()).map(({ status }) => status)).toEqual(["open", "open"]);
  });

  slowTest("end with the page, and have no page then", async () => {
    const { workspace, admin, of, spaceId, pageId, list } = await start();
    const [high] = await list({ orderBy: "severity" });
    const { id: changeRequestId } = await workspace.ok(admin, cr.create, { spaceId });
    const changes = [{ operation: "delete_page" as const, page: pageId }];
    await workspace.ok(admin, cr.edit, { spaceId, changeRequestId, changes });
    await workspace.ok(admin, cr.merge, { spaceId, changeRequestId });
    expect((await list()).map(({ status }) => status)).toEqual(["done", "done"]);
    const one = { ...of, siteFindingId: high?.id ?? "" };
    expect((await workspace.ok(admin, contract.pages, one)).items).toEqual([]);
  });
});

describe("the scans of a list", () => {
  slowTest("are filtered, the newest first, even at the same time", async () => {
    const { workspace, admin, of, scans, write, fixture } = await start();
    const [first] = await scans();
    const time = workspace.now;
    await write("See [other](other.md).\n");
    workspace.time.now = time;
    const [second, last] = await scans();
    expect(last).toEqual(first);
    const createdAt = new Date(time.getTime() + 1).toISOString();
    expect(second).toMatchObject({ createdAt, status: "done", findings: { high: 1, medium: 0 } });
    const listed = async (filters: object) =>
      (await workspace.ok(admin, scan.list, { ...of, ...filters })).items.map(({ id }) => id);
    expect(await listed({ status: "done" })).toEqual([second?.id, first?.id]);
    expect(await listed({ status: "failed" })).toEqual([]);
    expect(await listed({ topic: "T1" })).toEqual([]);
    expect(await listed({ limit: 1 })).toEqual([second?.id]);
    expect(await readAllPages(workspace, admin, scan.list, of)).toEqual([second, first]);
    const elsewhere = fixture.of(await fixture.site("Other"));
    const foreign = { ...elsewhere, siteScanId: first?.id ?? "" };
    expect((await workspace.refused(admin, scan.get, foreign)).status).toBe(404);
    const one = { ...of, siteScanId: first?.id ?? "" };
    expect(await workspace.ok(admin, scan.get, one)).toEqual(first);
  });

  slowTest("are kept if findings refer to them, and otherwise the newest 50", async () => {
    const { workspace, of, scans, write, fixture } = await start();
    const { db } = workspace;
    const [referred] = await scans();
    const row = await db.selectFrom("site_scans").selectAll().executeTakeFirstOrThrow();
    const other = await fixture.site("Other");
    const minute = (at: number) => new Date(workspace.now.getTime() - at * 60_000).toISOString();
    for (let at = 1; at <= 49; at++) {
      const id = `S${String(at).padStart(2, "0")}`;
      await db
        .insertInto("site_scans")
        .values({ ...row, id, state: id, created_at: minute(at) })
        .execute();
    }
    await db
      .insertInto("site_scans")
      .values({ ...row, id: "other", site_id: other, created_at: minute(100) })
      .execute();
    await db
      .updateTable("site_scans")
      .set({ created_at: minute(60) })
      .where("id", "=", row.id)
      .execute();
    const list = async (siteId = of.siteId) =>
      (await db.selectFrom("site_scans").select("id").where("site_id", "=", siteId).execute()).map(
        ({ id }) => id,
      );
    await write("See [the guide](missing.md).\n");
    await scans();
    // The new one, 49 others, and the one of the findings.
    const kept = await list();
    expect([kept.length, kept.includes("S49"), kept.includes(row.id)]).toEqual([51, true, true]);
    await write("See [the guide](missing.md) again.\n");
    await scans();
    const later = await list();
    expect([later.length, later.includes("S49"), later.includes("S48")]).toEqual([51, false, true]);
    expect(later).toContain(referred?.id);
    expect(await list(other)).toEqual(["other"]);
  });
});
