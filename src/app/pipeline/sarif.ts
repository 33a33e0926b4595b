/** SARIF 2.1.0 report, the format that code hosts accept from code scanners. */
import { createHash } from "node:crypto";
import type { Finding, FindingLocation } from "../../errors.ts";
import { toJsonText } from "../../terminal/formats/json-text.ts";
import { neutralize } from "../../terminal/neutralize.ts";
import type { CommandRun } from "./command-run.ts";

const schema = "https://json.schemastore.org/sarif-2.1.0.json";
const levels = { error: "error", warning: "warning", notice: "note" } as const;

export function writeSarif({
  command,
  findings,
  report,
  exitCode,
  version,
  ...times
}: CommandRun): string {
  const isDone = report === undefined || report.code === "findings";
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  const ended = new Date(times.startedAt.getTime() + times.milliseconds);
  const run = {
    tool: {
      driver: { name: "tome", version, rules: rules.map((id) => ({ id, name: id })) },
    },
    automationDetails: { id: `tome ${command}/` },
    invocations: [
      {
        executionSuccessful: isDone,
        exitCode,
        startTimeUtc: times.startedAt.toISOString(),
        endTimeUtc: ended.toISOString(),
        ...(!isDone && {
          toolExecutionNotifications: [
            { level: "error", message: { text: report.message }, descriptor: { id: report.code } },
          ],
        }),
      },
    ],
    results: findings.map((finding) => toSarifResult(finding, rules)),
  };
  return `${toJsonText({ $schema: schema, version: "2.1.0", runs: [run] }, 2)}\n`;
}

function toSarifResult(finding: Finding, rules: readonly string[]) {
  const { rule, level, message, location, fix } = finding;
  const identity = [rule, location?.file, location?.address, location?.name, message].join("\n");
  return {
    ruleId: rule,
    ruleIndex: rules.indexOf(rule),
    level: levels[level],
    message: { text: fix === undefined ? message : `${message} ${fix}` },
    partialFingerprints: {
      "tome/v1": finding.fingerprint ?? createHash("sha256").update(identity).digest("hex"),
    },
    ...(location !== undefined && { locations: [toSarifLocation(location)] }),
  };
}

function toSarifLocation({ file, line, column, name, address }: FindingLocation) {
  const uri = file === undefined ? address : toUri(file);
  const region =
    line === undefined ? {} : { startLine: line, ...(column && { startColumn: column }) };
  return {
    ...(uri !== undefined && {
      physicalLocation: { artifactLocation: { uri }, ...(line !== undefined && { region }) },
    }),
    ...(name !== undefined && { logicalLocations: [{ name, kind: "page" }] }),
  };
}

/** A path as a URI reference relative to the repository, as SARIF requires. */
function toUri(file: string): string {
  const path = file.replaceAll("\\", "/").replace(/^(?:\.\/)+/, "");
  const parts = neutralize(path).split("/");
  return parts.map(encodeURIComponent).join("/");
}
