import { describe, expect, test } from "vitest";
import { groups } from "../../../src/features/status/groups.ts";
import { openReading } from "../../../src/features/status/reading.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

type Responses = Readonly<Record<string, unknown>>;

async function read(member: string, responses: Responses, all = false) {
  const { client, sent } = openScriptedClient(({ line }) => {
    const value =
      {
        "/user": { id: "U1" },
        "/orgs/O1/spaces": [{ id: "S1", title: "Handbook", permissions: { edit: true } }],
        ...responses,
      }[line.replace(/^GET |\?.*/g, "")] ?? 404;
    return Array.isArray(value) ? { items: value } : value;
  });
  const reading = await openReading(client, "O1", all);
  const group = groups.find((one) => one.member === member);
  const items = await group?.read(reading);
  return { items, reading, sent: sent.map(String) };
}

const request = (more: object = {}) => ({
  id: "R1",
  number: 7,
  subject: "Words",
  space: "S1",
  updatedAt: "2026",
  createdBy: { id: "U9", displayName: "Bob" },
  ...more,
});
const item = (says: string, more: object = {}) => ({
  id: "R1",
  number: 7,
  title: "Words",
  says,
  space: "S1",
  spaceTitle: "Handbook",
  since: "2026",
  command: "tome cr view 7 --space S1",
  ...more,
});
const requests = "/orgs/O1/change-requests";
const reviews = "/spaces/S1/change-requests/R1/reviews";
const by = (id: string, status: string) => ({
  reviewer: { id, displayName: id.toUpperCase() },
  status,
});

describe("review requests", () => {
  test.each([
    ["without a review", request(), [by("u2", "approved")], [item("by Bob")]],
    ["after the caller's review", request(), [by("U1", "approved")], []],
    [
      "of an unknown author without a subject",
      request({ createdBy: {}, subject: "", space: "S9" }),
      [],
      [
        item("by an unknown user", {
          title: "(no subject)",
          space: "S9",
          spaceTitle: "S9",
          command: "tome cr view 7 --space S9",
        }),
      ],
    ],
  ])("%s", async (_, one, list, expected) => {
    const { items, sent } = await read("reviews", {
      [requests]: [one],
      [reviews]: list,
      "/spaces/S9/change-requests/R1/reviews": list,
    });
    expect(items).toEqual(expected);
    const line = sent.find((text) => text.includes(requests)) ?? "";
    expect([
      line.includes("requestedReviewer=U1"),
      line.includes("status=open"),
      line.includes("creator"),
    ]).toEqual([true, true, false]);
    expect(sent.find((text) => text.includes("/reviews"))).toContain("outdated=false");
  });
});

describe("own change requests", () => {
  test.each<readonly [string, object, readonly object[], unknown, string]>([
    ["not reviewed", {}, [], undefined, "open, not reviewed"],
    ["approved", {}, [by("u2", "approved")], undefined, "approved"],
    [
      "refused by two",
      {},
      [by("u2", "changes-requested"), by("u3", "approved"), by("u4", "changes-requested")],
      undefined,
      "U2, U4 requested changes",
    ],
    ["outdated without conflicts", { outdated: true }, [], { conflicts: [] }, "open, not reviewed"],
    [
      "outdated with conflicts",
      { outdated: true },
      [by("u2", "approved")],
      { conflicts: [{}, {}] },
      "2 conflicts, approved",
    ],
    ["outdated on a platform without conflicts", { outdated: true }, [], {}, "behind its space"],
    ["not outdated", { outdated: false }, [], { conflicts: [{}] }, "open, not reviewed"],
  ])("%s", async (_, more, list, changes, says) => {
    const { items, sent } = await read("changeRequests", {
      [requests]: [request(more)],
      [reviews]: list,
      "/spaces/S1/change-requests/R1/changes": changes,
    });
    expect(items).toEqual([item(says)]);
    const line = sent.find((text) => text.includes(requests)) ?? "";
    expect([line.includes("creator=U1"), line.includes("requestedReviewer")]).toEqual([
      true,
      false,
    ]);
  });
});

describe("Git syncs", () => {
  const spaces = [
    { id: "S1", title: "A", gitSync: {}, permissions: { edit: true } },
    { id: "S2", title: "B", permissions: { edit: true } },
    { id: "S3", title: "C", gitSync: {}, permissions: { edit: false } },
  ];
  test.each<readonly [object, string | undefined]>([
    [{ state: "success" }, undefined],
    [{}, undefined],
    [
      { state: "failure", error: "E", operation: { direction: "export", error: "F" } },
      "export failed: E",
    ],
    [{ state: "failure", operation: "import" }, "import failed"],
    [{ operation: { state: "failure", direction: "import", error: "F" } }, "import failed: F"],
    [{ state: "success", operation: { state: "failure" } }, undefined],
    [{ state: "success", problem: { message: "M" } }, "sync failed: M"],
  ])("with the information %j", async (info, says) => {
    const { items, sent } = await read("syncs", {
      "/orgs/O1/spaces": spaces,
      "/spaces/S1/git/info": { updatedAt: "2026", ...info },
    });
    expect(items).toEqual(
      says === undefined
        ? []
        : [{ id: "S1", title: "A", says, since: "2026", command: "tome git status S1" }],
    );
    expect(sent.filter((line) => line.includes("/git/info"))).toHaveLength(1);
  });
});

describe("specifications", () => {
  test.each<readonly [object, string | undefined]>([
    [{}, undefined],
    [{ lastProcessErrorCode: "parse" }, "parse"],
    [
      {
        lastProcessErrorCode: "parse",
        lastProcessedErrors: [{ message: "No paths." }, { message: "x" }],
        lastProcessedErrorCount: 3,
      },
      "parse: No paths.: and 2 more",
    ],
    [{ lastProcessedErrors: [{ message: "No paths." }] }, "No paths."],
    [{ lastProcessErrorCode: "parse", permissions: { edit: false } }, undefined],
    [{ lastProcessErrorCode: "parse", permissions: {} }, "parse"],
  ])("%j", async (more, says) => {
    const { items } = await read("specifications", {
      "/orgs/O1/openapi": [{ id: "N1", slug: "pets", lastProcessedAt: "2026", ...more }],
    });
    expect(items).toEqual(
      says === undefined
        ? []
        : [
            {
              id: "N1",
              slug: "pets",
              title: "pets",
              says,
              since: "2026",
              command: "tome openapi get pets",
            },
          ],
    );
  });
});

describe("broken links", () => {
  test.each<readonly [object, number | undefined]>([
    [{ stats: { broken: { total: 3 } }, items: [{}] }, 3],
    [{ stats: { broken: { total: 0 } }, items: [{}] }, undefined],
    [{ items: [{}] }, 1],
    [{ items: [] }, undefined],
  ])("%j", async (answer, count) => {
    const { items, sent } = await read("links", { "/spaces/S1/links": answer });
    expect(items).toEqual(
      count === undefined
        ? []
        : [
            {
              id: "S1",
              title: "Handbook",
              says: count === 1 ? "1 broken link" : `${count} broken links`,
              count,
              command: "tome space links S1 --status broken",
            },
          ],
    );
    expect(sent.at(-1)).toContain("status=broken");
  });

  test("a failure is recorded, and the other spaces are checked", async () => {
    const spaces = ["S1", "S2"].map((id) => ({ id, title: id, permissions: { edit: true } }));
    const { items, reading } = await read("links", {
      "/orgs/O1/spaces": spaces,
      "/spaces/S1/links": 500,
      "/spaces/S2/links": { items: [{}] },
    });
    expect(items).toHaveLength(1);
    expect(reading.organization.unread).toMatchObject([{ list: 'the links of "S1"' }]);
  });
});

describe("the spaces", () => {
  const space = (at: number) => ({
    id: `S${at}`,
    title: `T${at}`,
    updatedAt: String(1000 + at),
    permissions: { edit: true },
  });
  test.each([
    [50, false, 50, 0],
    [51, false, 50, 1],
    [51, true, 51, 0],
  ])("%d with --all %s: %d are checked, %d are not", async (count, all, checked, unchecked) => {
    const { reading } = await read(
      "none",
      { "/orgs/O1/spaces": Array.from({ length: count }, (_, at) => space(at)) },
      all,
    );
    const list = await reading.checkable();
    expect([list.length, reading.checked(), reading.unchecked(), list[0]?.id]).toEqual([
      checked,
      checked,
      unchecked,
      `S${count - 1}`,
    ]);
  });

  test("with a unique plain title are named by it", async () => {
    const titles = [
      "Handbook",
      "Twice",
      "Twice",
      "a/b",
      "-x",
      "",
      "id:x",
      "site_abc",
      "sites_1",
      "S123456789012345678",
      "S12345678901234567",
      "A long title with many words",
      "a\u2028b",
      "Über 2",
    ];
    const { reading } = await read("none", {
      "/orgs/O1/spaces": titles.map((title, at) => ({ id: `S${at}`, title })),
    });
    expect((await reading.named()).map(({ word }) => word)).toEqual([
      "Handbook",
      "S12345678901234567",
      "A long title with many words",
      "Über 2",
    ]);
    expect([await reading.toTitle("S0"), await reading.toTitle("S99")]).toEqual([
      "Handbook",
      "S99",
    ]);
  });

  test("need the caller", async () => {
    const { client } = openScriptedClient(() => 401);
    await expect(openReading(client, "O1", false)).rejects.toThrow("Answered with 401.");
  });
});
