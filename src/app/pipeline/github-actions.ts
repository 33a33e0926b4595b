/** Workflow commands for the GitHub Actions runner, and protection against such commands in data. */
import type { Finding } from "../../errors.ts";
import { neutralize, runnerOrder } from "../../terminal/neutralize.ts";
import { type ErrorReport, reportLines } from "../output/report.ts";

type Properties = Readonly<Record<string, string | number | undefined>>;

/** A workflow command. Values are escaped, so they cannot end it or extend it. */
export function actionCommand(name: string, properties: Properties, message: string): string {
  const given = Object.entries(properties)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  const head = given.length === 0 ? name : `${name} ${given.join(",")}`;
  return `::${head}::${escapeData(message)}`;
}

/** The annotation of a finding. */
export function findingCommand(command: string, finding: Finding): string {
  const { rule, level, message, location = {}, cure } = finding;
  const { file, line, column: col, name, address } = location;
  const further = [name, address].filter((one) => one !== undefined && !message.includes(one));
  const text = [message, ...(further.length === 0 ? [] : [further.join(", ")]), cure]
    .filter((part) => part !== undefined)
    .join("\n");
  const title = `tome ${command}: ${rule}`;
  return actionCommand(level, { file, line, col, title }, text);
}

/** The annotation of an error, with all lines of its message. */
export function errorCommand(command: string, report: ErrorReport): string {
  const [first = "", ...rest] = reportLines(report);
  const title = `${command === "" ? "tome" : `tome ${command}`}: ${report.code}`;
  return actionCommand("error", { title }, [first.replace(/^error: /, ""), ...rest].join("\n"));
}

/** The workflow command that masks a secret in the log from then on. */
export function maskCommand(secret: string): string {
  return actionCommand("add-mask", {}, secret);
}

/**
 * A filter for all text of one stream. The runner interprets `::name::` at the beginning of a line
 * and `##[name]` anywhere; they become `\u{3a}:name::` and `#\u{23}[name]`.
 */
export function lineGuard(): (text: string) => string {
  let within = false;
  return (text) => {
    const before = within ? "|" : "";
    const guarded = guardOrders(before + text)
      .replace(/(?<=^|[\n\r])([^\S\n\r]|\u0085)*::/g, (start) => `${start.slice(0, -2)}\\u{3a}:`)
      .slice(before.length);
    const start = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
    within = (start === 0 && within) || text.slice(start).trim() !== "";
    return guarded;
  };
}

/** The same for runners that interpret only text after `##`. */
export function guardOrders(text: string): string {
  return text.replace(runnerOrder, "#\\u{23}");
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
