/** The lines of TOME_OUTPUT_FILE: one JSON object for a command, one for each of its findings. */
import { jsonText } from "../../terminal/json-text.ts";
import type { Told } from "./told.ts";

/** What a reader may rely on; it changes when a member changes its meaning or goes away. */
const version = 1;

export function recordLines(told: Told): string {
  const { command, code, exitCode, report, findings, id, startedAt, milliseconds } = told;
  const lines = [
    ...findings.map(({ rule, level, message, place }) => ({
      version,
      type: "finding",
      command,
      rule,
      level,
      message,
      place: place === undefined ? null : given({ ...place }),
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
  return lines.map((line) => `${jsonText(line)}\n`).join("");
}

function given(place: Readonly<Record<string, string | number | undefined>>) {
  const members: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(place)) if (value !== undefined) members[name] = value;
  return members;
}
