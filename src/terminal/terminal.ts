/** The tool's one way to the person or program around it: output, notes, progress, questions. */
import type { Readable, Writable } from "node:stream";
import { UsageError } from "../errors.ts";
import { oneLine } from "./neutralize.ts";
import { noProgress, type Progress, spinner } from "./progress.ts";
import { promptLine } from "./prompt.ts";
import { type Sized, sizeScreen } from "./screen-size.ts";
import { streamWriter } from "./stream-writer.ts";
import { plainStyle, type Style, wantsColour } from "./style.ts";

/** The process's streams, or a test's. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly stdout: Writable & Sized;
  readonly stderr: Writable & Sized;
  readonly env: NodeJS.ProcessEnv;
}

export interface TerminalOptions {
  /** No notes and no progress. */
  readonly quiet?: boolean | undefined;
  /** Colour asked for or refused by flag; the environment decides otherwise. */
  readonly colour?: boolean | undefined;
  /** False never asks, as `--no-input` says. */
  readonly input?: boolean | undefined;
  /** Makes every text on its way to standard output harmless for who reads it there. */
  readonly guard?: ((text: string) => string) | undefined;
  /** The same, for standard error. */
  readonly guardNotes?: ((text: string) => string) | undefined;
}

export interface Terminal {
  /** Whether there is somebody to ask. */
  readonly interactive: boolean;
  readonly outIsTerminal: boolean;
  /** Columns to lay out in: those of the screen, and no fewer than one can read something in. */
  readonly width: number;
  /** Styles for standard output. */
  readonly style: Style;
  /** Styles for standard error. */
  readonly noteStyle: Style;
  /**
   * Writes to standard output as it is, and resolves when the reader has taken it.
   * Rejects with `ReaderGone` when nobody reads, and with the stream's error otherwise.
   */
  write(text: string): Promise<void>;
  /** A line on standard error that may be missed; silent when quiet. */
  note(text: string): void;
  /** A line on standard error that must not be missed. */
  warn(text: string): void;
  /** Something that takes time: a spinner where somebody watches, nothing otherwise. */
  progress(text: string): Progress;
  /** A question answered by yes or no; anything else than yes is no. Throws `Cancelled` when left. */
  confirm(question: string): Promise<boolean>;
  /** A line of text; hidden, nothing that is typed appears. Throws `Cancelled` when left. */
  ask(question: string, options?: { readonly hidden?: boolean }): Promise<string>;
}

/** On a narrower screen lines are broken by the screen: cells of one letter would tell nothing. */
const READABLE = 20;

/** Opens the streams. */
export async function openTerminal(
  streams: Streams,
  options: TerminalOptions = {},
): Promise<Terminal> {
  const { stdout, stderr, env } = streams;
  const automatic = env.CI === "true" || env.CI === "1";
  const quiet = options.quiet === true;
  const outIsTerminal = stdout.isTTY === true;
  const errorIsTerminal = stderr.isTTY === true;
  const mayAsk = errorIsTerminal && options.input !== false && !automatic;
  // Standard input comes last: Node opens it when it is first looked at.
  const isInteractive = () => mayAsk && streams.stdin.isTTY === true;

  const styleOf = async (isTerminal: boolean): Promise<Style> =>
    wantsColour(isTerminal, env, options.colour)
      ? (await import("./colours.ts")).openColours()
      : plainStyle;
  const style = await styleOf(outIsTerminal);
  const noteStyle = await styleOf(errorIsTerminal);

  const columns = sizeScreen(stdout, env);
  sizeScreen(stderr, env);

  // A reader of standard error that left must not end the command.
  stderr.on("error", () => {});
  const { guard, guardNotes = (text: string) => text } = options;
  const line = (text: string): void => {
    stderr.write(guardNotes(`${oneLine(text)}\n`));
  };
  const write = streamWriter(stdout);
  const ask = async (question: string, hidden: boolean): Promise<string> => {
    if (!isInteractive()) {
      throw new UsageError(
        "This needs an answer, and there is no terminal to ask at; give it as a flag.",
      );
    }
    return promptLine(streams.stdin, stderr, question, hidden);
  };

  return {
    get interactive() {
      return isInteractive();
    },
    outIsTerminal,
    get width() {
      return Math.max(columns(), READABLE);
    },
    style,
    noteStyle,
    write: guard === undefined ? write : (text) => write(guard(text)),
    note(text) {
      if (!quiet) line(text);
    },
    warn: line,
    progress(text) {
      if (!errorIsTerminal || quiet || automatic || env.TERM === "dumb") return noProgress;
      return spinner(stderr, text, noteStyle !== plainStyle);
    },
    async confirm(question) {
      return /^y(es)?$/i.test((await ask(`${question} [y/N] `, false)).trim());
    },
    ask: (question, { hidden = false } = {}) => ask(`${question} `, hidden),
  };
}
