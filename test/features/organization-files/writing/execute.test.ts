/** Results of the steps of an apply, and their order. */
import { describe, expect, test } from "vitest";
import type { ApiClient, WorkJournal } from "../../../../src/context.ts";
import { NetworkError } from "../../../../src/errors.ts";
import { phases } from "../../../../src/features/organization-files/planning/order.ts";
import type { DesiredResource } from "../../../../src/features/organization-files/resource.ts";
import type { PlanStep } from "../../../../src/features/organization-files/step.ts";
import { ApplyRun } from "../../../../src/features/organization-files/writing/execute.ts";
import {
  openScriptedClient,
  type ScriptedRequest,
} from "../../../support/network/scripted-client.ts";
import {
  desired,
  filesPlan,
  live,
  locked,
  resourceIds,
  step,
  wanted,
} from "../../../support/organizations/plan-parts.ts";

const things = new Map([
  ["spaces/a", locked("space", "S1")],
  ["spaces/b", locked("space", "S2")],
  ["teams/t", locked("team", "T1")],
  ["sites/s", locked("site", "X1")],
]);
const lock = { platform: "https://a.example", organization: "O1", serial: 1, things };

const creating = (
  kind: "team" | "collection" | "space" | "site",
  name: string,
  fields: Parameters<typeof desired>[2] = {},
) => {
  const one = desired(kind, `${kind}s/${name}`, { title: `Title ${name}`, ...fields });
  return step("create", kind, one.address, { title: `Title ${name}`, wanted: one });
};
const updating = (address: string, id: string) =>
  step("update", "space", address, {
    id,
    wanted: desired("space", address, { title: "New" }),
    changes: [{ field: "title", from: "Old", to: "New", side: "pending" }],
    live: live("space", id, { title: "Old" }),
  });
const deleting = (address: string, id: string) =>
  step("delete", "space", address, { id, live: live("space", id, { title: "Old" }) });

interface Options {
  readonly answer?: (request: ScriptedRequest) => unknown;
  /** The line of a request without a response. */
  readonly lost?: { readonly line: string; readonly arrived: "no" | "perhaps" };
  readonly stopsAfter?: number;
}

async function run(
  steps: readonly PlanStep[],
  { answer = () => undefined, lost, stopsAfter }: Options = {},
) {
  const { client, sent } = openScriptedClient((request) => {
    const own = answer(request);
    if (own !== undefined) return own;
    if (request.line.startsWith("GET /orgs/")) return { items: [] };
    if (request.line.startsWith("GET /spaces/")) return { id: "S", title: "Old" };
    return {
      id: `N-${String((request.body as { title?: string } | undefined)?.title ?? "").replace("Title ", "")}`,
      ...(request.body as object),
    };
  });
  const call = client.call.bind(client);
  const wrapped: ApiClient = {
    ...client,
    call: (async (endpoint: { route: string }, input: object) => {
      if (lost !== undefined && endpoint.route === lost.line)
        throw new NetworkError("closed", { arrived: lost.arrived });
      return call(endpoint as never, input as never);
    }) as never,
  };
  const resources = steps.flatMap(({ wanted: one }): DesiredResource[] => (one ? [one] : []));
  const plan = filesPlan({
    lock,
    steps,
    wanted: wanted(resources),
    ids: resourceIds(things, { U1: "ada@x.org" }),
  });
  const journal: unknown[] = [];
  const said: string[] = [];
  const notes = {
    note: async (entry: object) => void journal.push(entry),
  } as WorkJournal;
  const apply: ApplyRun = new ApplyRun(plan, wrapped, wrapped, notes, (text) => {
    said.push(text);
    if (said.length === stopsAfter) apply.stop();
  });
  for (const phase of phases) await apply.carryOut(phase);
  const end = apply.end();
  return {
    statuses: end.all.map(({ step: one, status }) => `${one.does} ${one.address}: ${status}`),
    errors: end.all.flatMap(({ error }) => error?.message ?? []),
    ids: end.all.map(({ id }) => id),
    isWhole: end.isWhole,
    locked: end.locked(things),
    journal,
    said,
    writes: sent
      .filter((one) => typeof one !== "string" || !one.startsWith("GET"))
      .map((one) => (typeof one === "string" ? one : one[0])),
  };
}

describe("an apply", () => {
  test("writes parents before their content, and deletes at the end", async () => {
    const steps = [
      deleting("spaces/b", "S2"),
      updating("spaces/a", "S1"),
      creating("space", "n", { parent: "collections/in" }),
      creating("collection", "in", { parent: "collections/out" }),
      creating("collection", "out"),
      creating("team", "x"),
    ];
    const result = await run(steps);
    expect(result.writes).toEqual([
      "PUT /orgs/O1/teams",
      "POST /orgs/O1/collections",
      "POST /orgs/O1/collections",
      "PATCH /spaces/S1",
      "POST /orgs/O1/spaces",
      "DELETE /spaces/S2",
    ]);
    expect(result.statuses).toEqual(steps.map(({ does, address }) => `${does} ${address}: done`));
    expect(result.ids).toEqual(["S2", "S1", "N-n", "N-in", "N-out", "N-x"]);
    expect(result.said[0]).toBe("1 of 6: create teams/x");
    expect(result.said.at(-1)).toBe("6 of 6: delete spaces/b");
    expect(result.isWhole).toBe(true);
    expect([...result.locked.keys()].toSorted()).toEqual([
      "collections/in",
      "collections/out",
      "sites/s",
      "spaces/a",
      "spaces/n",
      "teams/t",
      "teams/x",
    ]);
  });

  test("notes each step in the journal, before and after", async () => {
    const { journal } = await run([creating("team", "x"), deleting("spaces/b", "S2")]);
    const create = { item: 1, key: "create team teams/x" };
    const remove = { item: 2, key: "delete space spaces/b" };
    expect(journal).toEqual([
      { ...create, is: "sending" },
      { ...create, is: "done", id: "N-x" },
      { ...create, is: "done", id: "N-x" },
      { ...remove, is: "sending", target: "S2" },
      { ...remove, is: "done" },
    ]);
  });

  test("skips the steps that need a resource that was not written", async () => {
    const steps = [
      creating("collection", "out"),
      creating("collection", "in", { parent: "collections/out" }),
      creating("space", "n", { parent: "collections/in" }),
      creating("space", "free"),
      creating("space", "g", { "grants/teams/x": "read" }),
      creating("team", "x"),
    ];
    const result = await run(steps, {
      answer: ({ line }) =>
        line === "POST /orgs/O1/collections" || line === "PUT /orgs/O1/teams" ? 403 : undefined,
    });
    expect(result.statuses).toEqual([
      "create collections/out: failed",
      "create collections/in: skipped",
      "create spaces/n: skipped",
      "create spaces/free: done",
      "create spaces/g: skipped",
      "create teams/x: failed",
    ]);
    expect(result.errors).toEqual([
      "Answered with 403.",
      "Skipped because collections/out was not written.",
      "Skipped because collections/in was not written.",
      "Skipped because teams/x was not written.",
      "Answered with 403.",
    ]);
    expect([result.isWhole, result.ids]).toEqual([
      true,
      [undefined, undefined, undefined, "N-free", undefined, undefined],
    ]);
  });

  test("does not delete a replaced resource before its replacement exists", async () => {
    const replaced = step("delete", "site-space", "sites/s/a@Y1", { id: "Y1" });
    const replacement = step("create", "site-space", "sites/s/a", {
      wanted: desired("site-space", "sites/s/a", { space: "spaces/none" }),
    });
    const result = await run([replaced, replacement]);
    expect(result.statuses).toEqual(["delete sites/s/a@Y1: skipped", "create sites/s/a: failed"]);
    expect(result.writes).toEqual([]);
  });

  test("names conflicts", async () => {
    const result = await run([updating("spaces/a", "S1"), deleting("spaces/b", "S2")], {
      answer: ({ line }) => (line.startsWith("GET /spaces/S1") ? { title: "Else" } : undefined),
    });
    expect(result.statuses).toEqual(["update spaces/a: conflict", "delete spaces/b: done"]);
    expect(result.journal).toContainEqual({ item: 1, key: "update space spaces/a", is: "failed" });
  });

  test.each([
    ["perhaps", "unknown", false],
    ["no", "failed", false],
  ] as const)(
    "stops at a connection that failed, and %s had the request",
    async (arrived, status, isWhole) => {
      const steps = [creating("team", "x"), updating("spaces/a", "S1"), deleting("spaces/b", "S2")];
      const result = await run(steps, {
        lost: { line: "PUT /orgs/{organizationId}/teams", arrived },
      });
      expect(result.statuses).toEqual([
        `create teams/x: ${status}`,
        "update spaces/a: not begun",
        "delete spaces/b: not begun",
      ]);
      expect([result.isWhole, result.writes]).toEqual([isWhole, []]);
      expect(result.journal.at(-1)).toEqual({ item: 1, key: "create team teams/x", is: status });
    },
  );

  test("that is interrupted starts no further step", async () => {
    const result = await run(
      [creating("team", "x"), updating("spaces/a", "S1"), deleting("spaces/b", "S2")],
      { stopsAfter: 1 },
    );
    expect(result.statuses).toEqual([
      "create teams/x: done",
      "update spaces/a: not begun",
      "delete spaces/b: not begun",
    ]);
    expect(result.isWhole).toBe(false);
    expect(result.locked.has("teams/x")).toBe(true);
  });

  const site = step("update", "site", "sites/s", {
    id: "X1",
    wanted: desired("site", "sites/s", { title: "New", published: true }),
    changes: [
      { field: "title", from: "Old", to: "New", side: "pending" },
      { field: "published", from: false, to: true, side: "pending" },
    ],
    live: live("site", "X1", { title: "Old", published: false }),
  });
  const current = ({ line }: ScriptedRequest) =>
    line.startsWith("GET /orgs/O1/sites/X1") ? { title: "Old", published: false } : undefined;

  test("writes the fields that refer to other resources at the end", async () => {
    const result = await run([site, updating("spaces/a", "S1")], { answer: current });
    expect(result.writes).toEqual([
      "PATCH /spaces/S1",
      "PATCH /orgs/O1/sites/X1",
      "POST /orgs/O1/sites/X1/publish",
    ]);
    expect(result.said).toEqual([
      "1 of 2: update spaces/a",
      "2 of 2: update sites/s",
      "2 of 2: update sites/s",
    ]);
  });

  test("does not finish a resource that could not be written", async () => {
    const result = await run([site], {
      answer: (request) => (request.line.startsWith("PATCH") ? 403 : current(request)),
    });
    expect([result.statuses, result.errors, result.writes]).toEqual([
      ["update sites/s: failed"],
      ["Answered with 403."],
      ["PATCH /orgs/O1/sites/X1"],
    ]);
  });

  test("that is interrupted before a resource is finished counts it as not applied", async () => {
    const result = await run([site], { answer: current, stopsAfter: 1 });
    expect([result.statuses, result.writes]).toEqual([
      ["update sites/s: not begun"],
      ["PATCH /orgs/O1/sites/X1"],
    ]);
  });

  test("asks an invited user to accept", async () => {
    const one = desired("member", "members/new@x.org", { role: "read" });
    const team = step("create", "team", "teams/x", {
      wanted: desired("team", "teams/x", { title: "X", "members/new@x.org": "member" }),
    });
    const result = await run([step("create", "member", one.address, { wanted: one }), team], {
      answer: ({ line }) => {
        if (line.startsWith("GET /orgs/O1/invitations"))
          return {
            items: [
              { user: { id: "U9", email: "New@x.org" } },
              { user: { id: "U8", email: "other@x.org" } },
            ],
          };
        return line === "POST /orgs/O1/invites" ? { pending: ["new@x.org"] } : undefined;
      },
    });
    expect(result.statuses).toEqual(["create members/new@x.org: asked", "create teams/x: skipped"]);
    expect(result.locked.get("members/new@x.org")).toEqual(locked("member", "U9"));
    expect(result.journal).toContainEqual({
      item: 1,
      key: "create member members/new@x.org",
      is: "pending",
    });
  });
});
