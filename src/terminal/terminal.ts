/**
 * Terminal of the process: output, notes, progress and questions. No other module writes to its
 * streams.
 */
import type { Readable, Writable } from "node:stream";
import { CanceledError, UsageError } from "../errors.ts";
import { isAgent } from "./agent-environment.ts";
import { paintSentence } from "./draw/paint.ts";
import { type SizedStream, sizeScreen } from "./draw/screen-size.ts";
import { measureForAny, shorten } from "./draw/text-width.ts";
import { wrapSentence } from "./draw/wrap.ts";
import { neutralize, toOneLine } from "./neutralize.ts";
import type { PickOption } from "./pick.ts";
import { streamWriter } from "./stream-writer.ts";
import { isColorEnabled, plainStyle, type Style, supportsLinks } from "./style.ts";

/** The streams of the process, or of a test. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly stdout: Writable & SizedStream;
  readonly stderr: Writable & SizedStream;
  readonly env: NodeJS.ProcessEnv;
}

export interface TerminalOptions {
  /** No notes and no progress. */
  readonly quiet?: boolean | undefined;
  /** The color flag; by default the environment decides. */
  readonly color?: boolean | undefined;
  /** False disables prompts, as `--no-input` does. */
  readonly input?: boolean | undefined;
  /** Escapes all text on its way to standard output, for a runner that interprets some lines. */
  readonly guard?: ((text: string) => string) | undefined;
  /** The same, for standard error. */
  readonly guardNotes?: ((text: string) => string) | undefined;
  /** Runs before each prompt, which may wait for hours. */
  readonly beforePrompt?: (() => Promise<void>) | undefined;
}

export interface Terminal {
  /** Whether the user can be prompted. */
  readonly interactive: boolean;
  readonly outIsTerminal: boolean;
  /** The columns for layout: those of the screen, but not fewer than are readable. */
  readonly width: number;
  /** For a screen reader: no animation, no line drawing, and complete words (TOME_ACCESSIBLE=1). */
  readonly accessible: boolean;
  /** Whether the terminal shows only ASCII (LC_ALL=C, TERM=dumb). */
  readonly isAscii: boolean;
  /** Styles for standard output. */
  readonly style: Style;
  /** Styles for standard error. */
  readonly noteStyle: Style;
  /**
   * Writes to standard output, and resolves when the reader has accepted the text. Rejects with
   * `ReaderGone` if the reader has left, else with the error of the stream.
   */
  write(text: string): Promise<void>;
  /** A line on standard error, unless quiet. */
  note(text: string): void;
  /** A dimmed line that explains the output, if both are on a terminal, unless quiet. */
  aside(text: string): void;
  /** A line on standard error, even if quiet. */
  warn(text: string): void;
  /** Shows that work takes time: a spinner on a terminal, else nothing. */
  progress(text: string): ProgressLine;
  /**
   * Asks for yes or no; any other response is no. Throws `CanceledError` on Ctrl-C and at the end of
   * the input.
   */
  confirm(question: string): Promise<boolean>;
  /** Asks for a line of text; if hidden, it is not echoed. Throws `CanceledError` as `confirm` does. */
  ask(question: string, options?: { readonly hidden?: boolean }): Promise<string>;
  /**
   * Lets the user pick one of several choices, and returns its value, or the typed text if it
   * matches none. Throws `CanceledError` as `confirm` does.
   */
  pick(question: string, choices: readonly PickOption[]): Promise<string>;
}

/** A narrower screen wraps the lines itself, because cells of one letter are useless. */
const READABLE = 20;

/** Opens the streams. */
export async function openTerminal(
  streams: Streams,
  options: TerminalOptions = {},
): Promise<Terminal> {
  const { stdout, stderr, env } = streams;
  const automatic = env.CI === "true" || env.CI === "1" || isAgent(env);
  const quiet = options.quiet === true;
  const accessible = env.TOME_ACCESSIBLE === "1" || env.TOME_ACCESSIBLE === "true";
  const outIsTerminal = stdout.isTTY === true;
  const errorIsTerminal = stderr.isTTY === true;
  const mayAsk = errorIsTerminal && options.input !== false && !automatic;
  // Standard input comes last, because Node opens it on first access.
  const isInteractive = () => mayAsk && streams.stdin.isTTY === true;

  const loadStyle = async (isTerminal: boolean): Promise<Style> =>
    isColorEnabled(isTerminal, env, options.color)
      ? (await import("./draw/colors.ts")).openColors(isTerminal && supportsLinks(env))
      : plainStyle;
  const style = await loadStyle(outIsTerminal);
  const noteStyle = await loadStyle(errorIsTerminal);

  const columns = sizeScreen(stdout, env);
  const errorColumns = sizeScreen(stderr, env);

  // If the reader of standard error leaves, the command must continue.
  stderr.on("error", () => {});
  const { guard, guardNotes = (text: string) => text } = options;
  const line = (text: string, paint: (text: string) => string = (plain) => plain): void => {
    // The indentation of a line of a plan is kept.
    const [indent] = /^ */.exec(text) ?? [""];
    const sentence = indent + paint(toOneLine(text.slice(indent.length)));
    const shown = errorIsTerminal ? wrapSentence(sentence, errorColumns()) : sentence;
    stderr.write(guardNotes(`${shown}\n`));
  };
  const write = streamWriter(stdout);
  const spinners = new Set<Spinner>();
  /** A spinner would overwrite the question with every frame. */
  const preparePrompt = async <T>(prompt: () => Promise<T>): Promise<T> => {
    const paused = [...spinners];
    for (const one of paused) one.pause();
    try {
      await options.beforePrompt?.();
      return await prompt();
    } finally {
      for (const one of paused) one.resume();
    }
  };
  const ask = async (question: string, hidden: boolean): Promise<string> => {
    if (!isInteractive()) throw createPromptError();
    const isPlain = accessible || env.TERM === "dumb";
    return preparePrompt(() => promptLine(streams.stdin, stderr, { question, hidden, isPlain }));
  };

  return {
    get interactive() {
      return isInteractive();
    },
    outIsTerminal,
    accessible,
    isAscii: showsOnlyAscii(env),
    get width() {
      return Math.max(columns(), READABLE);
    },
    style,
    noteStyle,
    write: guard === undefined ? write : (text) => write(guard(text)),
    note(text) {
      if (!quiet) line(text, (sentence) => paintSentence(sentence, noteStyle));
    },
    aside(text) {
      if (!quiet && outIsTerminal && errorIsTerminal) line(text, noteStyle.dim);
    },
    warn: (text) => line(text),
    progress(text) {
      const isStill = automatic || accessible || env.TERM === "dumb";
      if (!errorIsTerminal || quiet || isStill) return noProgress;
      const drawn = createSpinner(stderr, text, noteStyle !== plainStyle);
      spinners.add(drawn);
      return {
        ...drawn,
        stop() {
          spinners.delete(drawn);
          drawn.stop();
        },
      };
    },
    async confirm(question) {
      const asked = wrapSentence(`${question} [y/N]`, errorColumns());
      return /^y(es)?$/i.test((await ask(`${asked} `, false)).trim());
    },
    ask: (question, { hidden = false } = {}) => ask(`${question} `, hidden),
    pick: (question, choices) =>
      preparePrompt(async () => {
        if (!isInteractive()) throw createPromptError();
        const { pickByNumber, pickFromList } = await import("./pick.ts");
        const screen = { screen: stderr, ask: (text: string) => ask(`${text} `, false) };
        const { stdin } = streams;
        const lines = choices.map(({ value, title, details = [] }) => ({
          value,
          title: toOneLine(title),
          details: details.map(toOneLine),
        }));
        const picked = await (isListReadable(stdin, env)
          ? pickFromList({ ...screen, input: stdin, style: noteStyle }, question, lines)
          : pickByNumber(screen, question, lines));
        if (picked === undefined) throw new CanceledError();
        return picked;
      }),
  };
}

function createPromptError(): UsageError {
  return new UsageError(
    "A value is required when not running interactively. Specify it with a flag.",
  );
}

/** Whether a list can be redrawn with every key; a screen reader would read it again each time. */
function isListReadable(stdin: Streams["stdin"], { TERM, TOME_ACCESSIBLE }: NodeJS.ProcessEnv) {
  return "setRawMode" in stdin && TERM !== "dumb" && !isOn(TOME_ACCESSIBLE);
}

/** An unset locale says nothing about the terminal, as in containers. */
function showsOnlyAscii({ TERM, LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  const locale = LC_ALL || LC_CTYPE || LANG || "";
  return TERM === "dumb" || locale === "C" || locale === "POSIX";
}

function isOn(variable: string | undefined): boolean {
  return variable !== undefined && variable !== "" && variable !== "0";
}

interface PromptOptions {
  readonly question: string;
  readonly hidden: boolean;
  readonly isPlain: boolean;
}

/**
 * Asks one question on standard error, and reads one line without its line break.
 * @param prompt.hidden the line is not echoed
 * @param prompt.isPlain the terminal edits the line itself, without cursor movement by tome
 * @throws CanceledError on Ctrl-C and at the end of the input
 */
async function promptLine(
  input: Readable,
  screen: Writable,
  { question, hidden, isPlain }: PromptOptions,
): Promise<string> {
  const { createInterface } = await import("node:readline");
  const { Writable: Sink } = await import("node:stream");
  const text = neutralize(question, "\n");
  const output = hidden ? new Sink({ write: (_chunk, _encoding, done) => done() }) : screen;
  const editsLine = hidden || !isPlain;
  const reader = createInterface({ input, output, terminal: editsLine, historySize: 0 });
  // Printed after echo is off, so that even fast typing is not shown.
  if (hidden) screen.write(text);
  const close = () => reader.close();
  try {
    return await new Promise<string>((resolve, reject) => {
      // Ctrl-C closes the reader too; without line editing, it is a signal.
      reader.once("close", () => reject(new CanceledError()));
      if (!editsLine) process.once("SIGINT", close);
      reader.question(hidden ? "" : text, resolve);
    });
  } catch (error) {
    if (!hidden) screen.write("\n");
    throw error;
  } finally {
    process.off("SIGINT", close);
    reader.close();
    // The Return key was not echoed either, so the next output would start on the line of the
    // question.
    if (hidden) screen.write("\n");
  }
}

/** Progress indicator on standard error, shown after a noticeable delay. */
interface ProgressLine {
  update(text: string): void;
  /** Removes the line. Can be called twice. */
  stop(): void;
}

/** A progress indicator that makes room for a prompt. */
interface Spinner extends ProgressLine {
  /** Removes the line until `resume`. */
  pause(): void;
  resume(): void;
}

/** In milliseconds; for a shorter wait, a spinner would only flicker. */
const PATIENCE = 300;

/** The columns of the spinner, the space after it, and the cursor. */
const BESIDE = 3;

/** The progress without a terminal. */
const noProgress: ProgressLine = { update() {}, stop() {} };

/**
 * A one-line spinner on a terminal. Its library is loaded only if the wait is long.
 * @param stream with a size from `sizeScreen`, because the library divides by its columns
 */
function createSpinner(stream: Writable & SizedStream, first: string, color: boolean): Spinner {
  let text = toOneLine(first);
  let stopped = false;
  /** Increased to cancel a start that still waits. */
  let run = 0;
  let timer: NodeJS.Timeout | undefined;
  let show = () => {};
  let clear = () => {};

  function start(): void {
    run += 1;
    const own = run;
    timer = setTimeout(async () => {
      const { default: ora } = await import("ora");
      const measure = await measureForAny();
      if (own !== run) return;
      // The text is shortened to the width of the screen, because only a single line can be removed.
      const fitting = () => shorten(text, Math.max(1, (stream.columns ?? 0) - BESIDE), measure);
      const line = ora({
        stream,
        text: fitting(),
        isEnabled: true,
        discardStdin: false,
        // Keeps the cursor visible if the program is killed or stopped.
        hideCursor: false,
        ...(color ? {} : { color: false }),
      }).start();
      show = () => {
        line.text = fitting();
      };
      stream.on("resize", show);
      clear = () => {
        stream.off("resize", show);
        line.stop();
      };
    }, PATIENCE);
    timer.unref();
  }

  function remove(): void {
    run += 1;
    clearTimeout(timer);
    clear();
    clear = () => {};
    show = () => {};
  }

  start();
  return {
    update(next) {
      text = toOneLine(next);
      show();
    },
    stop() {
      stopped = true;
      remove();
    },
    pause: remove,
    resume() {
      if (!stopped) start();
    },
  };
}
