/** An entry of the history, with a history and a platform that the tests choose. */
import { describe, expect, test } from "vitest";
import { loadWriteOperations } from "../../../src/contract/operations.ts";
import { showHistoryEntry } from "../../../src/features/history/show.ts";
import { toInvertible, type UndoContext } from "../../../src/features/history/undo-context.ts";
import type { HistoryEntry } from "../../../src/history/history-entry.ts";
import { createPartial } from "../../support/commands/partial.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { createRecorded, origin } from "./recorded-write.ts";

const digest = "[digest 0123456789abcdef01234567]";

const createUpdate = (more: Partial<HistoryEntry> = {}) =>
  createRecorded("a.1", {
    target: { field: "spaceId", id: "S1", title: "Guide" },
    before: { title: "Old" },
    after: { title: "New" },
    ...more,
  });

/** What the command shows, with the requests of curl commands. */
async function show(
  entries: readonly HistoryEntry[],
  input: Parameters<typeof showHistoryEntry>[1] = {},
  answer: () => unknown = () => 404,
) {
  const described: unknown[] = [];
  const resolved: unknown[] = [];
  const { context, said } = openScriptedContext({
    answer,
    more: {
      settings: { profile: { value: "work" } },
      history: async () => ({
        origin,
        entries: async () => entries,
        digests: async () => (value: unknown) => value,
        resolve: async (...one: readonly unknown[]) => void resolved.push(one),
      }),
      describeAsCurl: (requests: readonly unknown[]) => {
        described.push(...requests);
        return { text: "curl" };
      },
    },
  });
  const result = await showHistoryEntry(context, input);
  const columns = result !== undefined && "columns" in result ? (result.columns ?? []) : [];
  const headers = columns.map(({ header }) => header);
  return {
    result: result as Record<string, unknown> | undefined,
    headers,
    said,
    described,
    resolved,
  };
}

describe("an entry", () => {
  test("is shown with the command that undoes it", async () => {
    const { result, said } = await show([createUpdate(), createUpdate({ entry: "b.1" })]);
    expect(result?.record).toMatchObject({ entry: "b.1", undone: false, undo: "tome undo b.1" });
    expect(said).toEqual([]);
    const named = await show([createUpdate(), createUpdate({ entry: "b.1" })], { entry: "a.1" });
    expect(named.result?.record).toMatchObject({ entry: "a.1" });
    expect(named.result?.unsettled).toBeUndefined();
    expect(named.headers).toEqual(
      "ENTRY TIME PROFILE ORIGIN COMMAND OPERATION TARGET TITLE CHANGE SENT BEFORE AFTER CREATED OUTCOME REASON REQUEST UNDOES UNDONE UNDO".split(
        " ",
      ),
    );
  });

  test("of a group names the others", async () => {
    const entries = [
      createUpdate(),
      createUpdate({ entry: "a.2" }),
      createUpdate({ entry: "a.3" }),
    ];
    const { result, said } = await show(entries, { entry: "a" });
    expect(result?.record).toMatchObject({ entry: "a.1" });
    expect(said).toEqual([
      "note: a is a group of 3 entries, and this is the first. To list all: tome history list --json entry,group",
    ]);
  });

  test("that was undone has no command", async () => {
    const entries = [createUpdate(), createUpdate({ entry: "b.1", undoes: "a.1" })];
    const { result } = await show(entries, { entry: "a.1" });
    expect(result?.record).toMatchObject({ undone: true, undo: null });
  });

  test("without another platform's entries is none", async () => {
    await expect(show([createUpdate({ origin: "https://b.example" })])).rejects.toMatchObject({
      message: "The history is empty.",
      hint: "tome history list",
    });
  });

  test.each<[HistoryEntry["outcome"], () => unknown, string, boolean]>([
    ["unknown", () => ({ title: "New" }), "done", true],
    ["pending", () => ({ title: "New" }), "done", true],
    // The platform may still change it.
    ["pending", () => ({ title: "Old" }), "pending", false],
    ["pending", () => ({ title: "Other" }), "pending", false],
    ["unknown", () => ({ title: "Old" }), "refused", true],
    ["failed", () => ({ title: "New" }), "failed", false],
    ["unknown", () => ({ title: "Other" }), "unknown", false],
    ["refused", () => ({ title: "New" }), "refused", false],
  ])(
    "with the outcome %s is resolved if the platform tells it",
    async (outcome, answer, end, isStored) => {
      const { result, resolved } = await show([createUpdate({ outcome })], {}, answer);
      expect(result?.record).toMatchObject({ outcome: end });
      expect(resolved.length > 0).toBe(isStored);
      const isOpen = end === "unknown" || end === "pending";
      expect(result?.unsettled !== undefined).toBe(isOpen);
      if (isOpen) {
        expect(result?.unsettled).toMatchObject({ how: end, hint: "tome api GET /v1/spaces/S1" });
      }
    },
  );
});

describe("an entry as curl", () => {
  test("has the request of its operation", async () => {
    const { described, said } = await show([createUpdate()], { curl: true });
    expect(described).toMatchObject([
      { method: "PATCH", url: expect.stringMatching(/\/spaces\/S1$/), body: { title: "New" } },
    ]);
    expect(said).toEqual([]);
  });

  test("outside of the contract has its method and path", async () => {
    const { operation: _, ...unknown } = createUpdate({ path: "/v1/other", input: { a: 1 } });
    const { described } = await show([unknown], { curl: true });
    expect(described).toMatchObject([
      { method: "PATCH", url: expect.stringMatching(/\/v1\/other$/), body: { a: 1 } },
    ]);
    const empty = await show([{ ...unknown, input: {} }], { curl: true });
    expect(empty.described[0]).not.toHaveProperty("body");
  });

  test("names the secrets to replace, and is refused for a secret URL", async () => {
    const input = { spaceId: "S1", title: digest };
    expect((await show([createUpdate({ input })], { curl: true })).said).toEqual([
      "note: Replace each [digest …]: the history does not store secrets.",
    ]);
    await expect(show([createUpdate({ path: digest })], { curl: true })).rejects.toThrow(
      "The URL of the request is secret, and the history stores only its digest.",
    );
  });
});

describe("an entry that does not match its operation", async () => {
  const operations = await loadWriteOperations();
  const context = createPartial<UndoContext>({ operations });
  const edited = (name: string, what: string) =>
    `The entry does not match its operation ${name}: ${what}. The history file was edited or is damaged.`;
  const unknown = "The request does not match a known operation, so its effect is unknown.";
  const created: Partial<HistoryEntry> = {
    operation: "createSpace",
    method: "POST",
    path: "/v1/orgs/O1/spaces",
    target: { field: "organizationId", id: "O1" },
    input: { organizationId: "O1", title: "New" },
    made: "S9",
    after: { id: "S9" },
  };

  test.each<[string, Partial<HistoryEntry>, string | undefined]>([
    ["as recorded", {}, undefined],
    ["with a base path", { path: "/base/v1/spaces/S1" }, undefined],
    ["with a secret path", { path: digest }, undefined],
    [
      "with a secret segment",
      {
        path: `/v1/spaces/${encodeURIComponent(digest)}`,
        target: { field: "spaceId", id: digest },
      },
      undefined,
    ],
    ["of an unknown operation", { operation: "none" }, unknown],
    [
      "with another method",
      { method: "DELETE" },
      edited("updateSpaceById", 'the method is "DELETE"'),
    ],
    [
      "with another path",
      { path: "/v1/spaces/S2" },
      edited("updateSpaceById", "the path belongs to another request"),
    ],
    [
      "with a longer path",
      { path: "/v1/x/spaces/S1" },
      edited("updateSpaceById", "the path belongs to another request"),
    ],
    [
      "with another kind of path",
      { path: "/v1/collections/S1" },
      edited("updateSpaceById", "the path belongs to another request"),
    ],
    [
      "with another target",
      { target: { field: "spaceId", id: "S2" } },
      edited("updateSpaceById", "the target differs"),
    ],
    [
      "with another kind of target",
      { target: { field: "siteId", id: "S1" } },
      edited("updateSpaceById", "the target differs"),
    ],
    ["of a creation", created, undefined],
    ["of a creation without an id", { ...created, after: {} }, undefined],
    ["of a creation without a result", { ...created, made: undefined as never }, undefined],
    ["of a creation with a secret id", { ...created, after: { id: digest } }, undefined],
    [
      "of a creation with another id",
      { ...created, after: { id: "S8" } },
      edited("createSpace", "the created resource differs"),
    ],
  ])("%s", (_, more, reason) => {
    const result = toInvertible(createUpdate(more), context);
    expect(typeof result === "string" ? result : undefined).toBe(reason);
  });

  test("has no operation", () => {
    const { operation: _, ...entry } = createUpdate();
    expect(toInvertible(entry, context)).toBe(unknown);
  });
});
