import { expect, test } from "vitest";
import { isRecord, readRecord } from "../../../src/client/recording/record.ts";

const head = {
  version: 1,
  kind: "record",
  tome: "1.0.0",
  node: "22",
  system: "linux",
  recordedAt: "2026-01-01T00:00:00Z",
  command: ["space", "list"],
  base: "https://api.example.com",
  parents: {},
};
const request = { method: "GET", url: "https://api.example.com/v1/x", headers: {} };
const answer = { status: 200, headers: {}, body: "1" };
const exchange = { kind: "exchange", number: 1, request, answer, milliseconds: 1 };
const notHead = "The file f is not a recording: its first line is not a header.";
const notExchange = "Line 2 of the recording f is not an exchange.";

async function read(...lines: readonly unknown[]): Promise<unknown> {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  return readRecord(text.join("\n"), "f").catch(({ message }: Error) => message);
}

test("exchanges are ordered by their number, and blank lines are skipped", async () => {
  const broken = {
    ...exchange,
    number: 2,
    answer: undefined,
    fault: { message: "x", arrived: "no" },
  };
  expect(await read(head, " ", broken, exchange, "")).toEqual({
    head,
    exchanges: [exchange, { ...broken, answer: undefined }],
  });
});

test.each<[readonly unknown[], string]>([
  [[], notHead],
  [["[1]"], notHead],
  [["5"], notHead],
  [["null"], notHead],
  [[{ ...head, kind: "exchange" }], notHead],
  [[{ ...head, base: "nonsense" }], notHead],
  [[{ ...head, base: 5 }], notHead],
  [[{ ...head, command: "space" }], notHead],
  [[{ ...head, parents: [] }], notHead],
  [
    [{ ...head, version: 2 }],
    "The recording f has version 2. This version of tome reads version 1.",
  ],
  [["{"], "Line 1 of the recording f is not JSON."],
  [[head, "x"], "Line 2 of the recording f is not JSON."],
  [[head, { ...exchange, kind: "record" }], notExchange],
  [[head, { ...exchange, number: "1" }], notExchange],
  [[head, { ...exchange, request: undefined }], notExchange],
  [[head, { ...exchange, request: { ...request, method: 1 } }], notExchange],
  [[head, { ...exchange, request: { ...request, url: 1 } }], notExchange],
  [[head, { ...exchange, answer: undefined }], notExchange],
  [[head, { ...exchange, answer: { ...answer, status: "200" } }], notExchange],
  [[head, { ...exchange, answer: { ...answer, headers: [] } }], notExchange],
  [[head, { ...exchange, answer: undefined, fault: { message: 1 } }], notExchange],
  [
    [head, exchange, { ...exchange, number: null }],
    "Line 3 of the recording f is not an exchange.",
  ],
])("the lines %j are refused: %s", async (lines, message) => {
  expect(await read(...lines)).toBe(message);
});

test.each([
  [JSON.stringify(head), true],
  ['{"version":12,"kind":"record",', true],
  ['{"version":1,"kind":"exchange",', false],
  [' {"version":1,"kind":"record",', false],
  ["", false],
])("the text %j is a recording: %s", (text, expected) => {
  expect(isRecord(text)).toBe(expected);
});
