import { expect, test } from "vitest";
import { writeJunit } from "../../../src/app/pipeline/junit.ts";
import { commandRuns } from "./command-runs.ts";

test.each<[keyof typeof commandRuns, readonly string[]]>([
  [
    "passed",
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      "<testsuites>",
      '<testsuite name="tome check --repo ." package="tome" id="0" timestamp="2026-03-10T12:00:00" hostname="localhost" tests="1" failures="0" errors="0" time="1.235">',
      '<properties><property name="tome.version" value="1.2.3"></property></properties>',
      '<testcase name="check --repo ." classname="tome check --repo ." time="0.000"></testcase>',
      "<system-out></system-out>",
      "<system-err></system-err>",
      "</testsuite>",
      "</testsuites>",
      "",
    ],
  ],
  [
    "found",
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      "<testsuites>",
      '<testsuite name="tome check --repo ." package="tome" id="0" timestamp="2026-03-10T12:00:00" hostname="localhost" tests="4" failures="4" errors="0" time="1.235">',
      '<properties><property name="tome.version" value="1.2.3"></property></properties>',
      '<testcase name="link-broken: ./docs\\a b.md:3" classname="tome check --repo ." time="0.000"><failure type="link-broken" message="The link &lt;a&gt; &amp; &quot;b&quot; of docs/a.md is broken.">The link &lt;a&gt; &amp; &quot;b&quot; of docs/a.md is broken.',
      "./docs\\a b.md:3",
      "Page|1",
      "https://a.example/#x",
      "Change the *link*.</failure></testcase>",
      '<testcase name="page-empty: README.md" classname="tome check --repo ." time="0.000"><failure type="page-empty" message="Empty&#9;page\\u{7}">Empty&#9;page\\u{7}',
      "README.md",
      "Start</failure></testcase>",
      '<testcase name="link-broken: https://b.example/" classname="tome check --repo ." time="0.000"><failure type="link-broken" message="See www.example.com">See www.example.com',
      "https://b.example/</failure></testcase>",
      '<testcase name="page-empty: Nowhere" classname="tome check --repo ." time="0.000"><failure type="page-empty" message="Nowhere">Nowhere</failure></testcase>',
      "<system-out></system-out>",
      "<system-err></system-err>",
      "</testsuite>",
      "</testsuites>",
      "",
    ],
  ],
  [
    "failed",
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      "<testsuites>",
      '<testsuite name="tome check --repo ." package="tome" id="0" timestamp="2026-03-10T12:00:00" hostname="localhost" tests="1" failures="0" errors="1" time="1.235">',
      '<properties><property name="tome.version" value="1.2.3"></property></properties>',
      '<testcase name="check --repo ." classname="tome check --repo ." time="0.000"><error type="not-found" message="Not &lt;found&gt;.">Not &lt;found&gt;.</error></testcase>',
      "<system-out></system-out>",
      "<system-err></system-err>",
      "</testsuite>",
      "</testsuites>",
      "",
    ],
  ],
  [
    "broken",
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      "<testsuites>",
      '<testsuite name="tome check --repo ." package="tome" id="0" timestamp="2026-03-10T12:00:00" hostname="localhost" tests="1" failures="1" errors="0" time="1.235">',
      '<properties><property name="tome.version" value="1.2.3"></property></properties>',
      '<testcase name="page-empty: Nowhere" classname="tome check --repo ." time="0.000"><failure type="page-empty" message="Nowhere">Nowhere</failure></testcase>',
      "<system-out></system-out>",
      "<system-err></system-err>",
      "</testsuite>",
      "</testsuites>",
      "",
    ],
  ],
])("the JUnit report of a command that %s", (name, expected) => {
  expect(writeJunit(commandRuns[name]).split("\n")).toEqual(expected);
});

test.each<[message: string, attribute: string, text: string]>([
  ["Two\nlines", "Two&#10;lines", "Two\nlines"],
  ["A\u0000\u001b[1m", "A\\u{0}\\u{1b}[1m", "A\\u{0}\\u{1b}[1m"],
  ["\uffff\ufffe", "\ufffd\ufffd", "\ufffd\ufffd"],
  ["a\tb", "a&#9;b", "a&#9;b"],
])("the message %j is valid in an attribute and in a text", (message, attribute, text) => {
  const finding = { rule: "r", level: "error", message } as const;
  const report = writeJunit({ ...commandRuns.passed, findings: [finding] });
  expect(report).toContain(`message="${attribute}">${text}</failure>`);
  expect(report).toContain(`name="r: ${attribute}"`);
});
