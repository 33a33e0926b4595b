import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { openChatModel } from "../../../../src/service/engines/language/chat-model.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { answerJson, serve } from "../../../support/network/loopback.ts";

const member = { kind: "member", user: "U1", organization: "O1" } as const;
const messages = [{ role: "user", content: "Hello" }] as const;
const toEvent = (content: string) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const end = "data: [DONE]\n\n";

async function open(respond: (response: ServerResponse) => void, timeout = 20_000) {
  const server = await serve((_, response) => respond(response));
  return {
    server,
    model: openChatModel({ url: server.url, name: "small", key: "key-1", timeout }),
  };
}

/** The text that arrived, and the error. */
async function read(respond: (response: ServerResponse) => void, timeout?: number) {
  const { model, server } = await open(respond, timeout);
  let text = "";
  try {
    for await (const part of model.stream(member, messages, new AbortController().signal))
      text += part;
  } catch (error) {
    if (!(error instanceof Error) || !("status" in error)) throw error;
    expect(error.message).not.toContain(server.url);
    expect(error.message).not.toContain("key-1");
    return { text, status: error.status, message: error.message };
  }
  return { text };
}

test("yields the parts of the text", async () => {
  const { model, server } = await open((response) =>
    response.end(`: comment\n\n${toEvent("Hé")}${toEvent("llo 🦊")}data: {"choices":[]}\n\n${end}`),
  );
  const parts: string[] = [];
  for await (const part of model.stream(member, messages, new AbortController().signal)) {
    parts.push(part);
  }
  expect(parts).toEqual(["Hé", "llo 🦊"]);
  expect(JSON.parse(server.seen[0]?.body ?? "")).toMatchObject({ messages, stream: true });
});

test("yields a part before the next one arrives", async () => {
  let proceed = () => {};
  const { model } = await open((response) => {
    response.write(toEvent("one"));
    proceed = () => response.end(toEvent("two") + end);
  });
  const parts = model
    .stream(member, messages, new AbortController().signal)
    [Symbol.asyncIterator]();
  expect(await parts.next()).toEqual({ done: false, value: "one" });
  proceed();
  expect(await parts.next()).toEqual({ done: false, value: "two" });
  expect(await parts.next()).toEqual({ done: true, value: undefined });
});

test("reads characters that are split between parts of the response", async () => {
  const bytes = Buffer.from(toEvent("🦊🦊") + end);
  const result = await read((response) => {
    const sendFrom = (at: number) => {
      if (at >= bytes.length) response.end();
      else response.write(bytes.subarray(at, at + 1), () => sendFrom(at + 1));
    };
    sendFrom(0);
  });
  expect(result).toEqual({ text: "🦊🦊" });
});

test("accepts a server that gives a reason for the end instead of [DONE]", async () => {
  const last = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] })}`;
  expect(await read((response) => response.end(toEvent("all") + last))).toEqual({ text: "all" });
});

test("accepts a server that does not stream", async () => {
  const body = { choices: [{ message: { content: "all at once" } }] };
  const result = await read((response) => answerJson(response, 200, body));
  expect(result).toEqual({ text: "all at once" });
});

describe("a model that fails", () => {
  const invalid: readonly [string, string, string][] = [
    ["an event that is not JSON", "data: {\n\n", "sent an invalid event"],
    ["an event that is not an object", "data: 1\n\n", "sent an invalid event"],
    ["an event without choices", "data: {}\n\n", "sent an invalid event"],
    ["choices that are not a list", 'data: {"choices":{}}\n\n', "sent an invalid event"],
    ["a choice that is null", 'data: {"choices":[null]}\n\n', "sent an invalid event"],
    ["a delta that is a text", 'data: {"choices":[{"delta":"x"}]}\n\n', "sent an invalid event"],
    [
      "a text that is a number",
      'data: {"choices":[{"delta":{"content":1}}]}\n\n',
      "sent an invalid event",
    ],
    ["an error", 'data: {"error":{"message":"key-1"}}\n\n', "reported an error"],
    ["an early end", toEvent(""), "ended its response too early"],
    ["an empty text", end, "did not return a text"],
  ];
  for (const [name, body, problem] of invalid) {
    test(`${name} is an error`, async () => {
      expect(
        await read((response) =>
          response.end(toEvent("a").repeat(name === "an empty text" ? 0 : 1) + body),
        ),
      ).toMatchObject({
        status: 502,
        message: `The language model ${problem}.`,
      });
    });
  }

  test("the status of an error is reported", async () => {
    expect(await read((response) => answerJson(response, 401, { error: "key-1" }))).toEqual({
      text: "",
      status: 502,
      message: "The language model responded with status 401.",
    });
  });

  test("a redirect is not followed", async () => {
    const other = await serve((_, response) => response.end(toEvent("secret") + end));
    const result = await read((response) => response.writeHead(307, { location: other.url }).end());
    expect(result).toMatchObject({ text: "", status: 502 });
    expect(other.seen).toEqual([]);
  });

  test("a response of 1 GB is not read to its end", async () => {
    let sent = 0;
    const part = toEvent("x".repeat(60_000));
    const result = await read((response) => {
      const writeOn = () => {
        sent += part.length;
        if (sent > 1024 ** 3) response.end();
        else if (!response.destroyed) response.write(part, writeOn);
      };
      writeOn();
    });
    expect(result).toMatchObject({
      status: 502,
      message: "The language model returned a response that is too large.",
    });
    expect(sent).toBeLessThan(64 * 1024 ** 2);
  });

  test("a line without an end is not read to its end", async () => {
    const part = "x".repeat(64 * 1024);
    const result = await read((response) => {
      const writeOn = () => {
        if (!response.destroyed) response.write(part, writeOn);
      };
      writeOn();
    });
    expect(result).toMatchObject({
      message: "The language model sent an event that is too large.",
    });
  });

  slowTest("a response that never ends is given up after the time limit", async () => {
    expect(await read((response) => response.write(toEvent("a")), 300)).toEqual({
      text: "a",
      status: 504,
      message: "The language model did not respond in time.",
    });
  });

  test("a closed connection is reported", async () => {
    const result = await read((response) => {
      response.write(toEvent("a"), () => response.destroy());
    });
    expect(result).toMatchObject({
      status: 502,
      message: "The language model could not be reached.",
    });
  });
});

test("the request to the model ends if the signal is aborted or reading stops", async () => {
  const closed: Promise<unknown>[] = [];
  const { model } = await open((response) => {
    closed.push(once(response, "close"));
    response.write(toEvent("a"));
  });
  for await (const _ of model.stream(member, messages, new AbortController().signal)) break;
  await closed[0];
  const canceled = new AbortController();
  const parts = model.stream(member, messages, canceled.signal)[Symbol.asyncIterator]();
  await parts.next();
  const next = parts.next();
  canceled.abort();
  await expect(next).rejects.toMatchObject({ status: 502 });
  await closed[1];
  expect(closed).toHaveLength(2);
});

test("a canceled request leaves the queue", async () => {
  const responses: ServerResponse[] = [];
  const { model, server } = await open((response) =>
    responses.push(response.on("close", () => {})),
  );
  const canceled = new AbortController();
  const all = Array.from({ length: 4 }, () =>
    model.stream(member, messages, canceled.signal)[Symbol.asyncIterator]().next(),
  );
  canceled.abort();
  const results = await Promise.allSettled(all);
  expect(results.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  expect(server.seen.length).toBeLessThanOrEqual(2);
  const free = await open((response) => response.end(toEvent("b") + end));
  const parts: string[] = [];
  for await (const part of free.model.stream(member, messages, new AbortController().signal)) {
    parts.push(part);
  }
  expect(parts).toEqual(["b"]);
});

test("a stream that is not read gives its slot to the next request", async () => {
  const { model } = await open((response) => response.end(toEvent("one") + toEvent("two") + end));
  const { signal } = new AbortController();
  const start = () => model.stream(member, messages, signal)[Symbol.asyncIterator]();
  const unread = Array.from({ length: 6 }, start);
  for (const stream of unread) expect((await stream.next()).done).toBe(false);
  let text = "";
  for await (const part of model.stream(member, messages, signal)) text += part;
  expect(text).toBe("onetwo");
});

test("a text of more characters than the model may write is refused", async () => {
  const long = "x".repeat(20_000);
  expect(await read((response) => response.end(toEvent(long) + end))).toMatchObject({
    status: 502,
    message: "The language model returned a response that is too large.",
  });
  const json = JSON.stringify({ choices: [{ message: { content: long } }] });
  expect(
    await read((response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(json),
    ),
  ).toMatchObject({ status: 502 });
});
