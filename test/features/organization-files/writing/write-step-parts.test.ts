/** Execution of steps for the parts of a docs site. */
import { describe, expect, test } from "vitest";
import { phases } from "../../../../src/features/organization-files/planning/order.ts";
import { computeDigest } from "../../../../src/features/organization-files/resource.ts";
import type { FilesPlan } from "../../../../src/features/organization-files/step.ts";
import {
  desired,
  fieldChange,
  live,
  locked,
  step,
  wanted,
} from "../../../support/organizations/plan-parts.ts";
import { openStepWriter } from "../../../support/organizations/step-writer.ts";

const lock = {
  platform: "https://a.example",
  organization: "O1",
  serial: 1,
  things: new Map([
    ["spaces/a", locked("space", "S1")],
    ["spaces/b", locked("space", "S2")],
    ["sites/s", locked("site", "X1")],
    ["sites/s/g", locked("group", "G1")],
    ["sites/s/p", locked("section", "P1")],
    ["sites/s/q", locked("section", "P2")],
    ["sites/s/y1", locked("site-space", "Y1")],
    ["sites/s/y2", locked("site-space", "Y2")],
    ["sites/s/y3", locked("site-space", "Y3")],
    ["sites/s/l", locked("link", "L1")],
  ]),
};
const site = "/orgs/O1/sites/X1";

const open = (responses: Readonly<Record<string, unknown>>, plan: Partial<FilesPlan> = {}) =>
  openStepWriter({ lock, responses, plan });

function findPhase(kind: "section" | "site-space" | "link" | "group", does: "write" | "finish") {
  const phase = phases.find((one) => one.kinds.includes(kind) && one.does === does);
  if (phase === undefined) throw new Error("The phase is missing.");
  return phase;
}

const siteSpace = (id: string, path: string, more: object = {}) => ({
  object: "site-space",
  id,
  path,
  space: { id: "S1" },
  ...more,
});
const section = (id: string, path: string, ...siteSpaces: readonly object[]) => ({
  object: "site-section",
  id,
  title: id,
  path,
  siteSpaces,
});
const buildStructure = (...structure: readonly object[]) => ({
  [`GET ${site}/structure`]: { structure },
});

describe("the creation of a section", () => {
  const guides = desired("section", "sites/s/guides", {
    title: "Guides",
    icon: "book",
    description: "All guides",
    group: "sites/s/g",
    order: ["y1", "new"],
    default: "new",
  });
  const first = desired("site-space", "sites/s/new", { space: "spaces/b" });
  const create = step("create", "section", "sites/s/guides", { wanted: guides });
  const post = [
    `POST ${site}/sections`,
    { spaceId: "S2", title: "Guides", icon: "book", siteSectionGroupId: "G1" },
  ];
  const answer = {
    ...section("P9", "guides", siteSpace("Y9", "new")),
    title: "Guides",
    icon: "book",
  };

  test("includes its first site space that does not exist yet", async () => {
    const plan = { wanted: wanted([guides, first]) };
    const opened = open({ [`POST ${site}/sections`]: answer }, plan);
    opened.applied.made.add("sites/s/y1");
    await opened.create(create);
    expect(opened.writes()).toEqual([
      post,
      [`PATCH ${site}/sections/P9`, { description: "All guides" }],
    ]);
    expect(opened.created).toEqual([
      { kind: "section", address: "sites/s/guides", id: "P9" },
      { kind: "site-space", address: "sites/s/new", id: "Y9" },
    ]);
    expect([...opened.applied.made]).toEqual(["sites/s/y1", "sites/s/guides", "sites/s/new"]);
    expect(opened.listDigests("sites/s/guides")).toEqual({
      title: computeDigest("Guides"),
      icon: computeDigest("book"),
      description: computeDigest("All guides"),
      group: computeDigest("sites/s/g"),
    });
    expect(opened.applied.notes).toEqual([]);
  });

  test("records no site space that the response does not contain", async () => {
    const { siteSpaces: _, ...more } = answer;
    const plan = { wanted: wanted([guides, first]) };
    const { create: run, created, applied } = open({ [`POST ${site}/sections`]: more }, plan);
    applied.made.add("sites/s/y1");
    await run(create);
    expect(created).toEqual([{ kind: "section", address: "sites/s/guides", id: "P9" }]);
  });
});

test("the creation of a link looks no title up", async () => {
  const wantedLink = desired("link", "sites/s/new", { title: "Chat", url: "https://x.example" });
  const { create, sent, created } = open({
    [`POST ${site}/external-links`]: {
      object: "site-external-link",
      id: "L9",
      title: "Chat",
      url: "https://x.example",
    },
  });
  await create(step("create", "link", "sites/s/new", { wanted: wantedLink }));
  expect(sent).toEqual([
    [`POST ${site}/external-links`, { title: "Chat", url: "https://x.example" }],
  ]);
  expect(created).toEqual([{ kind: "link", address: "sites/s/new", id: "L9" }]);
});

describe("a section that exists again since its spaces were restored", () => {
  const guides = desired("section", "sites/s/p", {
    title: "Guides",
    path: "p",
    order: ["y2", "y1"],
    default: "y2",
  });
  const back = step("create", "section", "sites/s/p", { wanted: guides, returnsAs: "P1" });

  test("gets the values of the files, but its order and default later", async () => {
    const { create, writes, created, listDigests } = open(
      buildStructure(section("P1", "p", siteSpace("Y1", "y1"), siteSpace("Y2", "y2"))),
      { wanted: wanted([guides]) },
    );
    await create(back);
    expect(writes()).toEqual([[`PATCH ${site}/sections/P1`, { title: "Guides" }]]);
    expect(created).toEqual([{ kind: "section", address: "sites/s/p", id: "P1" }]);
    expect(listDigests("sites/s/p")).toEqual({
      title: computeDigest("Guides"),
      path: computeDigest("p"),
    });
  });

  test("is created if it does not", async () => {
    const { create, writes } = open(buildStructure(section("P2", "q")), {
      wanted: wanted([guides, desired("site-space", "sites/s/y2", { space: "spaces/b" })]),
    });
    await create(back);
    expect(writes()[0]).toEqual([
      `POST ${site}/sections`,
      { spaceId: "S2", title: "Guides", siteSectionGroupId: null },
    ]);
  });

  const parts = ["y1", "y2", "y3"];
  const sorted = (index: number) => [
    `PATCH ${site}/structure/sort`,
    {
      item: { type: "site-space", id: `Y${index + 1}` },
      position: { after: { type: "site-space", id: `Y${index}` } },
    },
  ];
  test.each([
    ["is sorted again", true, fieldChange("order", ["y1"], parts), [sorted(1), sorted(2)]],
    ["without a restore keeps the order of a user", false, fieldChange("order", ["y1"], parts), []],
    ["keeps the title of a user", true, fieldChange("title", "P", "Guides"), []],
  ] as const)("%s", async (_, followsRestore, changed, requests) => {
    const { field, from } = changed;
    const [y1, y2, y3] = ["1", "2", "3"].map((one) => siteSpace(`Y${one}`, one));
    const { writer, writes } = open(
      buildStructure(section("P1", "p", y3 ?? {}, y2 ?? {}, y1 ?? {})),
    );
    const update = step("update", "section", "sites/s/p", {
      changes: [changed],
      live: live("section", "P1", { [field]: from }),
      followsRestore,
    });
    const done = writer.update(
      update,
      findPhase("section", field === "order" ? "finish" : "write"),
    );
    if (requests.length > 0) await done;
    else await expect(done).rejects.toThrow(`Another user changed ${field} of sites/s/p`);
    expect(writes()).toEqual(requests);
  });
});

describe("an order", () => {
  const update = step("update", "group", "sites/s/g", {
    changes: [fieldChange("order", ["p"], ["new", "l", "p"])],
    live: live("group", "G1", { order: ["p"] }),
  });
  const link = { object: "site-external-link", id: "L1", title: "L", url: "https://x.example" };
  const group = (...children: readonly object[]) => ({
    object: "site-section-group",
    id: "G1",
    title: "G",
    children,
  });

  test("does not count parts that this run created or moved", async () => {
    const responses = { ...buildStructure(link, group(section("P1", "p"))) };
    const { writer, writes, ids, applied } = open(responses);
    const move = step("update", "link", "sites/s/l", {
      changes: [fieldChange("group", null, "sites/s/g")],
      live: live("link", "L1", { group: null }),
    });
    await writer.update(move, findPhase("link", "write"));
    expect(applied.notes).toEqual([]);
    ids.set("section", "sites/s/new", "P9");
    applied.made.add("sites/s/new");
    Object.assign(responses, buildStructure(group(section("P1", "p"), section("P9", "new"), link)));
    await writer.update(update, findPhase("group", "finish"));
    expect(writes()).toEqual([
      [`PATCH ${site}/external-links/L1`, { parent: "G1" }],
      [
        `PATCH ${site}/structure/sort`,
        {
          item: { type: "site-external-link", id: "L1" },
          position: { after: { type: "site-section", id: "P9" } },
        },
      ],
      [
        `PATCH ${site}/structure/sort`,
        {
          item: { type: "site-section", id: "P1" },
          position: { after: { type: "site-external-link", id: "L1" } },
        },
      ],
    ]);
  });

  test("counts parts that another user moved, even if this run changed their title", async () => {
    const responses = buildStructure(group(section("P1", "p"), link));
    const { writer, writes } = open(responses);
    const rename = step("update", "link", "sites/s/l", {
      changes: [fieldChange("title", "L", "Link")],
      live: live("link", "L1", { title: "L" }),
    });
    await writer.update(rename, findPhase("link", "write"));
    const order = { ...update, changes: [fieldChange("order", ["p"], ["l", "p"])] };
    await expect(writer.update(order, findPhase("group", "finish"))).rejects.toThrow(
      "Another user changed order of sites/s/g",
    );
    expect(writes()).toEqual([[`PATCH ${site}/external-links/L1`, { title: "Link" }]]);
  });
});

test.each([
  ["default", "y1", true, null],
  ["default", "y1", false, "default"],
  // A title that is equal to the key of a new part.
  ["title", "y1", true, "title"],
] as const)(
  "the %s %s is a change of another user unless this run created the part (%s)",
  async (field, value, isMade, conflict) => {
    const current = section("P1", "p", siteSpace("Y1", "y1", { default: true }));
    const { writer, writes, applied } = open(buildStructure({ ...current, title: value }));
    if (isMade) applied.made.add("sites/s/y1");
    const update = step("update", "section", "sites/s/p", {
      changes: [fieldChange(field, null, "y2")],
      live: live("section", "P1", { [field]: null }),
    });
    const done = writer.update(
      update,
      findPhase("section", field === "default" ? "finish" : "write"),
    );
    if (conflict === null) await done;
    else await expect(done).rejects.toThrow(`Another user changed ${conflict} of sites/s/p`);
    expect(writes()).toEqual(
      conflict === null ? [[`PATCH ${site}/sections/P1`, { defaultSiteSpace: "Y2" }]] : [],
    );
  },
);

describe("a path of a site space", () => {
  const update = step("update", "site-space", "sites/s/y1", {
    changes: [fieldChange("path", "a", "new")],
    live: live("site-space", "Y1", { path: "a" }),
  });
  const own = [`PATCH ${site}/site-spaces/Y1`, { path: "new" }];
  // Their files have a path, so this run writes them later.
  const plan = {
    wanted: wanted(
      ["sites/s/y2", "sites/s/y3", "sites/s/q"].map((at) =>
        desired("site-space", at, { path: "z" }),
      ),
    ),
  };

  test.each([
    ["that a site space of the same section has", "new", "x", "x", "Y2"],
    ["that a site space of another section has", "x", "new", "x", undefined],
    ["that a section has", "x", "x", "new", undefined],
  ])("%s", async (_, sibling, cousin, sectionPath, expected) => {
    const { writer, writes } = open(
      buildStructure(
        section("P2", sectionPath, siteSpace("Y3", cousin)),
        section("P1", "p", siteSpace("Y1", "a"), siteSpace("Y2", sibling)),
      ),
      plan,
    );
    await writer.update(update, findPhase("site-space", "write"));
    const temporary = [
      `PATCH ${site}/site-spaces/${expected}`,
      { path: expect.stringMatching(/^new-[0-9a-f]{8}$/) },
    ];
    expect(writes()).toEqual(expected === undefined ? [own] : [temporary, own]);
  });

  test("of a sibling that got a temporary one is not a change of another user", async () => {
    const long = "n".repeat(100);
    const responses: Record<string, unknown> = buildStructure(
      section("P1", "p", siteSpace("Y1", "a"), siteSpace("Y2", long)),
    );
    const { writer, writes } = open(responses, plan);
    await writer.update(
      { ...update, changes: [fieldChange("path", "a", long)] },
      findPhase("site-space", "write"),
    );
    const [first] = writes();
    const { path } = (first?.[1] ?? {}) as { path: string };
    expect(path).toMatch(/^n{80}-[0-9a-f]{8}$/);
    Object.assign(
      responses,
      buildStructure(section("P1", "p", siteSpace("Y1", long), siteSpace("Y2", path))),
    );
    await writer.update(
      step("update", "site-space", "sites/s/y2", {
        changes: [fieldChange("path", long, "z")],
        live: live("site-space", "Y2", { path: long }),
      }),
      findPhase("site-space", "write"),
    );
    expect(writes().at(-1)).toEqual([`PATCH ${site}/site-spaces/Y2`, { path: "z" }]);
  });

  test("is sent without a look-up in a dry run", async () => {
    const { writer, sent } = openStepWriter({ lock, responses: {}, plan, isDryRun: true });
    await writer.update(update, findPhase("site-space", "write"));
    expect(sent).toEqual([own]);
  });
});

test("a deletion of a section ignores values that this run changed", async () => {
  const things = new Map([
    ...lock.things,
    ["sites/s/p", locked("section", "P1", { title: "t", path: "p", group: "g", icon: "i" })],
  ] as const);
  const remove = step("delete", "section", "sites/s/p", {
    id: "P1",
    live: live("section", "P1", { title: "P1", path: "p", group: "sites/s/g", icon: null }),
  });
  const run = async (more: object) => {
    const { writer, writes } = openStepWriter({
      lock: { ...lock, things },
      responses: buildStructure({ ...section("P1", "other"), ...more }),
    });
    return writer.delete(remove).then(writes, (error: Error) => error.message);
  };
  expect(await run({})).toEqual([`DELETE ${site}/sections/P1`]);
  expect(await run({ icon: "book" })).toBe(
    "Another user changed icon of sites/s/p after the plan was created. It was not overwritten.",
  );
});
