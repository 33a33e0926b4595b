/** Lines of TOME_OUTPUT_FILE: one JSON object for a command and one for each of its findings. */
import { toJsonText } from "../../terminal/formats/json-text.ts";
import type { CommandRun } from "./command-run.ts";

/** It is incremented when a member is removed or changes its meaning. */
const version = 1;

export function recordLines(run: CommandRun): string {
  const { command, code, exitCode, report, findings, id, startedAt, milliseconds } = run;
  const lines = [
    ...findings.map(({ rule, level, message, location }) => ({
      version,
      type: "finding",
      command,
      rule,
      level,
      message,
      place: location === undefined ? null : withoutAbsent({ ...location }),
    })),
    {
      version,
      type: "command",
      command,
      code,
      exitCode,
      message: report?.message ?? null,
      hint: report?.hint ?? null,
      status: report?.status ?? null,
      requestId: report?.requestId ?? null,
      retryable: report?.retryable ?? false,
      id: id ?? null,
      findings: findings.length,
      startedAt: startedAt.toISOString(),
      milliseconds: Math.round(milliseconds),
    },
  ];
  return lines.map((line) => `${toJsonText(line)}\n`).join("");
}

function withoutAbsent(location: Readonly<Record<string, string | number | undefined>>) {
  const members: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(location))
    if (value !== undefined) members[name] = value;
  return members;
}
