/** JUnit XML report: one test case per finding, or one that passed. */
import type { Finding } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { neutralize } from "../../terminal/neutralize.ts";
import type { CommandRun } from "./command-run.ts";

type XmlAttributes = Readonly<Record<string, string | number>>;

export function writeJunit(run: CommandRun): string {
  const { command, findings, report, startedAt, milliseconds, version } = run;
  const name = `tome ${command}`;
  // A command with findings has succeeded; any other failure is an error.
  const isError = report !== undefined && report.code !== "findings" && findings.length === 0;
  const cases = isError
    ? [testCase(name, command, formatFault("error", report.code, report.message))]
    : findings.length === 0
      ? [testCase(name, command, "")]
      : findings.map((finding) => formatTestCase(name, finding));
  const counts = {
    tests: cases.length,
    failures: isError ? 0 : findings.length,
    errors: isError ? 1 : 0,
    time: (milliseconds / 1000).toFixed(3),
  };
  const about = {
    name,
    package: "tome",
    id: 0,
    timestamp: startedAt.toISOString().slice(0, 19),
    hostname: "localhost",
    ...counts,
  };
  const content = [
    element("properties", {}, element("property", { name: "tome.version", value: version }, "")),
    ...cases,
    element("system-out", {}, ""),
    element("system-err", {}, ""),
  ];
  const suite = element("testsuite", about, `\n${content.join("\n")}\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", {}, `\n${suite}\n`)}\n`;
}

function formatTestCase(command: string, { rule, message, location = {}, fix }: Finding): string {
  const { file, line, name, address } = location;
  const parts = [file && line ? `${file}:${line}` : file, name, address];
  const known = parts.filter((one) => one !== undefined);
  const text = [message, ...known, ...(fix === undefined ? [] : [fix])].join("\n");
  return testCase(
    command,
    `${rule}: ${known[0] ?? message}`,
    formatFault("failure", rule, message, text),
  );
}

function testCase(classname: string, name: string, content: string): string {
  return element("testcase", { name, classname, time: "0.000" }, content);
}

function formatFault(
  kind: "failure" | "error",
  type: string,
  message: string,
  text = message,
): string {
  return element(kind, { type, message }, escapeXml(text));
}

function element(name: string, attributes: XmlAttributes, content: string): string {
  const given = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(String(value)).replaceAll("\n", "&#10;")}"`,
  );
  return `<${name}${given.join("")}>${content}</${name}>`;
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\t": "&#9;",
  "\ufffe": "\ufffd",
  "\uffff": "\ufffd",
};

/** XML cannot contain most control characters, even escaped, so their code points are printed. */
function escapeXml(text: string): string {
  return neutralize(text, "\n\t").replace(
    /[&<>"\t\ufffe\uffff]/g,
    (one) => findOwn(escapes, one) ?? one,
  );
}
