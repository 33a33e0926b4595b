import { describe, expect, test } from "vitest";
import { readEvents } from "../../../src/client/transport/event-stream.ts";
import type { JsonValue } from "../../../src/json/values.ts";

async function* split(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The events, and the message of the error that ended them. */
async function read(text: string, size = text.length, limit = 10_000) {
  const events: JsonValue[] = [];
  try {
    for await (const event of readEvents(split(text, size), limit)) events.push(event);
  } catch (error) {
    return { events, error: error instanceof Error ? error.message : String(error) };
  }
  return { events };
}

const lines = [
  ": a comment",
  'data: {"text":"Grüße 🙂"}',
  "",
  "id: 7",
  "event: message",
  'data:{"lines":',
  "data: 2}",
  "",
  "retry: 100",
  "",
  "event: done",
  "data: {}",
  "",
  'data: {"after":"the end"}',
  "",
  "",
];

describe.each(["\n", "\r\n"])("with the line end %j", (lineEnd) => {
  const text = lines.join(lineEnd);

  test.each([1, 2, 3, 5, 7, 64, 1000])(
    "events arrive whole in chunks of %d bytes",
    async (size) => {
      expect(await read(text, size)).toEqual({ events: [{ text: "Grüße 🙂" }, { lines: 2 }] });
    },
  );
});

describe("an error event", () => {
  test.each([
    ['{"error":{"code":429,"message":"Too many questions."}}', "Too many questions."],
    ['{"code":503,"message":"No model."}', "No model."],
    ['{"error":"no object","message":"Not allowed."}', "Not allowed."],
    ['{"error":{"code":500}}', "The server ended the response with an error."],
    ['"text"', "The server ended the response with an error."],
  ])("with %s ends the events with its message", async (data, message) => {
    const text = `data: 1\n\nevent: error\ndata: ${data}\n\ndata: 2\n\n`;
    expect(await read(text)).toEqual({ events: [1], error: message });
  });
});

describe("a response that ends early", () => {
  const error = "The answer is incomplete, because the server ended its response early.";

  test.each([
    ["without events", "", []],
    ["after an event", "data: 1\n\n", [1]],
    ["after a comment", "data: 1\n\n: a comment\n\n", [1]],
    ["within an event", "data: 1\n\ndata: 2\n", [1]],
    ["within the name of the last event", "data: 1\n\nevent: do", [1]],
    ["with a body that is not a stream", '{"answer":"all"}', []],
  ])("%s is reported as incomplete", async (_, text, events) => {
    expect(await read(text)).toEqual({ events, error });
  });

  test.each(["event: done\n\n", "event: done\ndata: {}\n", "event: done\r\ndata: {}\r\n\r\n"])(
    "is complete with the end %j",
    async (end) => {
      expect(await read(`data: 1\n\n${end}`)).toEqual({ events: [1] });
    },
  );
});

test.each([
  ["data: {\n\n", 100, "The response contains an event that is not JSON."],
  ["data: 123456\n\n", 10, "The response is larger than 10 bytes."],
])("the response %j with the limit %d is refused", async (text, limit, error) => {
  expect(await read(text, text.length, limit)).toEqual({ events: [], error });
});

test("a response that is not UTF-8 text is refused", async () => {
  const body = (async function* () {
    yield Buffer.from([0x64, 0xff, 0x0a]);
  })();
  await expect(readEvents(body, 100).next()).rejects.toThrow("The response is not UTF-8 text.");
});

test.each([
  ['{"error":{"code":429,"message":"m"}}', 429],
  ['{"code":503}', 503],
  ['{"error":{"code":"429","message":"m"}}', 500],
  ["1", 500],
])("the error event %s has the status %i", async (data, status) => {
  const events = readEvents(split(`event: error\ndata: ${data}\n\n`, 100), 1000);
  await expect(events.next()).rejects.toMatchObject({ name: "ApiError", status });
});

test("a stream of exactly the maximum size is read, and a larger one is refused", async () => {
  const text = "data: 1\n\nevent: done\n\n";
  expect(await read(text, text.length, text.length)).toEqual({ events: [1] });
  const invalid = readEvents(split(text, text.length), text.length - 1);
  await expect(invalid.next()).rejects.toMatchObject({
    arrived: "perhaps",
    message: `The response is larger than ${text.length - 1} bytes.`,
  });
});
