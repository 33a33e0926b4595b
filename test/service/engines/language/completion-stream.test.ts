import { expect, test } from "vitest";
import {
  InvalidCompletion,
  readCompletion,
} from "../../../../src/service/engines/language/completion-stream.ts";

async function read(...chunks: readonly (string | Uint8Array)[]) {
  const encoder = new TextEncoder();
  async function* body() {
    for (const chunk of chunks) yield typeof chunk === "string" ? encoder.encode(chunk) : chunk;
  }
  const parts: string[] = [];
  try {
    for await (const part of readCompletion(body())) parts.push(part);
    return parts;
  } catch (error) {
    if (!(error instanceof InvalidCompletion)) throw error;
    return [...parts, `error: ${error.message}`];
  }
}

const send = (event: unknown) => `data: ${JSON.stringify(event)}\n`;
const part = (content: unknown, more: object = {}) =>
  send({ choices: [{ delta: { content }, ...more }] });
const done = "data: [DONE]\n";
const early = "error: ended its response too early";
const invalid = "error: sent an invalid event";
const long = `data: ${"x".repeat(256 * 1024 - 6)}`;

test.each<[readonly (string | Uint8Array)[], readonly string[]]>([
  [
    [part("a"), part("b"), done],
    ["a", "b"],
  ],
  [[part("a"), done, part("b"), "data: {\n"], ["a"]],
  [[`: comment\nevent: x\n data: y\r\n\r\n${part("a").replace("data: ", "data:")}`, done], ["a"]],
  [[part("a").slice(0, 20), part("a").slice(20), done], ["a"]],
  [[part("a", { finish_reason: "stop" })], ["a"]],
  [[part("", { finish_reason: "stop" }), part("b")], ["b"]],
  [[part("a", { finish_reason: null })], ["a", early]],
  [[part("a")], ["a", early]],
  [[], [early]],
  [[part("a"), "data: [DONE]"], ["a"]],
  [[part("a", { finish_reason: "stop" }).trimEnd()], ["a"]],
  [[send({ choices: [], usage: {} }), done], []],
  [[send({ choices: [{}] }), part(null), done], []],
  [[send({ error: null, choices: [] }), done], []],
  [
    [part("a"), send({ error: { message: "key" } })],
    ["a", "error: reported an error"],
  ],
  [["data: {\n"], [invalid]],
  [[send(5)], [invalid]],
  [[send({})], [invalid]],
  [[send({ choices: {} })], [invalid]],
  [[send({ choices: [5] })], [invalid]],
  [[send({ choices: [{ delta: 5 }] })], [invalid]],
  [[part(5)], [invalid]],
  [[new Uint8Array([0xff])], ["error: sent a response that is not UTF-8 text"]],
  [[Buffer.from(part("ä")).subarray(0, 40), Buffer.from(part("ä")).subarray(40), done], ["ä"]],
  [[long, "\n"], [invalid]],
  [[`${long}x`], ["error: sent an event that is too large"]],
])("%#: %j", async (chunks, parts) => {
  expect(await read(...chunks)).toEqual(parts);
});
