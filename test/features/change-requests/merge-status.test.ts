/** The state of merge rules in `tome cr view`. */
import { describe, expect, test } from "vitest";
import * as cr from "../../../src/contract/cr.ts";
import * as review from "../../../src/contract/cr-review.ts";
import type { SpaceMergeRules } from "../../../src/contract/merge-rules.model.ts";
import * as space from "../../../src/contract/space.ts";
import * as permission from "../../../src/contract/space-permission.ts";
import { sample } from "../../support/generators/amount.ts";
import { openMembers } from "../../support/organizations/members.ts";

type Rules = Extract<SpaceMergeRules, { type: "rules" }>["rules"];

/** A change request of the admin, who runs commands; Ada and Grace can review it. */
async function start() {
  const world = await openMembers();
  const { workspace, admin, organizationId, ids } = world;
  const made = await workspace.ok(admin, space.create, { organizationId, title: "Handbook" });
  const spaceId = made.id;
  const users = [ids.ada, ids.grace];
  await workspace.ok(admin, permission.grant, { spaceId, role: "create", users });
  const { id } = await workspace.ok(admin, cr.create, { spaceId, subject: "Words" });
  const key = { spaceId, changeRequestId: id };
  let pages = 0;
  const edit = async (who = admin) => {
    const page = { operation: "insert_page", title: `Page ${++pages}`, document: {} } as const;
    await workspace.ok(who, cr.edit, { ...key, changes: [page] });
  };
  await edit();
  await workspace.ok(admin, cr.update, { ...key, status: "open" });
  const rule = (...rules: Rules) =>
    workspace.ok(admin, space.update, { spaceId, mergeRules: { type: "rules", rules } });
  const view = async () => {
    const line = ["cr", "view", id, "--space", spaceId, "--json"];
    const { code, stdout, stderr } = await world.run(line);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
  const later = () => {
    workspace.time.now = new Date(workspace.now.getTime() + 60_000);
  };
  return {
    ...world,
    ...{ key, edit, rule, view, later },
    submit: (who: string, status: "approved" | "changes-requested") =>
      workspace.ok(who, review.create, { ...key, status }),
    request: (user: string) => workspace.ok(admin, review.request, { ...key, users: [user] }),
  };
}

type World = Awaited<ReturnType<typeof start>>;

const states: readonly (readonly [name: string, reach: (world: World) => Promise<unknown>])[] = [
  ["without reviews", async () => {}],
  ["with a request", ({ request, ids }) => request(ids.ada)],
  ["with an approval", ({ submit, ids }) => submit(ids.ada, "approved")],
  ["with a rejection", ({ submit, ids }) => submit(ids.ada, "changes-requested")],
  ["with an approval by its author", ({ submit, admin }) => submit(admin, "approved")],
  [
    "with a rejection and an approval of the same user",
    async ({ submit, later, ids }) => {
      await submit(ids.ada, "changes-requested");
      later();
      await submit(ids.ada, "approved");
    },
  ],
  [
    "edited after an approval",
    async ({ submit, edit, later, ids }) => {
      await submit(ids.ada, "approved");
      later();
      await edit();
    },
  ],
  [
    "requested again after an approval",
    async ({ submit, request, later, ids }) => {
      await submit(ids.ada, "approved");
      later();
      await request(ids.ada);
    },
  ],
  [
    "with the approval of a contributor",
    async ({ submit, edit, later, ids }) => {
      await edit(ids.ada);
      later();
      await submit(ids.ada, "approved");
    },
  ],
];

describe.each(sample(states, 4))("a change request %s", (_, reach) => {
  test.each(["require_at_least_one_approved_review", "require_all_reviews_approved"] as const)(
    "misses the same requirements of %s in the view as in the merge",
    async (name) => {
      const world = await start();
      await world.rule({ rule: name });
      await reach(world);
      const { requirements } = await world.view();
      const missing = requirements.flatMap((one: { state: string; says: string[] }) =>
        one.state === "missing" ? one.says : [],
      );
      const { workspace, admin, key } = world;
      const { status, message } = await workspace.ask(admin, cr.merge, key);
      expect([status < 400, message]).toEqual([
        missing.length === 0,
        expect.stringContaining(missing.join("; ")),
      ]);
    },
  );
});
