import { describe, expect, test } from "vitest";
import {
  observeAnswers,
  toFailedOutcome,
  toOutcome,
  watchClient,
} from "../../../src/app/bulk/outcome.ts";
import type { Result } from "../../../src/context.ts";
import * as space from "../../../src/contract/space.ts";
import {
  ApiError,
  IncompleteError,
  MissingTokenError,
  NetworkError,
  UsageError,
} from "../../../src/errors.ts";
import { getClient } from "../../support/network/client.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const unanswered = (arrived: "no" | "perhaps") => new NetworkError("Broken.", { arrived });

describe("the outcome of a failed item", () => {
  // The second outcome applies if an earlier request of the item changed something.
  test.each([
    ["a validation error", new ApiError(400, "No."), "failed", "unknown"],
    ["a missing permission", new ApiError(403, "No."), "failed", "unknown"],
    ["a conflict", new ApiError(409, "No."), "failed", "failed"],
    ["an unmet precondition", new ApiError(412, "No."), "failed", "unknown"],
    ["a rate limit", new ApiError(429, "No."), "turned away", "unknown"],
    ["a server error", new ApiError(500, "No."), "failed", "unknown"],
    ["no connection", unanswered("no"), "failed", "unknown"],
    ["invalid usage", new UsageError("No."), "failed", "unknown"],
    ["a pending operation", new IncompleteError("pending", "No.", "tome"), "pending", "pending"],
    ["a partial change", new IncompleteError("partial", "No.", "tome"), "unknown", "unknown"],
    ["an unknown result", new IncompleteError("unknown", "No.", "tome"), "unknown", "unknown"],
    ["findings", new IncompleteError("findings", "No."), "failed", "failed"],
  ])("after %s", (_, error, alone, afterWrite) => {
    expect(toFailedOutcome(error, false).is).toBe(alone);
    expect(toFailedOutcome(error, true).is).toBe(afterWrite);
  });
});

describe("a watched client", () => {
  /** Whether a request with this response may have changed something. */
  async function mayHaveChanged(method: "GET" | "POST", status: number): Promise<boolean> {
    const server = await serve((_, response) => answerJson(response, status, {}));
    const { client, changed } = watchClient(getClient(server.url));
    const input = { organizationId: "O1", title: "Space" };
    await (method === "POST"
      ? client.call(space.create, input)
      : client.call(space.get, { spaceId: "S1" })
    ).catch(() => {});
    return changed();
  }

  test.each([
    [200, true],
    [400, false],
    [403, false],
    [409, false],
    [500, true],
    [501, false],
    [503, true],
  ])("a write with the response %d may have changed something: %s", async (status, expected) => {
    expect(await mayHaveChanged("POST", status)).toBe(expected);
    expect(await mayHaveChanged("GET", status)).toBe(false);
  });

  test.each([
    [unanswered("perhaps"), true],
    [unanswered("no"), false],
    [new UsageError("No."), false],
    [new MissingTokenError("No.", "tome auth login"), false],
    [new TypeError("No."), true],
  ])("a write that ended with %s may have changed something: %s", async (error, expected) => {
    const fail = () => Promise.reject(error);
    const { client, changed } = watchClient({ ...getClient("http://127.0.0.1:1"), send: fail });
    await client.send({ method: "POST", path: "/things" }).catch(() => {});
    expect(changed()).toBe(expected);
  });
});

describe("the outcome of a result", () => {
  const finding = { rule: "r", level: "error", message: "Found." } as const;
  const pending = new IncompleteError("pending", "Goes on.", "tome cr get 1", [finding]);
  const partial = new IncompleteError("partial", "Half.");
  const pages = [[{ id: "A" }, { id: "B" }], [{ id: "C" }]];
  const list = { list: pages, columns: [], none: "" };
  const texts = async function* () {
    yield "one";
    yield "two";
  };

  test.each<[string, Result, object]>([
    ["nothing", undefined, { record: {}, findings: [] }],
    ["a text", { text: "x" }, { record: {}, findings: [] }],
    ["a view", { view: [] }, { record: {}, findings: [] }],
    ["texts", { texts: texts() }, { record: {}, findings: [] }],
    ["a list", list, { record: { count: 3 }, findings: [] }],
    [
      "a list with findings",
      { ...list, findings: () => [finding] },
      { record: { count: 3 }, findings: [finding] },
    ],
    ["a value", { value: [1] }, { record: { value: [1] }, findings: [] }],
    ["a record", { record: { id: "A" } }, { record: { id: "A" }, findings: [] }],
    [
      "a record with findings",
      { record: {}, findings: [finding] },
      { record: {}, findings: [finding] },
    ],
  ])("%s is done", async (_, result, expected) => {
    expect(await toOutcome(result)).toEqual({ is: "done", ...expected });
  });

  test.each<[string, Result, string, number]>([
    ["a text", { text: "x", unsettled: pending }, "pending", 1],
    ["a view", { view: [], unsettled: partial }, "unknown", 0],
    ["a list", { ...list, findings: () => [finding], unsettled: () => pending }, "pending", 2],
    ["a value", { value: 1, unsettled: partial }, "unknown", 0],
    ["a record", { record: {}, findings: [finding], unsettled: partial }, "unknown", 1],
  ])("%s that is not settled is not done", async (_, result, is, count) => {
    const { message, hint } = is === "pending" ? pending : partial;
    expect(await toOutcome(result)).toMatchObject({
      is,
      error: { message, hint, findings: Array.from({ length: count }, () => finding) },
    });
  });
});

describe("observed responses", () => {
  async function* chunks(...sizes: number[]) {
    for (const size of sizes) yield new Uint8Array(size);
  }
  const request = { method: "GET", url: "http://host/", headers: {} } as const;
  const open = (status: number, body: string | AsyncIterable<Uint8Array>, turnsAway: boolean) => {
    const seen: number[] = [];
    const answer = { status, headers: {}, body };
    const observed = observeAnswers(
      async () => answer,
      (one) => void seen.push(one),
      turnsAway,
    );
    return { send: () => observed({ ...request, signal: AbortSignal.any([]) }), seen, answer };
  };

  test.each([
    [200, true],
    [428, true],
    [429, false],
    [503, true],
  ])("a status %d is passed on if a 429 ends the attempt: %s", async (status, turnsAway) => {
    const { send, seen, answer } = open(status, "text", turnsAway);
    expect(await send()).toBe(answer);
    expect(seen).toEqual([status]);
  });

  test.each([
    ["a text", "text"],
    ["a short body", chunks(1, 2)],
    ["a long body", chunks(65_536, 1, 1)],
  ])("a 429 with %s ends the attempt", async (_, body) => {
    const { send, seen } = open(429, body, true);
    await expect(send()).rejects.toMatchObject({
      status: 429,
      message: "The rate limit of the platform is exceeded (status 429).",
    });
    expect(seen).toEqual([429]);
  });

  test("the rest of a body beyond 64 KiB is not read", async () => {
    const body = chunks(65_536, 1, 1);
    await expect(open(429, body, true).send()).rejects.toThrow("status 429");
    expect(await body.next()).toEqual({ done: true, value: undefined });
    let read = 0;
    async function* long() {
      for (const size of [65_536, 1, 1]) {
        read++;
        yield new Uint8Array(size);
      }
    }
    await expect(open(429, long(), true).send()).rejects.toThrow("status 429");
    expect(read).toBe(2);
    let ended = 0;
    async function* broken() {
      yield new Uint8Array(1);
      ended++;
      throw new Error("Broken.");
    }
    await expect(open(429, broken(), true).send()).rejects.toThrow("status 429");
    expect(ended).toBe(1);
  });
});
