/** Tells the pipeline around a command what it did and found: annotations, summary, records, reports. */
import { fstatSync } from "node:fs";
import { resolve } from "node:path";
import type { Result } from "../../context.ts";
import { type Finding, Problem, Unsettled, UsageError } from "../../errors.ts";
import type { Machine } from "../machine.ts";
import { machineWith } from "../machine.ts";
import { type Report, reportOf } from "../report.ts";
import { version } from "../version.ts";
import { errorCommand, findingCommand, lineGuard, maskCommand } from "./actions.ts";
import { type Appending, openAppending, openReport } from "./places.ts";
import type { Told } from "./told.ts";

export interface Pipeline {
  /** The machine of the command: its output is harmless to the runner, its secrets are masked. */
  readonly machine: Machine;
  /** The command is known, and its flags are not read yet. */
  start(command: string): void;
  /**
   * @param reports as typed: `junit=links.xml`
   * @throws UsageError where a report cannot be written
   */
  reportTo(reports: readonly string[]): void;
  found(result: Result): void;
  /** What to say of an error, in place of its lines. */
  linesOf(report: Report, lines: readonly string[], isJson: boolean): readonly string[];
  /** Tells the end. @returns the exit code: a pipeline that could not be told of a success has failed */
  end(error: unknown, report: Report | undefined): Promise<number>;
}

type Form = (told: Told) => string;

const forms: Readonly<Record<string, () => Promise<Form>>> = {
  junit: () => import("./junit.ts").then((m) => m.junitText),
  sarif: () => import("./sarif.ts").then((m) => m.sarifText),
};

/** @throws UsageError where TOME_OUTPUT_FILE cannot be written */
export function openPipeline(machine: Machine): Pipeline {
  const { env, cwd } = machine;
  const isActions = env.GITHUB_ACTIONS === "true";
  const startedAt = new Date();
  const start = performance.now();
  const findings: Finding[] = [];
  const masked = new Set<string>();
  const reports: { readonly form: string; readonly write: (text: string) => void }[] = [];
  let command = "";
  let id: string | undefined;
  const records = opened(env.TOME_OUTPUT_FILE, cwd, "TOME_OUTPUT_FILE");
  const summary = isActions ? summaryOf(machine) : undefined;
  const say = (line: string) => void machine.stderr.write(`${line}\n`);

  function mask(secret: string): void {
    // In a file the line would keep the secret instead of hiding it.
    if (masked.has(secret) || !/^[\x21-\x7e]+$/.test(secret) || isFile(machine.stderr)) return;
    masked.add(secret);
    say(maskCommand(secret));
  }

  async function tell(report: Report | undefined): Promise<void> {
    const { exitCode = 0, code = "done" } = report ?? {};
    const milliseconds = performance.now() - start;
    const shared = { command, report, exitCode, code, findings, id };
    const told: Told = { ...shared, startedAt, milliseconds, version };
    if (isActions) for (const finding of findings) say(findingCommand(command, finding));
    if (summary && command !== "") {
      const { summaryText } = await import("./summary.ts");
      summary.append(summaryText(summary.text(), told));
    }
    if (records) records.append((await import("./records.ts")).recordLines(told));
    for (const { form, write } of reports) write((await forms[form]?.())?.(told) ?? "");
  }

  return {
    machine: isActions
      ? machineWith(machine, {
          conceal: mask,
          guard: isFile(machine.stdout) ? undefined : lineGuard(),
          guardNotes: lineGuard(),
        })
      : machine,
    start(words) {
      command = words;
    },
    reportTo(given) {
      for (const one of given) reports.push(reportFrom(one, cwd));
    },
    found(result) {
      if (result === undefined || "text" in result || "value" in result) return;
      const found = "list" in result ? result.findings?.() : result.findings;
      for (const finding of found ?? []) findings.push(finding);
      if ("record" in result && typeof result.record.id === "string") id = result.record.id;
    },
    linesOf(report, lines, isJson) {
      if (!isActions) return lines;
      return isJson ? [errorCommand(command, report), ...lines] : [errorCommand(command, report)];
    },
    async end(error, report) {
      if (error instanceof Problem || error instanceof Unsettled) {
        for (const finding of error.findings) findings.push(finding);
      }
      try {
        await tell(report);
        return report?.exitCode ?? 0;
      } catch (fault) {
        const untold = reportOf(fault);
        say(`error: What the command did could not be told: ${untold.message}`);
        return report?.exitCode ?? untold.exitCode;
      }
    },
  };
}

function opened(path: string | undefined, cwd: string, named: string): Appending | undefined {
  return path ? openAppending(resolve(cwd, path), named) : undefined;
}

/** The page of a step is a courtesy: a runner without one is no reason to fail. */
function summaryOf({ env, cwd }: Machine): Appending | undefined {
  try {
    return opened(env.GITHUB_STEP_SUMMARY, cwd, "GITHUB_STEP_SUMMARY");
  } catch {
    return undefined;
  }
}

function reportFrom(given: string, cwd: string) {
  const [, form = "", path = ""] = /^([a-z]+)=(.+)$/s.exec(given) ?? [];
  if (!Object.hasOwn(forms, form)) {
    throw new UsageError(
      `--report must be junit=<file> or sarif=<file>, not ${JSON.stringify(given)}.`,
    );
  }
  return { form, write: openReport(resolve(cwd, path), `--report ${form}`) };
}

function isFile(stream: object): boolean {
  if (!("fd" in stream) || typeof stream.fd !== "number") return false;
  try {
    return fstatSync(stream.fd).isFile();
  } catch {
    return false;
  }
}
