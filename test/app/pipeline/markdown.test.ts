import { expect, test } from "vitest";
import { writeMarkdown } from "../../../src/app/pipeline/markdown.ts";
import { commandRuns } from "./command-runs.ts";

test.each<[keyof typeof commandRuns, readonly string[]]>([
  ["passed", ["## tome check --repo .", "", "No findings.", ""]],
  [
    "found",
    [
      "## tome check --repo .",
      "",
      "4 findings.",
      "",
      "### link-broken",
      "",
      '- **error** The link \\<a\\> \\& "b" of docs/a.md is broken. (./docs\\\\a b.md\\:3, Page\\|1, https\\://a.example/\\#x)',
      "- **notice** See www\\.example.com (https\\://b.example/)",
      "",
      "Change the \\*link\\*.",
      "",
      "### page-empty",
      "",
      "- **warning** Empty page\\\\u{7} (README.md, Start)",
      "- **warning** Nowhere",
      "",
    ],
  ],
  ["failed", ["## tome check --repo .", "", "Not \\<found\\>.", ""]],
  [
    "broken",
    [
      "## tome check --repo .",
      "",
      "**The command failed.**",
      "Broken.",
      "",
      "### page-empty",
      "",
      "- **warning** Nowhere",
      "",
    ],
  ],
])("the Markdown report of a command that %s", (name, expected) => {
  expect(writeMarkdown(commandRuns[name]).split("\n")).toEqual(expected);
});

test.each([
  [200, "- **warning** Nowhere"],
  [201, "And 1 more."],
])("of %d findings, the report ends with %s", (count, end) => {
  const [finding] = commandRuns.broken.findings;
  const findings = Array.from({ length: count }, () => finding).filter((one) => one !== undefined);
  const lines = writeMarkdown({ ...commandRuns.found, findings })
    .trimEnd()
    .split("\n");
  expect([lines.at(-1), lines.filter((line) => line.startsWith("- ")).length]).toEqual([end, 200]);
});
