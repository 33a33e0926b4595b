/** Views in place of a table, as data: lines of text with a meaning, and trees. */
import type { Style } from "../style.ts";

/** Appearance of a text, which repeats its meaning and adds nothing to it. */
export type Tone = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** A piece of a line. Its text is untrusted and is neutralized when it is drawn. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone | undefined;
  /** An RFC 3339 time is shown as "3 hours ago"; a command is completed, so that it can be pasted. */
  readonly as?: "time" | "command";
  /** Text before and after it if there is no color. */
  readonly marks?: readonly [string, string];
}

export type ViewLine = readonly (string | Span)[];

/** A line of a tree, with its children. */
export interface ViewBranch {
  /** Shortened first if the line does not fit. */
  readonly title: string;
  readonly tone?: Tone | undefined;
  /** Comma-separated details after the title. */
  readonly notes: readonly Span[];
  /** Never shortened. */
  readonly id?: string | undefined;
  readonly below: readonly ViewBranch[];
}

export type ViewBlock =
  | { readonly lines: readonly ViewLine[] }
  | { readonly tree: readonly ViewBranch[] };

export type TerminalView = readonly ViewBlock[];

/** The target of a drawing. */
export interface Screen {
  /** In columns. */
  readonly width: number;
  readonly style: Style;
  /** For a screen reader: no line drawing. */
  readonly accessible: boolean;
  /** Whether only ASCII is shown. */
  readonly isAscii?: boolean | undefined;
  /** The reference for relative times, in milliseconds since 1970. */
  readonly now: number;
}

/** A neutralized piece of text. */
export interface TextPiece {
  readonly text: string;
  readonly tone?: Tone | undefined;
  /** Never divided between two lines. */
  readonly whole?: boolean;
}
