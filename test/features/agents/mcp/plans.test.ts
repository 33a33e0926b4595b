/** The life of a plan of an agent: how long, how often and for which digest it can be applied. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type {
  AgentCommand,
  AgentCommands,
  JsonObject,
  JsonValue,
} from "../../../../src/context.ts";
import { openPlans } from "../../../../src/features/agents/mcp/plans.ts";

const minute = 60 * 1000;
const client = "agent/1";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
});

const call = { client, signal: new AbortController().signal };

/** Commands of which each run describes one request for a space. */
function open(effect: AgentCommand["effect"] = "write", request: JsonObject = {}) {
  const state: { space: JsonValue } = { space: { id: "S1", title: "Guide" } };
  const command: AgentCommand = { name: "space update", summary: "Update a space", effect };
  const unused = async () => {
    throw new Error("Plans do not use it.");
  };
  const commands: AgentCommands = {
    ...{ find: unused, describe: unused, toLine: unused },
    fixInput: async (_, input) => input,
    get: async () => command,
    readPath: async (path) => (path === "/spaces/S1" ? state.space : undefined),
    run: async () => ({
      code: 0,
      value: { method: "PATCH", url: "https://tome.example/v1/spaces/S1", ...request },
      notes: "",
    }),
  };
  const plans = openPlans(commands);
  return { plans, state, create: () => plans.create("space update", { title: "New" }, client) };
}

const gone = "does not exist or has expired";

describe("a plan", () => {
  test("can be applied for ten minutes, and not longer", async () => {
    const { plans, create } = open();
    const plan = await create();
    vi.advanceTimersByTime(10 * minute);
    expect(plans.find(plan.id, plan.digest)).toBe(plan);
    vi.advanceTimersByTime(1);
    expect(() => plans.find(plan.id, plan.digest)).toThrow(gone);
    await expect(plans.take(plan, call)).rejects.toThrow(gone);
  });

  test("is applied once, even if it is requested twice at the same time", async () => {
    const { plans, create } = open();
    const plan = await create();
    const both = await Promise.allSettled([plans.take(plan, call), plans.take(plan, call)]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });

  test("is reported as applied if it is requested again", async () => {
    const { plans, create } = open();
    const plan = await create();
    await plans.take(plan, call);
    await expect(plans.take(plan, call)).rejects.toThrow("The plan has been applied.");
    expect(() => plans.find(plan.id, plan.digest)).toThrow("The plan has been applied.");
  });

  test("is kept if the call that applies it is canceled before the command runs", async () => {
    const { plans, create } = open();
    const plan = await create();
    const canceling = new AbortController();
    const canceled = plans.take(plan, { client, signal: canceling.signal });
    canceling.abort();
    await expect(canceled).rejects.toThrow("Nothing was changed: the call was canceled.");
    expect(plans.find(plan.id, plan.digest)).toBe(plan);
    await plans.take(plan, call);
  });

  test("is found with its digest only", async () => {
    const { plans, create } = open();
    const [plan, other] = [await create(), await create()];
    expect(other.digest).toBe(plan.digest);
    expect(() => plans.find(plan.id, "")).toThrow("not that of the plan");
    expect(() => plans.find("", plan.digest)).toThrow(gone);
  });

  test("is refused and ended after its resource changed", async () => {
    const { plans, state, create } = open();
    const plan = await create();
    state.space = { id: "S1", title: "Handbook" };
    await expect(plans.take(plan, call)).rejects.toThrow("have changed since the plan");
    await expect(plans.take(plan, call)).rejects.toThrow(gone);
  });

  test("is replaced by later ones beyond a hundred, the oldest first", async () => {
    const { plans, create } = open();
    const made = [];
    for (let count = 0; count < 101; count++) made.push(await create());
    const [first, second] = made;
    expect(() => plans.find(first?.id ?? "", first?.digest ?? "")).toThrow(gone);
    expect(plans.find(second?.id ?? "", second?.digest ?? "")).toBe(second);
  });

  const site = "https://tome.example/v1/orgs/O1/sites/S1";
  test.each([
    ["write", { method: "PATCH" }, "write"],
    ["write", { method: "DELETE" }, "delete"],
    ["delete", { method: "POST" }, "delete"],
    // Such as the undo of an unpublication.
    ["write", { method: "POST", url: `${site}/publish` }, "delete"],
    ["write", { method: "POST", url: `${site}/unpublish` }, "delete"],
    ["write", { method: "PATCH", url: site, body: { visibility: "public" } }, "delete"],
    ["write", { method: "PATCH", url: site, body: { visibility: "visitor-auth" } }, "write"],
  ] as const)(
    "of a command that may %s with %j has the effect %s",
    async (effect, request, shown) => {
      expect((await open(effect, request).create()).effect).toBe(shown);
    },
  );

  test("of a command that only reads is refused", async () => {
    await expect(open("read").create()).rejects.toThrow("only reads");
  });
});
