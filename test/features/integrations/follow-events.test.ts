import { describe, expect, test } from "vitest";
import type { ApiClient } from "../../../src/client/client.ts";
import * as contract from "../../../src/contract/integration-event.ts";
import { ApiError, NetworkError } from "../../../src/errors.ts";
import { followEvents } from "../../../src/features/integrations/follow-events.ts";
import type { JsonObject } from "../../../src/json/values.ts";

interface Event {
  readonly status: string;
  readonly failure?: string;
  readonly logs: readonly string[];
}

/** Follows the lines of one event until it has ended, or an error. */
async function follow(event: Event | Error) {
  const ending = new AbortController();
  const notes: string[] = [];
  const client = {
    async *pages() {
      if (event instanceof Error) throw event;
      yield { items: [{ id: "E1" }] };
    },
    async call(endpoint: unknown) {
      if (event instanceof Error || endpoint !== contract.get) throw new Error("unexpected");
      const { status, failure, logs } = event;
      return {
        value: {
          event: { id: "E1", createdAt: "2026-01-01T00:00:00Z", status, failure, payload: {} },
          trace: { logs: logs.map((message) => ({ message, level: "info" })) },
        },
      };
    },
  } as unknown as ApiClient;
  const context = {
    terminal: {
      note(text: string) {
        notes.push(text);
        ending.abort();
      },
    },
  } as unknown as Parameters<typeof followEvents>[0];
  const options = { integrationName: "demo", earlier: 1, signal: ending.signal };
  const lines: JsonObject[] = [];
  for await (const some of followEvents(context, client, options)) {
    for (const line of some) lines.push(line);
    ending.abort();
  }
  return { lines: lines.map(({ level, message }) => `${level}: ${message}`), notes };
}

describe("the lines of an ended event", () => {
  test.each([
    ["success", undefined, ["Sent.", "Done."], ["info: Sent.", "info: Done."]],
    ["success", undefined, [], ["info: Delivered."]],
    ["failure", "No answer.", [], ["error: No answer."]],
    ["failure", "No answer.", ["Sent."], ["info: Sent.", "error: No answer."]],
    // The reason is not repeated if the log has it.
    ["failure", "No answer.", ["Sent.", "No answer."], ["info: Sent.", "info: No answer."]],
    ["failure", "No answer.", ["No answer.", "Sent."], ["info: No answer.", "info: Sent."]],
  ])(
    "with the status %s, the reason %s and the log %j",
    async (status, failure, logs, expected) => {
      const event = { status, logs, ...(failure !== undefined && { failure }) };
      expect((await follow(event)).lines).toEqual(expected);
    },
  );
});

describe("an error", () => {
  test.each([
    new ApiError(429, "Slow down."),
    new ApiError(500, "Broken."),
    new ApiError(503, "Busy."),
    new NetworkError("No connection.", { arrived: "no" }),
  ])("that can pass ends nothing: %s", async (error) => {
    expect((await follow(error)).notes).toEqual([`${error.message} Retrying.`]);
  });

  test.each([
    new ApiError(400, "Invalid."),
    new ApiError(401, "No token."),
    new ApiError(403, "No permission."),
    new ApiError(404, "Not found."),
    new TypeError("broken"),
  ])("that remains ends the command: %s", async (error) => {
    await expect(follow(error)).rejects.toBe(error);
  });
});
