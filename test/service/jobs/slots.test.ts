import { describe, expect, test } from "vitest";
import { createSlots, type SlotGroup, type Slots } from "../../../src/service/jobs/slots.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { randomFrom } from "../../support/generators/random.ts";

const now = "2026-01-01T00:00:00.000Z";

function group(organization: string, user: string, run_at = now): SlotGroup {
  return { organization_id: organization, concurrency_key: `user ${user}`, run_at };
}

/** Takes slots while some are available. @returns their owners, in this order */
function takeAll(slots: Slots, groups: readonly SlotGroup[]) {
  const taken: { readonly group: SlotGroup; readonly giveBack: () => void }[] = [];
  for (let next = slots.choose(groups, now); next; next = slots.choose(groups, now)) {
    taken.push({ group: next, giveBack: slots.take(next) });
  }
  return taken;
}

const listNames = (taken: readonly { readonly group: SlotGroup }[]) =>
  taken.map(({ group }) => `${group.organization_id} ${group.concurrency_key}`);

describe("which long job begins next", () => {
  test.each([2, 3, 4, 8])("one organization leaves a slot of %i to others", (total) => {
    const slots = createSlots(total);
    const own = Array.from({ length: total * 2 }, (_, index) => group("A", `a${index}`));
    expect(takeAll(slots, own)).toHaveLength(total - 1);
    expect(slots.areTaken()).toBe(false);
    expect(listNames(takeAll(slots, [...own, group("B", "b")]))).toEqual(["B user b"]);
  });

  test.each([2, 3, 4, 8])("one user in many organizations takes half of %i slots", (total) => {
    const slots = createSlots(total);
    const own = Array.from({ length: total * 2 }, (_, index) => group(`A${index}`, "a"));
    expect(takeAll(slots, own)).toHaveLength(Math.floor(total / 2));
  });

  test("a single slot rotates among organizations, and among the users of each", () => {
    const slots = createSlots(1);
    const groups = [group("A", "a"), group("A", "b"), group("A", "c"), group("B", "d")];
    const order: string[] = [];
    for (let count = 0; count < 6; count++) {
      for (const { group: next, giveBack } of takeAll(slots, groups)) {
        order.push(next.concurrency_key.slice(5));
        giveBack();
      }
    }
    expect(order).toEqual(["a", "d", "b", "d", "c", "d"]);
  });

  test("if no job is due, the next due one is returned, if it may begin", () => {
    const slots = createSlots(2);
    const later = group("A", "a", "2026-01-01T00:02:00.000Z");
    const soon = group("B", "b", "2026-01-01T00:01:00.000Z");
    expect(slots.choose([later, soon], now)).toBe(soon);
    slots.take(soon);
    expect(slots.choose([later, soon], now)).toBe(later);
    expect(slots.choose([soon], now)).toBeUndefined();
  });

  test.each([
    ["the later one first", ["02", "01"], "01"],
    ["the earlier one first", ["01", "02"], "01"],
    ["both at the same time", ["02", "02"], "02"],
  ])("of groups without a turn, the first to be due is next: %s", (_, minutes, expected) => {
    const groups = minutes.map((minute, index) =>
      group(`O${index}`, `u${index}`, `2025-12-31T00:${minute}:00.000Z`),
    );
    const next = createSlots(4).choose(groups, now);
    expect(next).toBe(groups.find(({ run_at }) => run_at.includes(`:${expected}:`)));
  });

  test("a due group is next, even if one that is not due had no turn yet", () => {
    const slots = createSlots(4);
    const due = group("A", "a", now);
    const later = group("B", "b", "2026-01-01T00:00:00.001Z");
    slots.take(due)();
    expect(slots.choose([later, due], now)).toBe(due);
  });

  test("no group is next while all slots are taken", () => {
    const slots = createSlots(2);
    const release = slots.take(group("A", "a"));
    slots.take(group("B", "b"));
    expect([slots.areTaken(), slots.choose([group("C", "c")], now)]).toEqual([true, undefined]);
    release();
    expect(slots.areTaken()).toBe(false);
  });

  test("only the last 10,000 turns of organizations and users are remembered", () => {
    const slots = createSlots(4);
    const [first, second] = [group("A", "a", "2025"), group("B", "b", "2025")];
    const unknown = group("N", "n", now);
    for (const one of [first, second, first]) slots.take(one)();
    for (let count = 0; count < 4998; count++) slots.take(group(`O${count}`, "u"))();
    expect(slots.choose([second, unknown], now)).toBe(unknown);
    slots.take(group("Last", "u"))();
    // Its turn is forgotten, so that only the time counts.
    expect(slots.choose([second, unknown], now)).toBe(second);
    expect(slots.choose([first, unknown], now)).toBe(unknown);
  });

  slowTest("every organization gets its turns, for any order of completion", () => {
    const random = randomFrom(21);
    for (let round = 0; round < 50; round++) {
      const total = 1 + random.below(6);
      const slots = createSlots(total);
      const groups = Array.from({ length: 6 }, (_, index) => group(`O${index % 4}`, `u${index}`));
      let running: { readonly group: SlotGroup; readonly giveBack: () => void }[] = [];
      const turns = new Map<string, number>();
      for (let step = 0; step < 60; step++) {
        running.push(...takeAll(slots, groups));
        expect(running.length).toBeLessThanOrEqual(total);
        const ended = running[random.below(running.length)];
        ended?.giveBack();
        running = running.filter((one) => one !== ended);
        const name = ended?.group.organization_id ?? "";
        turns.set(name, (turns.get(name) ?? 0) + 1);
      }
      expect([...turns.values()].every((count) => count > 1)).toBe(true);
    }
  });
});
