import { expect, test } from "vitest";
import { recordLines } from "../../../src/app/pipeline/records.ts";
import { commandRuns } from "./command-runs.ts";

test.each<[keyof typeof commandRuns, readonly object[]]>([
  [
    "passed",
    [
      {
        version: 1,
        type: "command",
        command: "check --repo .",
        code: "ok",
        exitCode: 0,
        message: null,
        hint: null,
        status: null,
        requestId: null,
        retryable: false,
        id: null,
        findings: 0,
        startedAt: "2026-03-10T12:00:00.500Z",
        milliseconds: 1235,
      },
    ],
  ],
  [
    "found",
    [
      {
        version: 1,
        type: "finding",
        command: "check --repo .",
        rule: "link-broken",
        level: "error",
        message: 'The link <a> & "b" of docs/a.md is broken.',
        place: {
          file: "./docs\\a b.md",
          line: 3,
          column: 7,
          name: "Page|1",
          address: "https://a.example/#x",
        },
      },
      {
        version: 1,
        type: "finding",
        command: "check --repo .",
        rule: "page-empty",
        level: "warning",
        message: "Empty\tpage\u0007",
        place: { name: "Start", file: "README.md" },
      },
      {
        version: 1,
        type: "finding",
        command: "check --repo .",
        rule: "link-broken",
        level: "notice",
        message: "See www.example.com",
        place: { address: "https://b.example/" },
      },
      {
        version: 1,
        type: "finding",
        command: "check --repo .",
        rule: "page-empty",
        level: "warning",
        message: "Nowhere",
        place: null,
      },
      {
        version: 1,
        type: "command",
        command: "check --repo .",
        code: "findings",
        exitCode: 9,
        message: "4 findings.",
        hint: null,
        status: null,
        requestId: null,
        retryable: false,
        id: null,
        findings: 4,
        startedAt: "2026-03-10T12:00:00.500Z",
        milliseconds: 1235,
      },
    ],
  ],
  [
    "failed",
    [
      {
        version: 1,
        type: "command",
        command: "check --repo .",
        code: "not-found",
        exitCode: 5,
        message: "Not <found>.",
        hint: "tome space list",
        status: 404,
        requestId: "R1",
        retryable: true,
        id: "S1",
        findings: 0,
        startedAt: "2026-03-10T12:00:00.500Z",
        milliseconds: 1235,
      },
    ],
  ],
  [
    "broken",
    [
      {
        version: 1,
        type: "finding",
        command: "check --repo .",
        rule: "page-empty",
        level: "warning",
        message: "Nowhere",
        place: null,
      },
      {
        version: 1,
        type: "command",
        command: "check --repo .",
        code: "network",
        exitCode: 7,
        message: "Broken.",
        hint: null,
        status: null,
        requestId: null,
        retryable: false,
        id: null,
        findings: 1,
        startedAt: "2026-03-10T12:00:00.500Z",
        milliseconds: 1235,
      },
    ],
  ],
])("the lines of a command that %s", (name, expected) => {
  const text = recordLines(commandRuns[name]);
  expect(text.endsWith("\n")).toBe(true);
  expect(
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual(expected);
});
