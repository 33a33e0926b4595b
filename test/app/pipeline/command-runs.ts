/** Results of commands for the tests of reports. */
import type { CommandRun } from "../../../src/app/pipeline/command-run.ts";
import type { Finding } from "../../../src/errors.ts";

const findings: readonly Finding[] = [
  {
    rule: "link-broken",
    level: "error",
    message: 'The link <a> & "b" of docs/a.md is broken.',
    location: {
      file: "./docs\\a b.md",
      line: 3,
      column: 7,
      name: "Page|1",
      address: "https://a.example/#x",
    },
    fix: "Change the *link*.",
    fingerprint: "f1",
  },
  {
    rule: "page-empty",
    level: "warning",
    message: "Empty\tpage\u0007",
    location: { name: "Start", file: "README.md" },
  },
  {
    rule: "link-broken",
    level: "notice",
    message: "See www.example.com",
    location: { address: "https://b.example/" },
  },
  { rule: "page-empty", level: "warning", message: "Nowhere" },
];

function createRun(more: Partial<CommandRun> = {}): CommandRun {
  return {
    command: "check --repo .",
    code: "ok",
    exitCode: 0,
    report: undefined,
    findings: [],
    id: undefined,
    startedAt: new Date("2026-03-10T12:00:00.500Z"),
    milliseconds: 1234.6,
    version: "1.2.3",
    ...more,
  };
}

const report = {
  code: "findings",
  category: "api",
  exitCode: 9,
  message: "4 findings.",
  details: [],
  hint: undefined,
  status: undefined,
  requestId: undefined,
  retryable: false,
} as const;

/** A command without findings, with findings, that failed, and that failed with findings. */
export const commandRuns = {
  passed: createRun(),
  found: createRun({ code: "findings", exitCode: 9, report, findings }),
  failed: createRun({
    code: "not-found",
    exitCode: 5,
    report: {
      ...report,
      code: "not-found",
      exitCode: 5,
      message: "Not <found>.",
      hint: "tome space list",
      status: 404,
      requestId: "R1",
      retryable: true,
    },
    id: "S1",
  }),
  broken: createRun({
    code: "network",
    exitCode: 7,
    report: { ...report, code: "network", message: "Broken." },
    findings: findings.slice(3),
  }),
} as const;
