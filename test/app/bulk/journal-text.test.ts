import { expect, test } from "vitest";
import { readJournal } from "../../../src/app/bulk/journal-text.ts";

const header = {
  journal: "tome",
  version: 1,
  command: "space delete",
  platform: "http://a",
  items: 2,
  salt: "s",
  began: "2026-01-01T00:00:00Z",
};
const sending = { item: 1, key: "k", is: "sending", target: "T" };
const write = (...lines: readonly unknown[]) =>
  lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");

function read(text: string) {
  try {
    const { text: journal, length } = readJournal(text, "j.ndjson");
    return { header: journal.header, entries: [...journal.entries.values()], length };
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

test("the last state of each item is read, with the members of earlier ones", () => {
  const text = write(
    { ...header, other: 1 },
    sending,
    { item: 2, key: "l", is: "waiting" },
    { item: 1, key: "k", is: "done", id: "I", code: "c", requestId: "ü", other: 1 },
  );
  expect(read(`${text}{"item":`)).toEqual({
    header,
    entries: [
      { item: 1, key: "k", is: "done", target: "T", id: "I", code: "c", requestId: "ü" },
      { item: 2, key: "l", is: "waiting" },
    ],
    length: Buffer.byteLength(text),
  });
});

test.each(["sending", "waiting", "done", "pending", "failed", "unknown"])(
  "%s is a state, and members of another type are ignored",
  (is) => {
    const entry = { item: 1, key: "k", is };
    const odd = { ...entry, target: 1, id: null, code: 2, requestId: [] };
    expect(read(write(header, odd))).toHaveProperty("entries", [entry]);
  },
);

const damaged = (line: number) =>
  `Line ${line} of the journal j.ndjson is invalid. Nothing was sent.`;

test.each([
  ["", "j.ndjson is not a tome journal."],
  [JSON.stringify(header), "j.ndjson is not a tome journal."],
  [write("null"), "j.ndjson is not a tome journal."],
  [write("{"), "j.ndjson is not a tome journal."],
  [write({ ...header, journal: "x" }), "j.ndjson is not a tome journal."],
  [
    write({ ...header, version: 2 }),
    "The journal j.ndjson was written by another version of tome.",
  ],
  ...["command", "platform", "salt", "began"].map((name) => [
    write({ ...header, [name]: 1 }),
    damaged(1),
  ]),
  [write({ ...header, items: "2" }), damaged(1)],
  [write(header, { ...sending, item: "1" }), damaged(2)],
  [write(header, sending, { ...sending, key: 1 }), damaged(3)],
  [write(header, { ...sending, is: "other" }), damaged(2)],
  [write(header, "", sending), damaged(2)],
])("%j is refused: %s", (text, message) => {
  expect(read(text ?? "")).toBe(message);
});

test("the names of the header are read, if there are any", () => {
  const name = { asked: "a", noun: "space", id: "S1", title: "Guide" };
  expect(read(write({ ...header, names: [name, { ...name, id: 1 }] }))).toEqual({
    header: { ...header, names: [name] },
    entries: [],
    length: expect.any(Number),
  });
  expect(Object.keys(readJournal(write({ ...header, names: [] }), "j").text.header)).not.toContain(
    "names",
  );
});
