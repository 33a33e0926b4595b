/** Execution of one step: what another user changed after the plan is not overwritten. */
import { describe, expect, test } from "vitest";
import { formatDigests } from "../../../../src/features/organization-files/planning/compare.ts";
import { phases } from "../../../../src/features/organization-files/planning/order.ts";
import { computeDigest } from "../../../../src/features/organization-files/resource.ts";
import type { FilesPlan } from "../../../../src/features/organization-files/step.ts";
import { WriteConflictError } from "../../../../src/features/organization-files/writing/write-step.ts";
import {
  byLiveKey,
  desired,
  fieldChange,
  live,
  locked,
  organizationFolder,
  resourceIds,
  step,
  wanted,
} from "../../../support/organizations/plan-parts.ts";
import { openStepWriter } from "../../../support/organizations/step-writer.ts";

type Responses = Readonly<Record<string, unknown>>;

const lock = {
  platform: "https://a.example",
  organization: "O1",
  serial: 1,
  things: new Map([
    [
      "spaces/a",
      locked("space", "S1", { title: computeDigest("Old"), emoji: computeDigest(null) }),
    ],
    ["collections/c", locked("collection", "C1")],
    ["webhooks/w", locked("webhook", "W1", { secret: computeDigest("s") })],
    ["sites/s", locked("site", "X1")],
    ["sites/s/p", locked("section", "P1", { title: computeDigest("P") })],
    ["sites/s/q", locked("section", "P2")],
    ["members/new@x.org", locked("member", "U9")],
  ]),
};

const open = (responses: Responses, plan: Partial<FilesPlan> = {}, { isDryRun = false } = {}) =>
  openStepWriter({ lock, responses, plan, isDryRun });

const writing = phases.find(({ kinds, does }) => kinds.includes("space") && does === "write");
const finishing = phases.find(({ kinds, does }) => kinds.includes("section") && does === "finish");
const siteFinishing = phases.find(({ kinds, does }) => kinds.includes("site") && does === "finish");
if (writing === undefined || finishing === undefined || siteFinishing === undefined)
  throw new Error("A phase is missing.");

const space = (title: string, more: object = {}) => ({
  "GET /spaces/S1": { id: "S1", title, ...more },
});

describe("an update", () => {
  const update = step("update", "space", "spaces/a", {
    id: "S1",
    changes: [fieldChange("title", "Old", "New")],
    live: live("space", "S1", { title: "Old" }),
  });
  const patch = ["PATCH /spaces/S1", { title: "New" }];
  const conflict =
    "Another user changed title of spaces/a after the plan was created. It was not overwritten.";

  test("is sent if the resource has not changed since the plan", async () => {
    const { writer, writes } = open(space("Old", { emoji: "1f600" }));
    await writer.update(update, writing);
    expect(writes()).toEqual([patch]);
  });

  test("is a conflict if another user changed the field", async () => {
    const { writer, writes } = open(space("Else"));
    const done = writer.update(update, writing);
    await expect(done).rejects.toThrow(new WriteConflictError(409, conflict));
    await expect(done).rejects.toBeInstanceOf(WriteConflictError);
    expect(writes()).toEqual([]);
  });

  test("is not sent if the field has the value already", async () => {
    const { writer, writes, applied } = open(space("New"));
    await writer.update(update, writing);
    expect(writes()).toEqual([]);
    const records = applied.locked(lock.things, {
      wanted: wanted([desired("space", "spaces/a")]),
      ids: resourceIds(lock.things),
    });
    expect(records.get("spaces/a")?.fields.get("title")).toBe(computeDigest("New"));
  });

  test("of a deleted resource is a conflict", async () => {
    const { writer, writes } = open({});
    await expect(writer.update(update, writing)).rejects.toThrow(
      new WriteConflictError(409, "spaces/a (S1) was deleted after the plan was created."),
    );
    expect(writes()).toEqual([]);
    const refused = open({ "GET /spaces/S1": 403 });
    await expect(refused.writer.update(update, writing)).rejects.toThrow("Answered with 403.");
  });

  test("is sent without a read in a dry run", async () => {
    const { writer, sent } = open({}, {}, { isDryRun: true });
    await writer.update(update, writing);
    expect(sent).toEqual([patch]);
  });

  test("sends only the fields of its phase", async () => {
    const section = step("update", "section", "sites/s/p", {
      changes: [
        fieldChange("title", "P", "New"),
        fieldChange("default", null, "y"),
        fieldChange("order", [], []),
      ],
      live: live("section", "P1", { title: "P", default: null, order: [] }),
    });
    const structure = [
      {
        object: "site-section",
        id: "P1",
        title: "P",
        path: "p",
        siteSpaces: [{ object: "site-space", id: "Y1", space: { id: "S1" } }],
      },
    ];
    const responses = { "GET /orgs/O1/sites/X1/structure": { structure } };
    const first = open(responses);
    await first.writer.update(section, writing);
    expect(first.sent).toEqual([
      "GET /orgs/O1/sites/X1/structure",
      ["PATCH /orgs/O1/sites/X1/sections/P1", { title: "New" }],
    ]);
    const second = open(responses);
    second.ids.set("site-space", "sites/s/y", "Y1");
    await second.writer.update(section, finishing);
    expect(second.writes()).toEqual([
      ["PATCH /orgs/O1/sites/X1/sections/P1", { defaultSiteSpace: "Y1" }],
    ]);
  });

  test("records another stored form, and the overwritten value of another user", async () => {
    const drift = {
      ...update,
      changes: [{ ...fieldChange("title", "Old", "New"), side: "drift" as const }],
    };
    const { writer, applied } = open({
      ...space("Old"),
      "PATCH /spaces/S1": { id: "S1", title: "NEW" },
    });
    await writer.update(drift, writing);
    expect(applied.notes).toEqual([
      'spaces/a: the platform stored title as "NEW" instead of "New".',
    ]);
    const records = applied.locked(lock.things, {
      wanted: wanted([desired("space", "spaces/a")]),
      ids: resourceIds(lock.things),
    });
    expect(records.get("spaces/a")?.fields.get("title")).toBe(
      formatDigests({
        sent: computeDigest("New"),
        kept: computeDigest("NEW"),
        over: computeDigest("Old"),
      }),
    );
  });

  test("records the overwritten value of another user only for its own field", async () => {
    const both = {
      ...update,
      changes: [
        fieldChange("title", "Old", "New"),
        { ...fieldChange("emoji", null, "1f600"), side: "drift" as const },
      ],
    };
    const { writer, listDigests } = open(
      { ...space("Old"), "PATCH /spaces/S1": { id: "S1", title: "New", emoji: "1f600" } },
      { wanted: wanted([desired("space", "spaces/a")]) },
    );
    await writer.update(both, writing);
    const digest = computeDigest("1f600");
    expect(listDigests("spaces/a")).toEqual({
      title: computeDigest("New"),
      emoji: `${digest}:${digest}:${computeDigest(null)}`,
    });
  });

  test("compares the grants of the platform", async () => {
    const grants = step("update", "space", "spaces/a", {
      changes: [fieldChange("grants/ada@x.org", "read", "edit")],
      live: live("space", "S1", { "grants/ada@x.org": "read" }),
    });
    const { writer, writes } = open({
      ...space("Old"),
      "GET /spaces/S1/permissions/users": { items: [{ user: { id: "U1" }, permission: "read" }] },
      "GET /spaces/S1/permissions/teams": { items: [] },
    });
    await writer.update(grants, writing);
    expect(writes()).toEqual([["POST /spaces/S1/permissions", { role: "edit", users: ["U1"] }]]);
  });

  test.each([
    ["is the last applied one", "sent", true],
    ["is another one", "other", false],
  ])("of a text that %s although the plan read an older one", async (_, kept, isSent) => {
    const specification = step("update", "specification", "specs/pets", {
      changes: [fieldChange("text", "older", "newer")],
      live: live("specification", "pets", { text: "older" }, { untold: new Map([["text", "…"]]) }),
    });
    const digests = formatDigests({
      sent: computeDigest("sent"),
      kept: computeDigest(computeDigest(kept)),
    });
    const things = new Map([["specs/pets", locked("specification", "pets", { text: digests })]]);
    const { writer, writes } = openStepWriter({
      lock: { ...lock, things },
      responses: {
        "GET /orgs/O1/openapi/pets": { slug: "pets", lastVersion: "1" },
        "GET /orgs/O1/openapi/pets/versions/latest/content/raw": { text: "sent" },
      },
      plan: {
        folder: organizationFolder({
          specs: { specs: { pets: { file: "pets.yaml" } } },
          texts: new Map([["pets.yaml", "openapi: 3.1.0"]]),
        }),
      },
    });
    const done = writer.update(specification, writing);
    if (isSent) await done;
    else await expect(done).rejects.toThrow("Another user changed text of specs/pets");
    const put = ["PUT /orgs/O1/openapi/pets", { source: { text: "openapi: 3.1.0" } }];
    expect(writes()).toEqual(isSent ? [put] : []);
  });

  test("moves a space", async () => {
    const { writer, writes } = open(space("Old", { parent: null }));
    const moved = { ...update, changes: [fieldChange("parent", null, "collections/c")] };
    await writer.update({ ...moved, live: live("space", "S1", { parent: null }) }, writing);
    expect(writes()).toEqual([["POST /spaces/S1/move", { parent: "C1" }]]);
  });

  test("of redirects records them as the platform stored them", async () => {
    const [first, other] = ["https://x.example/a", "https://x.example/b"];
    const toValue = (to: string) => ({ to, capture: false, permanent: false });
    const former = "https://x.example/c";
    const redirects = step("update", "site", "sites/s", {
      changes: [
        fieldChange("published", true, false),
        fieldChange("redirects//old", toValue(first), toValue(other)),
        fieldChange("redirects//gone", toValue(first), null),
        fieldChange("automaticRedirects//former", null, former),
      ],
      live: live("site", "X1", {
        published: true,
        "redirects//old": toValue(first),
        "redirects//gone": toValue(first),
      }),
    });
    const stored = ["/old", "/gone"].map((source) => {
      return { source, destination: { kind: "external", url: first } };
    });
    let isPublished = true;
    const responses = {
      get "GET /orgs/O1/sites/X1"() {
        return { id: "X1", published: isPublished };
      },
      "GET /orgs/O1/sites/X1/structure": { structure: [] },
      "GET /orgs/O1/sites/X1/redirects": { items: stored },
      get "POST /orgs/O1/sites/X1/unpublish"() {
        isPublished = false;
        return { id: "X1", published: false };
      },
      "PUT /orgs/O1/sites/X1/redirects": { results: [{ source: "/former", status: "created" }] },
    };
    const plan = { wanted: wanted([desired("site", "sites/s")]) };
    const { writer, writes, applied, listDigests } = open(responses, plan);
    await writer.update(redirects, siteFinishing);
    const flags = { captureWildcard: false, permanent: false };
    const destination = (url: string) => ({ destination: { kind: "external", url }, ...flags });
    const requests = [
      "POST /orgs/O1/sites/X1/unpublish",
      [
        "PUT /orgs/O1/sites/X1/redirects",
        {
          redirects: [
            { source: "/old", ...destination(other) },
            { source: "/gone", destination: null },
            { source: "/former", ...destination(former) },
          ],
        },
      ],
    ];
    expect(writes()).toEqual(requests);
    expect(applied.notes).toEqual([
      "sites/s: the platform does not redirect 1 former URL automatically (/former). Ordinary redirects were created.",
      expect.stringMatching(/^sites\/s: the platform stored redirects\/\/old as /),
    ]);
    expect(listDigests("sites/s")).toEqual({
      published: computeDigest(false),
      "redirects//old": `${computeDigest(toValue(other))}:${computeDigest(toValue(first))}`,
      "automaticRedirects//former": computeDigest(former),
    });
    const dry = open(responses, plan, { isDryRun: true });
    await dry.writer.update(redirects, siteFinishing);
    expect(dry.writes()).toEqual(requests);
    expect(dry.sent).toHaveLength(3);
  });

  test("of a resource that this run created overwrites what the platform set", async () => {
    const { writer, writes, applied } = open(space("Default"));
    applied.made.add("spaces/a");
    await writer.update(
      {
        ...update,
        changes: [fieldChange("title", null, "New"), fieldChange("parent", null, "collections/c")],
      },
      writing,
    );
    expect(writes()).toEqual([patch]);
    const later = step("update", "space", "spaces/a", {
      changes: [fieldChange("title", null, "New")],
    });
    await writer.update(later, writing);
    expect(writes()).toEqual([patch, patch]);
  });
});

describe("a deletion", () => {
  const remove = step("delete", "space", "spaces/a", {
    id: "S1",
    live: live("space", "S1", { title: "Old", emoji: null, parent: null, language: "de" }),
  });

  test.each<readonly [string, object, string | undefined]>([
    ["nothing changed", { title: "Old", emoji: "", language: "de" }, undefined],
    ["a managed field changed", { title: "Else", emoji: "", language: "de" }, "title"],
    ["another managed field changed", { title: "Old", emoji: "1f600", language: "de" }, "emoji"],
    ["a field changed that the files did not manage", { title: "Old", language: "fr" }, undefined],
    ["its parent changed", { title: "Old", parent: "C1" }, undefined],
  ])("if %s", async (_, values, field) => {
    const { writer, writes, applied } = open({ "GET /spaces/S1": { id: "S1", ...values } });
    const done = writer.delete(remove);
    if (field === undefined) {
      await done;
      expect(writes()).toEqual(["DELETE /spaces/S1"]);
      expect([...applied.deleted]).toEqual(["space S1"]);
    } else {
      await expect(done).rejects.toThrow(
        `Another user changed ${field} of spaces/a after the plan was created.`,
      );
      expect([writes(), [...applied.deleted]]).toEqual([[], []]);
    }
  });

  test("reads nothing in a dry run", async () => {
    const { writer, sent } = open({}, {}, { isDryRun: true });
    await writer.delete(remove);
    await writer.delete(step("delete", "invitation", "members/new@x.org", { id: "U9" }));
    expect(sent).toEqual(["DELETE /spaces/S1", "DELETE /orgs/O1/invitations/U9"]);
  });

  test("of a resource that is not in the lock is not compared", async () => {
    const other = step("delete", "space", "spaces/b", {
      id: "S2",
      live: live("space", "S2", { title: "Old" }),
    });
    const { writer, writes } = open({ "GET /spaces/S2": { id: "S2", title: "New" } });
    await writer.delete(other);
    expect(writes()).toEqual(["DELETE /spaces/S2"]);
  });

  test("of a missing resource sends nothing, but is recorded", async () => {
    const { writer, writes, applied } = open({});
    await writer.delete(remove);
    expect([writes(), [...applied.deleted]]).toEqual([[], ["space S1"]]);
  });

  test("of an invitation is refused after the user accepted", async () => {
    const invitation = step("delete", "invitation", "members/new@x.org", { id: "U9" });
    const accepted = open({ "GET /orgs/O1/members/U9": { id: "U9" } });
    await expect(accepted.writer.delete(invitation)).rejects.toThrow(
      new WriteConflictError(
        409,
        "The user of members/new@x.org accepted the invitation after the plan was created.",
      ),
    );
    expect(accepted.writes()).toEqual([]);
    const waiting = open({});
    await waiting.writer.delete(invitation);
    expect(waiting.writes()).toEqual(["DELETE /orgs/O1/invitations/U9"]);
    const refused = open({ "GET /orgs/O1/members/U9": 403 });
    await expect(refused.writer.delete(invitation)).rejects.toThrow("Answered with 403.");
  });

  test("of a section includes its site spaces", async () => {
    const things = [
      live("site-space", "Y1", { section: "sites/s/p" }),
      live("site-space", "Y2", { section: "sites/s/q" }),
      live("link", "L1", { section: null }),
    ];
    const structure = [{ object: "site-section", id: "P1", title: "P", siteSpaces: [] }];
    const { writer, writes, applied } = open(
      { "GET /orgs/O1/sites/X1/structure": { structure } },
      { live: byLiveKey(things) },
    );
    await writer.delete(
      step("delete", "section", "sites/s/p", {
        id: "P1",
        live: live("section", "P1", { title: "P" }),
      }),
    );
    expect(writes()).toEqual(["DELETE /orgs/O1/sites/X1/sections/P1"]);
    expect([...applied.deleted]).toEqual(["section P1", "site-space Y1"]);
  });
});

describe("a path", () => {
  const structure = (existing: string) => ({
    "GET /orgs/O1/sites/X1/structure": {
      structure: [
        { object: "site-section", id: "P1", title: "P", path: "p", siteSpaces: [] },
        { object: "site-section", id: "P2", title: "Q", path: existing, siteSpaces: [] },
      ],
    },
  });
  const update = step("update", "section", "sites/s/p", {
    changes: [fieldChange("path", "p", "q")],
    live: live("section", "P1", { path: "p" }),
  });
  const temporary = [
    "PATCH /orgs/O1/sites/X1/sections/P2",
    { path: expect.stringMatching(/^q-[0-9a-f]{8}$/) },
  ];
  const own = ["PATCH /orgs/O1/sites/X1/sections/P1", { path: "q" }];

  test.each<readonly [string, string, Partial<FilesPlan>, readonly unknown[]]>([
    ["is free", "r", { wanted: wanted([desired("section", "sites/s/q", { path: "r" })]) }, [own]],
    [
      "belongs to a part that is changed later",
      "q",
      { wanted: wanted([desired("section", "sites/s/q", { path: "r" })]) },
      [temporary, own],
    ],
    [
      "belongs to a part that is deleted later",
      "q",
      { steps: [step("delete", "section", "sites/s/q")] },
      [temporary, own],
    ],
    ["belongs to a part that stays", "q", {}, [own]],
    [
      "belongs to a part that is not deleted with another one",
      "q",
      {
        steps: [step("delete", "section", "sites/s/other"), step("update", "section", "sites/s/q")],
      },
      [own],
    ],
    [
      "belongs to a part without a path in the files",
      "q",
      { wanted: wanted([desired("section", "sites/s/q", { title: "Q" })]) },
      [own],
    ],
  ])("that %s", async (_, existing, plan, requests) => {
    const { writer, writes } = open(structure(existing), plan);
    await writer.update(update, writing);
    expect(writes()).toEqual(requests);
  });
});
