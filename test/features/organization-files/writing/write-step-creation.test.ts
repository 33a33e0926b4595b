/** Execution of a step that creates a resource. */
import { describe, expect, test } from "vitest";
import { ApiError } from "../../../../src/errors.ts";
import { computeDigest } from "../../../../src/features/organization-files/resource.ts";
import type { FilesPlan, PlanStep } from "../../../../src/features/organization-files/step.ts";
import { DuplicateTitleError } from "../../../../src/features/organization-files/writing/write-step.ts";
import type { JsonValue } from "../../../../src/json/values.ts";
import {
  desired,
  locked,
  organizationFolder,
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
  ]),
};

const open = (responses: Responses, plan: Partial<FilesPlan> = {}, { isDryRun = false } = {}) =>
  openStepWriter({ lock, responses, plan, isDryRun });

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

  test("does not send again what the request contained", async () => {
    const run = async (
      kind: "specification" | "webhook" | "team" | "site",
      address: string,
      fields: Readonly<Record<string, JsonValue>>,
      responses: Responses = {},
    ) => {
      const opened = open(
        { [`GET /orgs/O1/${kind}s`]: { items: [] }, ...responses },
        {
          folder: organizationFolder({
            specs: {
              specs: { pets: { file: "pets.yaml" }, none: { file: "no.yaml" } },
            },
            texts: new Map([["pets.yaml", "openapi: 3.1.0"]]),
          }),
        },
      );
      await opened.create(
        step("create", kind, address, { wanted: desired(kind, address, fields) }),
      );
      return opened.writes();
    };
    const secret = `whsec_${"A".repeat(32)}`;
    const text = computeDigest("openapi: 3.1.0");
    expect(await run("specification", "specs/pets", { text, visibility: "private" })).toEqual([
      ["PUT /orgs/O1/openapi/pets", { source: { text: "openapi: 3.1.0" } }],
      ["PATCH /orgs/O1/openapi/pets", { visibility: "private" }],
    ]);
    const url = "https://a.example/o.yaml";
    expect(await run("specification", "specs/pets", { url })).toEqual([
      ["PUT /orgs/O1/openapi/pets", { source: { url } }],
    ]);
    await expect(run("specification", "specs/none", { text })).rejects.toThrow(
      "specs/none has neither url nor file",
    );
    const hook = { url: "https://h.example", events: ["comment.created"], active: false, secret };
    const sent = { url: hook.url, events: hook.events, secret };
    expect(
      await run("webhook", "webhooks/n", hook, { "POST /orgs/O1/webhooks": { id: "W9", ...sent } }),
    ).toEqual([
      ["POST /orgs/O1/webhooks", sent],
      ["PATCH /orgs/O1/webhooks/W9", { active: false }],
    ]);
    const members = { "members/ada@x.org": "member", "members/id:U2": "owner" };
    expect(
      await run(
        "team",
        "teams/t",
        { title: "Docs", ...members },
        {
          "PUT /orgs/O1/teams": { id: "T9", title: "Docs" },
        },
      ),
    ).toEqual([
      ["PUT /orgs/O1/teams", { title: "Docs", members: ["U1", "U2"] }],
      ["PUT /orgs/O1/teams/T9/members", { add: ["U2"], memberships: { U2: { role: "owner" } } }],
    ]);
    expect(
      await run(
        "site",
        "sites/n",
        { title: "New", published: true, order: ["x"], default: "x" },
        {
          "POST /orgs/O1/sites": { id: "X9", title: "New" },
        },
      ),
    ).toEqual([["POST /orgs/O1/sites", { title: "New" }]]);
  });

  test("of a member who has to accept first records the invitation", async () => {
    const invite = step("create", "member", "members/new@x.org", {
      wanted: desired("member", "members/new@x.org", { role: "edit" }),
    });
    const users = [
      { user: { id: "U8", email: "other@x.org" } },
      { user: { id: "U9", email: "New@x.org" } },
    ];
    const run = async (answer: unknown, isDryRun = false) => {
      const responses = {
        "POST /orgs/O1/invites": answer,
        "GET /orgs/O1/invitations": { items: users },
      };
      const { create: act, applied, sent, created } = open(responses, {}, { isDryRun });
      const error = await act(invite).catch((thrown: Error) => thrown.message);
      return { error, invited: [...applied.invited], reads: sent.length - 1, created };
    };
    const error = "new@x.org was invited and has not accepted yet.";
    const pending = { error, invited: [["members/new@x.org", "U9"]], reads: 1, created: [] };
    expect(await run({ users: [] })).toEqual(pending);
    expect(await run({ users: [] }, true)).toEqual({ ...pending, invited: [], reads: 0 });
    expect(await run(403)).toEqual({
      error: "Answered with 403.",
      invited: [],
      reads: 0,
      created: [],
    });
  });

  test("looks titles up again for each of few resources", async () => {
    const run = async (titles: readonly string[], others: readonly PlanStep[] = []) => {
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
        { steps: [...steps, ...others] },
      );
      for (const each of steps.slice(0, 2)) await opened.create(each).catch(() => {});
      return opened.sent.filter((line) => String(line).startsWith("GET /orgs/O1/collections"))
        .length;
    };
    const many = (count: number) => Array.from({ length: count }, (_, at) => `T${at}`);
    expect(await run(many(20))).toBe(2);
    expect(await run(many(21))).toBe(1);
    expect(await run(["Same", "Same"])).toBe(1);
    // Steps of other kinds, and other steps, do not count.
    const others = [
      ...many(20).map((title) => step("create", "team", `teams/${title}`, { title })),
      ...many(20).map((title) => step("update", "collection", `collections/u${title}`, { title })),
    ];
    expect(await run(many(2), others)).toBe(2);
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
    const dry = open(current, plan, { isDryRun: true });
    await dry.create(restore);
    expect(dry.sent).toEqual(["POST /spaces/S9/restore"]);
    expect(dry.created).toEqual([{ kind: "space", address: "spaces/n", id: "S9" }]);
    for (const status of [404, 410]) {
      const purged = open({ ...spaces(), ...made, "POST /spaces/S9/restore": status }, plan);
      await purged.create(restore);
      expect(purged.writes().map(String)[1]).toContain("POST /orgs/O1/spaces");
    }
    const refused = open({ ...spaces(), "POST /spaces/S9/restore": 403 }, plan);
    await expect(refused.create(restore)).rejects.toThrow(ApiError);
  });

  test("of a restored space corrects the grants that the files own completely", async () => {
    const granted = desired(
      "space",
      "spaces/n",
      { title: "Handbook", "grants/ada@x.org": "edit" },
      { lists: new Set(["grants"]), whole: new Set(["grants"]) },
    );
    const grants = async (more: Responses, one = granted) => {
      const {
        create: run,
        writes,
        listDigests,
      } = open(
        {
          ...spaces(),
          "GET /spaces/S9": { id: "S9", title: "Handbook" },
          "GET /spaces/S9/permissions/users": {
            items: [{ user: { id: "U1" }, permission: "edit" }],
          },
          "GET /spaces/S9/permissions/teams": {
            items: [{ team: { id: "T1" }, permission: "read" }],
          },
          ...more,
        },
        { ...plan, wanted: wanted([one]) },
      );
      await run(step("create", "space", "spaces/n", { wanted: one, restores: "S9" }));
      return { requests: writes().slice(1), fields: listDigests("spaces/n") };
    };
    expect(await grants({})).toEqual({
      requests: [["POST /spaces/S9/permissions", { role: null, teams: ["T1"] }]],
      fields: {
        title: computeDigest("Handbook"),
        "grants/ada@x.org": computeDigest("edit"),
      },
    });
    // The same list without entries, and entries of a list that the files own in part.
    const { requests } = await grants({}, { ...granted, fields: new Map([["title", "Handbook"]]) });
    expect(requests).toEqual([
      ["POST /spaces/S9/permissions", { role: null, users: ["U1"], teams: ["T1"] }],
    ]);
    const partly = { ...granted, lists: new Set<string>(), whole: new Set<string>() };
    expect((await grants({}, partly)).requests).toEqual([]);
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
    // A link has a title that may exist, and a failed step has no id.
    expect(await twins([own, twin], { kind: "link" })).toEqual([]);
    expect(await twins([own, twin], { address: "spaces/failed" })).toEqual([]);
    expect(await open(spaces(own, twin)).writer.findTwins([create])).toEqual([]);
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
