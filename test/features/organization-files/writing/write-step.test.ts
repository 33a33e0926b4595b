/** Execution of one step: what another user changed after the plan is not overwritten. */
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../../src/errors.ts";
import { formatDigests } from "../../../../src/features/organization-files/planning/compare.ts";
import { phases } from "../../../../src/features/organization-files/planning/order.ts";
import { computeDigest } from "../../../../src/features/organization-files/resource.ts";
import type { FilesPlan, PlanStep } from "../../../../src/features/organization-files/step.ts";
import { AppliedChanges } from "../../../../src/features/organization-files/writing/applied.ts";
import {
  DuplicateTitleError,
  StepWriter,
  WriteConflictError,
} from "../../../../src/features/organization-files/writing/write-step.ts";
import type { JsonValue } from "../../../../src/json/values.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";
import {
  byLiveKey,
  desired,
  filesPlan,
  live,
  locked,
  resourceIds,
  step,
  wanted,
} from "../../../support/organizations/plan-parts.ts";

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

function open(responses: Responses, plan: Partial<FilesPlan> = {}, { isDryRun = false } = {}) {
  const { client, sent } = openScriptedClient(({ line }) => {
    const value = responses[line.replace(/\?.*/, "")];
    return value ?? (line.startsWith("GET") ? 404 : { id: "NEW" });
  });
  const ids = resourceIds(lock.things, { U1: "ada@x.org" });
  const applied = new AppliedChanges();
  const whole = filesPlan({ ids, lock, ...plan });
  const writer = new StepWriter(whole, client, isDryRun ? undefined : client, applied);
  const writes = () => sent.filter((one) => typeof one !== "string" || !one.startsWith("GET"));
  const created: unknown[] = [];
  const create = (one: PlanStep) => writer.create(one, async (made) => void created.push(made));
  return { writer, writes, sent, applied, ids, create, created };
}

const writing = phases.find(({ kinds, does }) => kinds.includes("space") && does === "write");
const finishing = phases.find(({ kinds, does }) => kinds.includes("section") && does === "finish");
if (writing === undefined || finishing === undefined) throw new Error("A phase is missing.");

const change = (field: string, from: JsonValue, to: JsonValue) => ({
  field,
  from,
  to,
  side: "pending" as const,
});
const space = (title: string, more: object = {}) => ({
  "GET /spaces/S1": { id: "S1", title, ...more },
});

describe("an update", () => {
  const update = step("update", "space", "spaces/a", {
    id: "S1",
    changes: [change("title", "Old", "New")],
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
      changes: [change("title", "P", "New"), change("default", null, "y"), change("order", [], [])],
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
    expect(first.writes()).toEqual([["PATCH /orgs/O1/sites/X1/sections/P1", { title: "New" }]]);
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
      changes: [{ ...change("title", "Old", "New"), side: "drift" as const }],
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

  test("of a resource that this run created overwrites what the platform set", async () => {
    const { writer, writes, applied } = open(space("Default"));
    applied.made.add("spaces/a");
    await writer.update(
      {
        ...update,
        changes: [change("title", null, "New"), change("parent", null, "collections/c")],
      },
      writing,
    );
    expect(writes()).toEqual([patch]);
  });
});

describe("a creation", () => {
  const one = desired("space", "spaces/n", {
    title: "Handbook",
    emoji: "1f600",
    editMode: "live",
    parent: "collections/c",
    defaultLevel: "read",
  });
  const create = step("create", "space", "spaces/n", { wanted: one, title: "Handbook" });
  const spaces = (...items: readonly object[]) => ({ "GET /orgs/O1/spaces": { items } });
  const made = {
    "POST /orgs/O1/spaces": {
      id: "S9",
      title: "Handbook",
      emoji: "1f600",
      editMode: "live",
      defaultLevel: "inherit",
      parent: "C1",
    },
  };
  const plan = { steps: [create], wanted: wanted([one]) };

  test("sends the other fields in a second request", async () => {
    const { create: run, writes, created, ids, applied } = open({ ...spaces(), ...made }, plan);
    await run(create);
    expect(writes()).toEqual([
      [
        "POST /orgs/O1/spaces",
        { title: "Handbook", emoji: "1f600", editMode: "live", parent: "C1" },
      ],
      ["PATCH /spaces/S9", { defaultLevel: "read" }],
    ]);
    expect(created).toEqual([{ kind: "space", address: "spaces/n", id: "S9" }]);
    expect([ids.findId("spaces/n"), [...applied.made]]).toEqual(["S9", ["spaces/n"]]);
  });

  const twin = { id: "S7", title: "Handbook" };
  const message =
    'The space "Handbook" already exists (S7), so spaces/n was not created. To adopt it: --adopt spaces/n=id:S7. To create another one: --adopt spaces/n=new';
  test("is refused if an unmanaged resource has the title", async () => {
    const { create: run, writes } = open(
      { ...spaces({ id: "S1", title: "Handbook" }, twin), ...made },
      plan,
    );
    const done = run(create);
    await expect(done).rejects.toThrow(new DuplicateTitleError(409, message));
    await expect(done).rejects.toBeInstanceOf(DuplicateTitleError);
    expect(writes()).toEqual([]);
  });

  test.each<readonly [string, readonly object[], Partial<FilesPlan>]>([
    ["a managed resource has the title", [{ id: "S1", title: "Handbook" }], {}],
    ["a deleted one has the title", [{ ...twin, deletedAt: "2026" }], {}],
    ["another title exists", [{ id: "S7", title: "handbook" }], {}],
    [
      "the user wants another one",
      [twin],
      { input: { organizationId: "O1", folder: "org", adopt: ["spaces/n=new"] } },
    ],
  ])("is sent if %s", async (_, items, more) => {
    const { create: run, created } = open({ ...spaces(...items), ...made }, { ...plan, ...more });
    await run(create);
    expect(created).toHaveLength(1);
  });

  test("looks titles up again for each of few resources", async () => {
    const run = async (titles: readonly string[]) => {
      const steps = titles.map((title, at) =>
        step("create", "collection", `collections/${at}`, {
          title,
          wanted: desired("collection", `collections/${at}`, { title }),
        }),
      );
      const opened = open(
        {
          "GET /orgs/O1/collections": { items: [] },
          "POST /orgs/O1/collections": { id: "N", title: "" },
        },
        { steps },
      );
      for (const each of steps.slice(0, 2)) await opened.create(each).catch(() => {});
      return opened.sent.filter((line) => String(line).startsWith("GET /orgs/O1/collections"))
        .length;
    };
    const many = (count: number) => Array.from({ length: count }, (_, at) => `T${at}`);
    expect(await run(many(20))).toBe(2);
    expect(await run(many(21))).toBe(1);
    expect(await run(["Same", "Same"])).toBe(1);
  });

  test("restores a deleted space, and creates it if it was purged", async () => {
    const restore = { ...create, restores: "S9" };
    const current = {
      "GET /spaces/S9": {
        id: "S9",
        title: "Handbook",
        emoji: "1f600",
        editMode: "live",
        parent: "C1",
        defaultLevel: "edit",
      },
    };
    const first = open({ ...spaces(), ...current, ...made }, plan);
    await first.create(restore);
    expect(first.writes().map((line) => (typeof line === "string" ? line : line[0]))).toEqual([
      "POST /spaces/S9/restore",
      "PATCH /spaces/S9",
    ]);
    expect(first.writes().at(-1)).toEqual(["PATCH /spaces/S9", { defaultLevel: "read" }]);
    for (const status of [404, 410]) {
      const purged = open({ ...spaces(), ...made, "POST /spaces/S9/restore": status }, plan);
      await purged.create(restore);
      expect(purged.writes().map(String)[1]).toContain("POST /orgs/O1/spaces");
    }
    const refused = open({ ...spaces(), "POST /spaces/S9/restore": 403 }, plan);
    await expect(refused.create(restore)).rejects.toThrow(ApiError);
  });

  test("notes a title that another run created at the same time", async () => {
    const twins = async (
      items: readonly object[],
      more: Partial<PlanStep> = {},
      adopt: readonly string[] = [],
    ) => {
      const { writer, ids } = open(spaces(...items), {
        input: { organizationId: "O1", folder: "org", adopt },
      });
      ids.set("space", "spaces/n", "S9");
      return writer.findTwins([{ ...create, ...more }]);
    };
    const own = { id: "S9", title: "Handbook" };
    expect(await twins([own, twin])).toEqual([
      'The space "Handbook" exists twice (S9 and S7), because another run created it at the same time. Delete one of them.',
    ]);
    expect(await twins([own])).toEqual([]);
    expect(await twins([own, twin], { restores: "S9" })).toEqual([]);
    expect(await twins([own, twin], {}, ["spaces/n=new"])).toEqual([]);
    expect(await open({}, {}, { isDryRun: true }).writer.findTwins([create])).toEqual([]);
  });

  test("of a webhook notes its secret", async () => {
    const hook = (fields: Readonly<Record<string, JsonValue>>) =>
      step("create", "webhook", "webhooks/n", {
        wanted: desired("webhook", "webhooks/n", { url: "https://h.example", ...fields }),
      });
    const run = async (fields: Readonly<Record<string, JsonValue>>) => {
      const opened = open({ "POST /orgs/O1/webhooks": { id: "W9", url: "https://h.example" } });
      await opened.create(hook(fields));
      return opened.applied.notes;
    };
    expect(await run({})).toEqual([
      expect.stringMatching(/^webhooks\/n: The platform creates a signing secret.* rotate W9$/),
    ]);
    expect(await run({ secret: `whsec_${"A".repeat(32)}` })).toEqual([]);
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
    changes: [change("path", "p", "q")],
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
