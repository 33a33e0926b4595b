/** The program: takes a command line and returns an exit code. */
import type { Verb } from "../commands/verb.ts";
import type { Context, Result } from "../context.ts";
import {
  type Finding,
  isFailedWork,
  ProgramExitError,
  UnconfirmedError,
  UnknownFlagError,
  UnknownWordError,
  UsageError,
} from "../errors.ts";
import { isAgent } from "../terminal/agent-environment.ts";
import { sizeScreen } from "../terminal/draw/screen-size.ts";
import { wrapSentence } from "../terminal/draw/wrap.ts";
import { toJsonText } from "../terminal/formats/json-text.ts";
import { ReaderGone } from "../terminal/stream-writer.ts";
import { isColorEnabled, plainStyle } from "../terminal/style.ts";
import { version } from "../version.ts";
import { parseColorFlag, wantsJsonErrors } from "./output/output.ts";
import { openRedactions } from "./output/redactions.ts";
import { buildReport, type ErrorReport, reportLines, reportObject } from "./output/report.ts";
import { type CommandMatch, findCommand } from "./parse/find-command.ts";
import { isWrite, requestsBulkRun } from "./parse/global-flags.ts";
import type { Invocation } from "./parse/suggestion.ts";
import type { Pipeline } from "./pipeline/pipeline.ts";
import { openContext } from "./run/composition.ts";
import { extendMachine, type Machine, obeysOutput } from "./run/machine.ts";

/**
 * Executes one command line. It never throws and never ends the process.
 * @param args the words after the program name
 */
export async function main(args: readonly string[], machine: Machine): Promise<number> {
  let pipeline: Pipeline | undefined;
  let line: Invocation | undefined;
  const tokens = new Set<string>();
  const redactions = machine.redactions ?? openRedactions();
  try {
    if (machine.cwd === "") throw new UsageError("The current folder does not exist.", "cd");
    if (hasPipeline(args, machine.env)) {
      pipeline = (await import("./pipeline/pipeline.ts")).openPipeline(machine);
    }
    const ownMachine = pipeline?.machine ?? machine;
    const conceal = (token: string) => {
      tokens.add(token);
      ownMachine.conceal?.(token);
    };
    const onLine = (known: Invocation) => {
      line = known;
    };
    await carryOut(args, extendMachine(ownMachine, { conceal, redactions }), pipeline, onLine);
    return (await pipeline?.end(undefined, undefined)) ?? 0;
  } catch (error) {
    // A reader that leaves early, as in `| head -1`, is not an error.
    if (error instanceof ReaderGone) return (await pipeline?.end(undefined, undefined)) ?? 0;
    const { withoutTokens, withoutValues } = await import("./run/without-tokens.ts");
    const complete = await completeHint(error, line, args);
    const report = withoutTokens(withoutValues(complete, redactions), tokens);
    const exitCode = (await pipeline?.end(error, report)) ?? report.exitCode;
    // The program has printed its own messages.
    if (error instanceof ProgramExitError) return exitCode;
    const given = [args, line?.words ?? []];
    const isJson = given.some((words) => wantsJsonErrors(words, machine.env));
    const lines = isJson
      ? [toJsonText(reportObject(report))]
      : await formatErrorLines(report, args, machine);
    const printed = pipeline?.formatLines(report, lines, isJson) ?? lines;
    // A closed standard error must not change the exit code, even if no terminal was opened yet.
    machine.stderr.on("error", () => {});
    machine.stderr.write(`${printed.join("\n")}\n`);
    return exitCode;
  }
}

/** The lines of an error, styled for the screen. An error can occur before a terminal is opened. */
async function formatErrorLines(
  report: ErrorReport,
  args: readonly string[],
  { stderr, env }: Machine,
): Promise<readonly string[]> {
  const isTerminal = stderr.isTTY === true;
  const style = isColorEnabled(isTerminal, env, parseColorFlag(args))
    ? await (await import("../terminal/draw/colors.ts")).openColors()
    : plainStyle;
  const lines = reportLines(report, style);
  if (!isTerminal) return lines;
  const columns = sizeScreen(stderr, env)();
  return lines.map((line) => wrapSentence(line, columns));
}

/** The report with a hint that can be pasted. */
async function completeHint(
  error: unknown,
  line: Invocation | undefined,
  args: readonly string[],
): Promise<ErrorReport> {
  const report = buildReport(error);
  if (error instanceof UnknownWordError) {
    const { suggestCorrection } = await import("./parse/suggestion.ts");
    return { ...report, hint: await suggestCorrection(args, error) };
  }
  if (error instanceof UnconfirmedError) {
    const { confirmLine } = await import("./parse/suggestion.ts");
    return { ...report, hint: confirmLine(args) };
  }
  if (report.hint === undefined) return report;
  const { completeCommand, toUnparsedInvocation } = await import("./parse/suggestion.ts");
  return {
    ...report,
    hint: await completeCommand(report.hint, line ?? toUnparsedInvocation(args)),
  };
}

/**
 * Whether there is a pipeline to report to or to protect. This is decided before anything is
 * parsed.
 */
function hasPipeline(args: readonly string[], env: Machine["env"]): boolean {
  if (obeysOutput(env) || env.TOME_OUTPUT_FILE) return true;
  return args.some((word) => word === "--report" || word.startsWith("--report="));
}

async function carryOut(
  args: readonly string[],
  machine: Machine,
  pipeline: Pipeline | undefined,
  onLine: (line: Invocation) => void,
): Promise<void> {
  const words = args.filter((word) => !word.startsWith("-"));
  if (words[0] === "help")
    return showHelp(machine, (width) => loadHelp(words.slice(1), width), args);
  if (words.length === 1 && words[0] === "version") return write(machine, `${version}\n`);
  const match = await findCommand(args);
  const end = match.rest.indexOf("--");
  const flags = end === -1 ? match.rest : match.rest.slice(0, end);
  const show = () => showHelp(machine, (width) => formatHelp(match, width), flags);
  if (flags.includes("--help") || flags.includes("-h")) return show();
  const { command } = match;
  const versionFlags = command === undefined ? ["--version", "-V", "-v"] : ["--version", "-V"];
  if (versionFlags.some((one) => flags.includes(one))) {
    return write(machine, `${version}\n`);
  }
  if (command === undefined || command.kind === "noun") {
    if (flags.length > 0)
      (await import("./parse/noun-flags.ts")).refuseFlags(match.path, command, flags);
    return show();
  }
  await runVerb(match.path.join(" "), command, match.rest, machine, pipeline, onLine);
}

async function runVerb(
  line: string,
  verb: Verb,
  given: readonly string[],
  machine: Machine,
  pipeline: Pipeline | undefined,
  onLine: (line: Invocation) => void,
): Promise<void> {
  const { listParameters } = await import("./parse/parameters.ts");
  const { parse } = await import("./parse/parse.ts");
  const parameters = listParameters(verb);
  const rest = given.some((word) => word === "-o" || word.startsWith("--output"))
    ? (await import("./parse/synonyms.ts")).replaceFormatFlag(given, parameters)
    : given;
  pipeline?.start(line);
  const typed = await withOtherVerbs(line, machine.env, () => parse(line, verb, parameters, rest));
  pipeline?.reportTo(typed.repeated.get("report") ?? []);
  const words = typed.shared.has("record")
    ? [
        ...line.split(" "),
        ...(await import("./parse/secret-arguments.ts")).withoutSecretWords(
          rest,
          verb,
          parameters,
          typed,
        ),
      ]
    : [];
  const opened = await openContext(machine, verb, typed, words, main, line);
  const { context, endAccepted, close } = opened;
  const { shared } = typed;
  const { profileFlag } = context.settings;
  let known: Invocation = { shared, profileFlag, input: {}, words: rest };
  onLine(known);
  try {
    if (typed.further.length > 0 || requestsBulkRun(typed.shared)) {
      const { runMany } = await import("./bulk/run-many.ts");
      const onFindings = (findings: readonly Finding[]) =>
        pipeline?.addResult({ record: {}, findings });
      const about = { line, verb, parameters, typed, rest, context };
      return await runMany({ ...about, onFindings, endAccepted });
    }
    const { assembleInput } = await import("./resolve/input.ts");
    const assembled = await assembleInput(line, verb, parameters, typed, context);
    const { input, named } = assembled;
    known = { ...known, input, named };
    onLine(known);
    const { run } = await import("./run/run.ts");
    const result = await run(line, verb, assembled, context, typed.shared).catch(
      async (error: unknown) => {
        if (isFailedWork(error)) await endAccepted({ failure: error.message });
        throw error;
      },
    );
    const unsettled = result && "unsettled" in result ? result.unsettled : undefined;
    if (unsettled === undefined) await endAccepted();
    else if (isFailedWork(unsettled)) await endAccepted({ failure: unsettled.message });
    const { print } = await import("./output/print.ts");
    const isForPerson = context.terminal.outIsTerminal;
    let invocation = known;
    if (isForPerson) {
      for (const text of listSuggestions(result)) {
        invocation = await withHintNames(invocation, text, context, result);
      }
    }
    const completed = await withCommands(result, invocation, isForPerson);
    await print(completed, context, isWrite(verb)).finally(async () => {
      pipeline?.addResult(
        result !== undefined && "list" in result ? result : await context.secrets.hide(result),
      );
    });
  } catch (error) {
    const hint = error instanceof Error && "hint" in error ? error.hint : undefined;
    if (machine.stderr.isTTY === true && typeof hint === "string") {
      onLine(await withHintNames(known, hint, context));
    }
    throw error;
  } finally {
    await close();
  }
}

/** The suggested commands of a result. */
function listSuggestions(result: Result): readonly string[] {
  if (result === undefined) return [];
  const next = "next" in result && result.next !== undefined ? [result.next] : [];
  if (!("view" in result)) return next;
  const spans = result.view.flatMap((block) => ("lines" in block ? block.lines.flat() : []));
  const commands = spans.flatMap((span) =>
    typeof span !== "string" && span.as === "command" ? [span.text] : [],
  );
  return [...next, ...commands];
}

/**
 * The same invocation with names for the ids in a suggested command, for a person.
 * @param result can contain the names of its own resources
 */
async function withHintNames(
  line: Invocation,
  hint: string,
  context: Context,
  result?: Result,
): Promise<Invocation> {
  // Ids have at least 20 characters.
  if (!/[\w-]{20}/.test(hint)) return line;
  const { findHintNames } = await import("./resolve/references/hint-names.ts");
  const { listResultNames } = await import("./parse/suggestion.ts");
  const { named = [] } = line;
  const known = new Set([...named, ...listResultNames(result)].map(({ id }) => id));
  return { ...line, named: [...named, ...(await findHintNames(hint, line, context, known))] };
}

/** An unknown flag may belong to another verb of the same noun. */
async function withOtherVerbs<T>(line: string, env: Machine["env"], work: () => T): Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UnknownFlagError)) throw error;
    const { describeMisplacedFlag } = await import("./parse/misplaced-flag.ts");
    throw await describeMisplacedFlag(line, error, isAgent(env));
  }
}

/** The same result with suggested commands that can be pasted. */
async function withCommands(
  result: Result,
  line: Invocation,
  isForPerson: boolean,
): Promise<Result> {
  if (result === undefined) return result;
  const isFollowed = "next" in result && result.next !== undefined;
  if (!isFollowed && !("view" in result)) return result;
  const { withNextCommand, withWholeCommands } = await import("./parse/suggestion.ts");
  return withNextCommand(await withWholeCommands(result, line), line, isForPerson);
}

/** Prints help for the width of the screen, with bold headings if it has color. */
async function showHelp(
  machine: Machine,
  help: (width: number) => Promise<string>,
  flags: readonly string[],
): Promise<void> {
  const { getHelpWidth, usualWidth } = await import("./help/layout.ts");
  const { emphasizeHeadings } = await import("./help/help.ts");
  const { stdout, env } = machine;
  const isScreen = stdout.isTTY === true;
  const text = await help(isScreen ? getHelpWidth(stdout.columns || usualWidth) : usualWidth);
  const color = isColorEnabled(isScreen, env, parseColorFlag(flags));
  await write(machine, color ? emphasizeHeadings(text) : text);
}

/** The help for a command or topic. */
async function loadHelp(words: readonly string[], width: number): Promise<string> {
  const { formatTopicHelp, suggestTopic } = await import("./help/help.ts");
  const [word = "", ...others] = words;
  const topic = others.length === 0 ? formatTopicHelp(word, width) : undefined;
  if (topic !== undefined) return topic;
  return formatHelp(
    await findCommand(words).catch((error: unknown) => {
      throw others.length === 0 ? (suggestTopic(word) ?? error) : error;
    }),
    width,
  );
}

async function formatHelp({ path, command }: CommandMatch, width: number): Promise<string> {
  const { formatNounHelp, formatRootHelp, formatVerbHelp } = await import("./help/help.ts");
  if (command === undefined) return formatRootHelp(width);
  return command.kind === "noun"
    ? formatNounHelp(path, command, width)
    : formatVerbHelp(path, command, width);
}

async function write({ stdout }: Machine, text: string): Promise<void> {
  const { streamWriter } = await import("../terminal/stream-writer.ts");
  await streamWriter(stdout)(text);
}
