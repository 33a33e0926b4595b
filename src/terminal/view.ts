/** What a person looks at in place of a table, as data: lines of text with a meaning, and trees. */
import type { Style } from "./style.ts";

/** The looks that a text may have; they repeat what the text says, and add nothing to it. */
export type Tone = "bold" | "dim" | "red" | "green" | "yellow" | "cyan";

/** A piece of a line. Its text may come from anywhere: it is neutralized when it is drawn. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone | undefined;
  /** A time of RFC 3339 is shown as "3 hours ago"; a command is completed, so that it can be pasted. */
  readonly as?: "time" | "command";
  /** What stands before and after it where nothing has a colour. */
  readonly marks?: readonly [string, string];
}

export type Line = readonly (string | Span)[];

/** A line of a tree, with what is below it. */
export interface Branch {
  /** Shortened first if the line does not fit. */
  readonly title: string;
  readonly tone?: Tone | undefined;
  /** What follows the title, with commas between. */
  readonly notes: readonly Span[];
  /** Never shortened. */
  readonly id?: string | undefined;
  readonly below: readonly Branch[];
}

export type Block = { readonly lines: readonly Line[] } | { readonly tree: readonly Branch[] };

export type View = readonly Block[];

/** What a view is drawn for. */
export interface Screen {
  /** In columns. */
  readonly width: number;
  readonly style: Style;
  /** A screen reader reads it: no lines are drawn. */
  readonly accessible: boolean;
  /** The time that relative times refer to, in milliseconds since 1970. */
  readonly now: number;
}

/** A neutralized piece of text. */
export interface Piece {
  readonly text: string;
  readonly tone?: Tone | undefined;
  /** It is never divided between two lines. */
  readonly whole?: boolean;
}
