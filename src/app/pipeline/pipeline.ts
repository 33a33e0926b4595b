/** Reports of a command to its pipeline: annotations, summary, records and report files. */
import { closeSync, constants, fstatSync, readFileSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import type { Result } from "../../context.ts";
import { ApiError, type Finding, IncompleteError, UsageError } from "../../errors.ts";
import { openToWrite } from "../../files/open-to-write.ts";
import { findOwn } from "../../json/own-members.ts";
import { neutralize } from "../../terminal/neutralize.ts";
import { version } from "../../version.ts";
import { buildReport, type ErrorReport, reportLines } from "../output/report.ts";
import { extendMachine, type Machine, obeysOutput } from "../run/machine.ts";
import { createGuard, guardOrders } from "./command-guard.ts";
import type { CommandRun } from "./command-run.ts";

export interface Pipeline {
  /** The machine for the command, with escaped output and masked secrets. */
  readonly machine: Machine;
  /** Called when the command is known, before its flags are parsed. */
  start(command: string): void;
  /**
   * @param reports as typed: `junit=links.xml`
   * @throws UsageError if a report cannot be written
   */
  reportTo(reports: readonly string[]): void;
  /** Collects the findings and the id of a result. */
  addResult(result: Result): void;
  /** The lines of an error in the format of the pipeline. */
  formatLines(report: ErrorReport, lines: readonly string[], isJson: boolean): readonly string[];
  /**
   * Reports the end.
   * @returns the exit code; a success that could not be reported is a failure
   */
  end(error: unknown, report: ErrorReport | undefined): Promise<number>;
}

type Form = (run: CommandRun) => string;

const forms: Readonly<Record<string, () => Promise<Form>>> = {
  junit: () => import("./junit.ts").then((m) => m.writeJunit),
  sarif: () => import("./sarif.ts").then((m) => m.writeSarif),
  markdown: () => import("./markdown.ts").then((m) => m.writeMarkdown),
};

/** @throws UsageError if TOME_OUTPUT_FILE cannot be written */
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
  const records = openIfNamed(env.TOME_OUTPUT_FILE, cwd, "TOME_OUTPUT_FILE");
  const summary = isActions ? formatSummary(machine) : undefined;
  const printLine = (line: string) => void machine.stderr.write(`${line}\n`);

  function mask(secret: string): void {
    // In a file, the line would reveal the secret instead of hiding it.
    if (masked.has(secret) || !/^[\x21-\x7e]+$/.test(secret) || isFile(machine.stderr)) return;
    masked.add(secret);
    printLine(formatMaskCommand(secret));
  }

  async function writeReports(report: ErrorReport | undefined): Promise<void> {
    const { exitCode = 0, code = "done" } = report ?? {};
    const milliseconds = performance.now() - start;
    const shared = { command, report, exitCode, code, findings, id };
    const run: CommandRun = { ...shared, startedAt, milliseconds, version };
    if (isActions)
      for (const finding of findings) printLine(formatFindingCommand(command, finding));
    if (summary && command !== "") {
      const { addToSummary } = await import("./summary.ts");
      summary.append(addToSummary(summary.text(), run));
    }
    if (records) records.append((await import("./records.ts")).recordLines(run));
    for (const { form, write } of reports) write((await findOwn(forms, form)?.())?.(run) ?? "");
  }

  return {
    machine: obeysOutput(env)
      ? extendMachine(machine, {
          ...(isActions && { conceal: mask }),
          guard: isFile(machine.stdout) ? undefined : createGuard(isActions),
          guardNotes: createGuard(isActions),
        })
      : machine,
    start(words) {
      command = words;
    },
    reportTo(given) {
      for (const one of given) reports.push(reportFrom(one, cwd));
    },
    addResult(result) {
      if (result === undefined || "text" in result || "texts" in result || "value" in result) {
        return;
      }
      const added = "list" in result ? result.findings?.() : result.findings;
      for (const finding of added ?? []) findings.push(finding);
      if ("record" in result && typeof result.record.id === "string") id = result.record.id;
    },
    formatLines(report, lines, isJson) {
      if (!isActions) return obeysOutput(env) && !isJson ? lines.map(guardOrders) : lines;
      return isJson
        ? [formatErrorCommand(command, report), ...lines]
        : [formatErrorCommand(command, report)];
    },
    async end(error, report) {
      if (error instanceof ApiError || error instanceof IncompleteError) {
        for (const finding of error.findings) findings.push(finding);
      }
      try {
        await writeReports(report);
        return report?.exitCode ?? 0;
      } catch (fault) {
        const reportFault = buildReport(fault);
        printLine(`error: The report could not be written: ${reportFault.message}`);
        return report?.exitCode ?? reportFault.exitCode;
      }
    },
  };
}

function openIfNamed(
  path: string | undefined,
  cwd: string,
  variable: string,
): AppendedFile | undefined {
  return path ? openAppending(resolve(cwd, path), variable) : undefined;
}

/** The summary page is optional: the command does not fail if the runner has none. */
function formatSummary({ env, cwd }: Machine): AppendedFile | undefined {
  try {
    return openIfNamed(env.GITHUB_STEP_SUMMARY, cwd, "GITHUB_STEP_SUMMARY");
  } catch {
    return undefined;
  }
}

function reportFrom(given: string, cwd: string) {
  const [, form = "", path = ""] = /^([a-z]+)=(.+)$/s.exec(given) ?? [];
  if (!Object.hasOwn(forms, form)) {
    throw new UsageError(
      `--report must be junit=<file>, sarif=<file> or markdown=<file>, not ${JSON.stringify(given)}.`,
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

/** A file that text is appended to atomically, so that several processes can use it. */
interface AppendedFile {
  /** The content of the file now. */
  readonly text: () => string;
  readonly append: (text: string) => void;
}

/**
 * @param origin the variable or flag that names the file, for messages
 * @throws UsageError if it cannot be written
 */
function openAppending(path: string, origin: string): AppendedFile {
  const flags = constants.O_WRONLY | constants.O_APPEND;
  const open = () => openToWrite(path, `The file ${path}`, flags);
  try {
    const handle = open();
    const isFile = !fstatSync(handle).isDirectory();
    closeSync(handle);
    if (!isFile) throw new Error("it is a folder");
  } catch (error) {
    throw error instanceof UsageError ? error : createWriteError(path, origin, error);
  }
  return {
    text: () => readFileSync(path, "utf8"),
    append(text) {
      const handle = open();
      try {
        writeWhole(handle, text);
      } finally {
        closeSync(handle);
      }
    },
  };
}

/**
 * Empties a file, so that an error is detected before the command runs.
 * @returns the function that writes it
 */
function openReport(path: string, origin: string): (text: string) => void {
  const write = (text: string) => {
    const flags = constants.O_WRONLY | constants.O_TRUNC;
    const handle = openToWrite(path, `The file ${path}`, flags);
    try {
      writeWhole(handle, text);
    } finally {
      closeSync(handle);
    }
  };
  try {
    write("");
  } catch (error) {
    throw error instanceof UsageError ? error : createWriteError(path, origin, error);
  }
  return write;
}

function writeWhole(handle: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
}

function createWriteError(path: string, origin: string, error: unknown): UsageError {
  const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return new UsageError(`The file ${path} from ${origin} cannot be written${code}.`);
}

type Properties = Readonly<Record<string, string | number | undefined>>;

/** A workflow command. Values are escaped, so they cannot end it or extend it. */
function formatActionCommand(name: string, properties: Properties, message: string): string {
  const given = Object.entries(properties)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  const head = given.length === 0 ? name : `${name} ${given.join(",")}`;
  return `::${head}::${escapeData(message)}`;
}

/** The annotation of a finding. */
function formatFindingCommand(command: string, finding: Finding): string {
  const { rule, level, message, location = {}, fix } = finding;
  const { file, line, column: col, name, address } = location;
  const further = [name, address].filter((one) => one !== undefined && !message.includes(one));
  const text = [message, ...(further.length === 0 ? [] : [further.join(", ")]), fix]
    .filter((part) => part !== undefined)
    .join("\n");
  const title = `tome ${command}: ${rule}`;
  return formatActionCommand(level, { file, line, col, title }, text);
}

/** The annotation of an error, with all lines of its message. */
function formatErrorCommand(command: string, report: ErrorReport): string {
  const [first = "", ...rest] = reportLines(report);
  const title = `${command === "" ? "tome" : `tome ${command}`}: ${report.code}`;
  return formatActionCommand(
    "error",
    { title },
    [first.replace(/^error: /, ""), ...rest].join("\n"),
  );
}

/** The workflow command that masks a secret in the log from then on. */
function formatMaskCommand(secret: string): string {
  return formatActionCommand("add-mask", {}, secret);
}

function escapeData(text: string): string {
  return neutralize(text, "\n\r")
    .replaceAll("%", "%25")
    .replaceAll("\r", "%0D")
    .replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
