import { describe, expect, test } from "vitest";
import type { Transport } from "../../../src/contract/wire.ts";
import { NetworkError } from "../../../src/errors.ts";
import { followEvents } from "../../../src/features/integrations/follow-events.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import type { Terminal } from "../../../src/terminal/terminal.ts";
import { getClient } from "../../support/network/client.ts";

interface Event {
  readonly status: string;
  readonly failure?: string;
  readonly logs: readonly string[];
}

/** Follows the lines of one event until it has ended, or an error. */
async function follow(event: Event | NetworkError | number) {
  const ending = new AbortController();
  const notes: string[] = [];
  const transport: Transport = async ({ url }) => {
    const headers = { "content-type": "application/json" };
    if (typeof event === "number") return { status: event, headers, body: "{}" };
    if (event instanceof Error) throw event;
    const { status, failure, logs } = event;
    const value = url.includes("/events/E1")
      ? {
          event: { id: "E1", createdAt: "2026-01-01T00:00:00Z", status, failure, payload: {} },
          trace: { logs: logs.map((message) => ({ message, level: "info" })) },
        }
      : { items: [{ id: "E1" }] };
    return { status: 200, headers, body: JSON.stringify(value) };
  };
  const client = getClient("https://api.example.com", { transport, retries: 0 });
  const terminal: Partial<Terminal> = {
    note(text) {
      notes.push(text);
      ending.abort();
    },
  };
  const context = { terminal: terminal as Terminal };
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
  test.each([429, 500, 503, new NetworkError("No connection.", { arrived: "no" })])(
    "that can pass ends nothing: %s",
    async (error) => {
      expect((await follow(error)).notes).toEqual([expect.stringMatching(/ Retrying\.$/)]);
    },
  );

  test.each([400, 401, 403, 404])("that remains ends the command: %d", async (status) => {
    await expect(follow(status)).rejects.toMatchObject({ status });
  });
});
