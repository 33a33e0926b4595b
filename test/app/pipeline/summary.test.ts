import { expect, test } from "vitest";
import { addToSummary, escapeCell } from "../../../src/app/pipeline/summary.ts";
import { commandRuns } from "./command-runs.ts";

test.each<[keyof typeof commandRuns, string, readonly string[]]>([
  [
    "passed",
    "",
    [
      "| Command | Result | Details |",
      "| --- | --- | --- |",
      "| tome check --repo . | ok |  |",
      "",
    ],
  ],
  [
    "found",
    "# Page",
    [
      "",
      "",
      "| Command | Result | Details |",
      "| --- | --- | --- |",
      "| tome check --repo . | findings | 4 findings. |",
      '| tome check --repo . | link-broken | The link \\<a\\> \\& "b" of docs/a.md is broken. (./docs\\\\a b.md\\:3, Page\\|1, https\\://a.example/\\#x) |',
      "| tome check --repo . | page-empty | Empty page\\\\u{7} (README.md, Start) |",
      "| tome check --repo . | link-broken | See www\\.example.com (https\\://b.example/) |",
      "| tome check --repo . | page-empty | Nowhere |",
      "",
    ],
  ],
  [
    "failed",
    "# Page\n",
    [
      "",
      "| Command | Result | Details |",
      "| --- | --- | --- |",
      "| tome check --repo . | not-found | Not \\<found\\>. |",
      "",
    ],
  ],
  [
    "broken",
    "x\n| tome check | ok |  |\n",
    [
      "| tome check --repo . | network | Broken. |",
      "| tome check --repo . | page-empty | Nowhere |",
      "",
    ],
  ],
  ["passed", "| tome check | ok |  |\n", ["| tome check --repo . | ok |  |", ""]],
  [
    "passed",
    "| tome check | ok |  |\nmore\n",
    [
      "",
      "| Command | Result | Details |",
      "| --- | --- | --- |",
      "| tome check --repo . | ok |  |",
      "",
    ],
  ],
])("the rows of a command that %s below %j", (name, before, expected) => {
  expect(addToSummary(before, commandRuns[name]).split("\n")).toEqual(expected);
});

test.each([
  [100, "| tome check --repo . | page-empty | Nowhere |"],
  [101, "| tome check --repo . |  | and 1 more |"],
])("of %d findings, the last row is %s", (count, last) => {
  const [finding] = commandRuns.broken.findings;
  const findings = Array.from({ length: count }, () => finding).filter((one) => one !== undefined);
  const rows = addToSummary("", { ...commandRuns.found, command: "check --repo .", findings })
    .trimEnd()
    .split("\n");
  expect([rows.at(-1), rows.length]).toEqual([last, count === 100 ? 103 : 104]);
});

test("a command line without words is named tome", () => {
  expect(addToSummary("", { ...commandRuns.passed, command: "" }).split("\n")[2]).toBe(
    "| tome  | ok |  |",
  );
});

test.each([
  ["a|b", "a\\|b"],
  [
    "*x* `y` [z](u) <i> & ~a~ @me $1 :x: #1 \\",
    "\\*x\\* \\`y\\` \\[z\\](u) \\<i\\> \\& \\~a\\~ \\@me \\$1 \\:x\\: \\#1 \\\\",
  ],
  ["www.example.com WWW.a", "www\\.example.com WWW\\.a"],
  ["a\nb", "a b"],
  ["x".repeat(400), "x".repeat(400)],
  ["x".repeat(401), `${"x".repeat(400)}…`],
])("%j is written as %j in a cell", (text, cell) => {
  expect(escapeCell(text)).toBe(cell);
});
