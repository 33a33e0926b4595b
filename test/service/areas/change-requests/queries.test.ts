import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import * as crReview from "../../../../src/contract/cr-review.ts";
import * as site from "../../../../src/contract/site.ts";
import * as space from "../../../../src/contract/space.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openDeskIn } from "../../../support/organizations/changes.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

test("a list has the open ones by default, newest first", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  const ids = [await desk.begin(), await desk.begin(), await desk.begin(), await desk.begin()];
  const [one = "", two = "", three = "", four = ""] = ids;
  for (const changeRequestId of [one, two]) {
    await workspace.ok(admin, cr.update, { spaceId, changeRequestId, status: "open" });
  }
  const archive = { spaceId, changeRequestId: three, status: "archived" } as const;
  await workspace.ok(admin, cr.update, archive);
  await desk.merge(four);
  const list = async (...status: ("draft" | "open" | "archived" | "merged")[]) => {
    const asked = { spaceId, ...(status.length > 0 && { status }) };
    return (await workspace.ok(admin, cr.list, asked)).items.map((item) => item.id);
  };
  expect(await list()).toEqual([two, one]);
  expect(await list("open")).toEqual([two, one]);
  expect(await list("archived")).toEqual([three]);
  expect(await list("merged")).toEqual([four]);
  expect(await list("draft")).toEqual([]);
  expect(await list("open", "merged")).toEqual([four, two, one]);
});

test("a list is filtered by creator, requested reviewer and cluster", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, org, admin, spaceId } = desk;
  const [editor, reviewer] = [await desk.person("edit"), await desk.person("review")];
  const mine = await desk.begin();
  const hers = await desk.begin("Hers", editor);
  const asked = { spaceId, changeRequestId: mine, users: [reviewer] };
  await workspace.ok(admin, crReview.request, asked);
  for (const [filter, expected] of [
    [{ creator: editor }, [hers]],
    [{ creator: admin }, [mine]],
    [{ requestedReviewer: reviewer }, [mine]],
    [{ requestedReviewer: admin }, []],
    [{ conversationsIssuesCluster: "cluster" }, []],
    [{ creator: admin, requestedReviewer: reviewer }, [mine]],
  ] as const) {
    const status = ["draft"] as const;
    const here = await workspace.ok(admin, cr.list, { spaceId, status, ...filter });
    expect(here.items.map((item) => item.id)).toEqual(expected);
    const everywhere = { organizationId: org, status, ...filter };
    const all = await workspace.ok(admin, cr.listInOrganization, everywhere);
    expect(all.items.map((item) => item.id)).toEqual(expected);
  }
});

test("pages of a list have each change request once", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, org, admin, spaceId } = desk;
  for (let number = 0; number < 12; number++) await desk.begin();
  const status = ["draft"] as const;
  const numbers = async (ask: (page: string | undefined) => ReturnType<typeof here>) => {
    const found: number[] = [];
    let page: string | undefined;
    do {
      const part = await ask(page);
      found.push(...part.items.map((item) => item.number));
      page = part.next?.page;
    } while (page);
    return found;
  };
  const here = (page: string | undefined) =>
    workspace.ok(admin, cr.list, { spaceId, status, limit: 5, ...(page && { page }) });
  const everywhere = (page: string | undefined) =>
    workspace.ok(admin, cr.listInOrganization, {
      organizationId: org,
      status,
      limit: 5,
      ...(page && { page }),
    });
  expect(await numbers(here)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  // All have the same time, so only their ids determine the order.
  expect((await numbers(everywhere)).toSorted((a, b) => a - b)).toHaveLength(12);
  expect(new Set(await numbers(everywhere)).size).toBe(12);
});

test("the list of an organization covers its spaces, and omits hidden ones", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, org, admin } = desk;
  const first = await desk.begin();
  const other = await workspace.ok(admin, space.create, { organizationId: org });
  workspace.passDays(1);
  const { id: second } = await workspace.ok(admin, cr.create, { spaceId: other.id });
  const asked = { organizationId: org, status: ["draft"] } as const;
  const list = async (who: string) =>
    (await workspace.ok(who, cr.listInOrganization, asked)).items.map((item) => item.id);
  const reader = await desk.person("read");
  expect(await list(admin)).toEqual([second, first]);
  expect(await list(reader)).toEqual([second, first]);
  await workspace.ok(admin, space.update, { spaceId: other.id, defaultLevel: null });
  expect(await list(reader)).toEqual([first]);
  await workspace.ok(admin, space.remove, { spaceId: desk.spaceId });
  expect(await list(admin)).toEqual([second]);
  const elsewhere = await workspace.organization();
  await workspace.enroll(elsewhere, admin, "admin");
  const there = { ...asked, organizationId: elsewhere };
  expect((await workspace.ok(admin, cr.listInOrganization, there)).items).toEqual([]);
});

test("a list is ordered by changes on request, and filtered by space or site", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, org, admin, spaceId } = desk;
  const first = await desk.begin();
  workspace.passDays(1);
  const second = await desk.begin();
  const { id: elsewhere } = await workspace.ok(admin, space.create, { organizationId: org });
  const { id: other } = await workspace.ok(admin, cr.create, { spaceId: elsewhere });
  workspace.passDays(1);
  const renamed = { spaceId, changeRequestId: first, subject: "Renamed" };
  await workspace.ok(admin, cr.update, renamed);
  const { id: siteId } = await workspace.ok(admin, site.create, {
    organizationId: org,
    spaces: [elsewhere],
  });
  const status = ["draft"] as const;
  const here = async (orderBy: "createdAt" | "updatedAt") => {
    const { items } = await workspace.ok(admin, cr.list, { spaceId, status, orderBy });
    return items.map(({ id }) => id);
  };
  const everywhere = async (filter: object) => {
    const asked = { organizationId: org, status, ...filter };
    const { items } = await workspace.ok(admin, cr.listInOrganization, asked);
    return items.map(({ id }) => id);
  };
  expect(await here("updatedAt")).toEqual([first, second]);
  expect(await here("createdAt")).toEqual([second, first]);
  expect((await everywhere({ orderBy: "updatedAt" }))[0]).toBe(first);
  expect(await everywhere({ space: spaceId })).toEqual([second, first]);
  expect(await everywhere({ site: siteId })).toEqual([other]);
  expect(await everywhere({ finding: "all" })).toHaveLength(3);
  expect(await everywhere({ topic: "releases" })).toEqual([]);
});

slowTest(
  "a list has scheduled and contributed change requests on request, and not those of findings",
  async () => {
    const desk = await openDeskIn(shared);
    const { workspace, org, admin, spaceId } = desk;
    const { db } = workspace;
    const editor = await desk.person("edit");
    const [draft, open, merged, archived, plain] = [
      await desk.begin("draft"),
      await desk.begin("open"),
      await desk.begin("merged"),
      await desk.begin("archived"),
      await desk.begin("plain"),
    ];
    const change = (id: string, columns: object) =>
      db.updateTable("change_requests").set(columns).where("id", "=", id).execute();
    const merge_at = workspace.now.toISOString();
    await change(draft, { merge_at });
    await change(open, { status: "open", merge_at });
    await change(merged, { status: "merged", merge_at });
    await change(archived, { status: "archived", merge_at });
    await change(plain, { status: "open" });
    await desk.edit(plain, [{ operation: "insert_page", document: { markdown: "# A" } }], editor);
    const subjects = new Map(
      [draft, open, merged, archived, plain].map((id, at) => [
        id,
        ["draft", "open", "merged", "archived", "plain"][at],
      ]),
    );
    const list = async (filter: object) => {
      const lists = [
        await workspace.ok(admin, cr.list, { spaceId, ...filter }),
        await workspace.ok(admin, cr.listInOrganization, { organizationId: org, ...filter }),
      ];
      const [here, everywhere] = lists.map(({ items }) =>
        items.map(({ id }) => subjects.get(id)).toSorted(),
      );
      expect(here).toEqual(everywhere);
      return here;
    };
    const every = ["draft", "open", "merged", "archived"];
    expect(await list({})).toEqual(["open", "plain"]);
    expect(await list({ scheduled: true })).toEqual(["draft", "open"]);
    expect(await list({ scheduled: false })).toEqual(["open", "plain"]);
    expect(await list({ scheduled: true, status: every })).toEqual(["archived", "draft", "open"]);
    expect(await list({ contributor: editor, status: every })).toEqual(["plain"]);
    expect(await list({ contributor: admin, status: every, creator: editor })).toEqual([]);
    const { id: site_id } = await workspace.ok(admin, site.create, { organizationId: org });
    const times = { created_at: merge_at, updated_at: merge_at };
    const counts = { low: 0, medium: 0, high: 0 };
    const scan = { id: "scan", site_id, status: "completed", state: "{}", created_at: merge_at };
    await db
      .insertInto("site_scans")
      .values({ ...scan, ...counts, failure_message: null, started_at: null } as never)
      .execute();
    const finding = { id: "finding", site_id, scan_id: "scan", space_id: spaceId, page_id: null };
    const texts = { finding_key: "k", title: "T", details: "{}", type: "t", severity: "low" };
    await db
      .insertInto("site_findings")
      .values({ ...finding, ...texts, ...times, status: "open", occurs: 1 } as never)
      .execute();
    await db
      .insertInto("finding_change_requests")
      .values({ change_request_id: open, space_id: spaceId, finding_id: "finding" })
      .execute();
    const listAll = async (filter: object) => {
      const input = { organizationId: org, ...filter };
      const { items } = await workspace.ok(admin, cr.listInOrganization, input);
      return items.map(({ id }) => subjects.get(id)).toSorted();
    };
    expect(await listAll({})).toEqual(["plain"]);
    expect(await listAll({ finding: "none" })).toEqual(["plain"]);
    expect(await listAll({ finding: "all" })).toEqual(["open", "plain"]);
  },
);

test("requested reviewers are listed in the order of the requests, page by page", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, admin, spaceId } = desk;
  const [changeRequestId, other] = [await desk.begin(), await desk.begin()];
  const people: string[] = [];
  for (let count = 0; count < 3; count++) people.push(await desk.person("review"));
  people.sort();
  const [first = "", second = "", third = ""] = people;
  const request = (id: string, ...users: string[]) =>
    workspace.ok(admin, crReview.request, { spaceId, changeRequestId: id, users });
  await request(changeRequestId, second);
  workspace.passDays(1);
  await request(changeRequestId, third, first);
  await request(other, first);
  const ids: string[] = [];
  let page = "";
  do {
    const input = { spaceId, changeRequestId, limit: 1, ...(page !== "" && { page }) };
    const answer = await workspace.ok(admin, crReview.requestedReviewers, input);
    ids.push(...answer.items.map(({ user }) => user?.id ?? ""));
    page = answer.next?.page ?? "";
  } while (page !== "");
  expect(ids).toEqual([second, first, third]);
});

test("the next page of a list has the filters of the first", async () => {
  const desk = await openDeskIn(shared);
  const { workspace, org, admin, spaceId } = desk;
  for (let count = 0; count < 2; count++) await desk.begin();
  const input = { status: ["draft"], limit: 1 } as const;
  for (const [endpoint, parent] of [
    [cr.list, { spaceId }],
    [cr.listInOrganization, { organizationId: org }],
  ] as const) {
    const ask = (filter: object) =>
      workspace.ask(admin, endpoint as typeof cr.list, { ...parent, ...input, ...filter } as never);
    const first = (await ask({})).body as { readonly next: { readonly page: string } };
    const { page } = first.next;
    expect((await ask({ page, limit: 2 })).status).toBe(200);
    for (const filter of [
      { status: ["open"] },
      { creator: admin },
      { orderBy: "updatedAt" },
      { scheduled: true },
      { requestedReviewer: admin },
    ]) {
      expect([filter, (await ask({ ...filter, page })).status]).toEqual([filter, 400]);
    }
  }
});
