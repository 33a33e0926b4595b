import { describe, expect, test } from "vitest";
import { toFailedOutcome, watchClient } from "../../../src/app/bulk/outcome.ts";
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
