/** What a rule of `tome check` is: data, so that help, documents and reports say the same. */
import type { Finding } from "../../context.ts";

export type Level = Finding["level"];

export interface Rule {
  /** In kebab-case; it stays, as baselines and configurations name it. */
  readonly id: string;
  /** What the findings of the rule are, as the heading above them. */
  readonly title: string;
  readonly over: "repository" | "organization";
  /** `off` for a rule that is only for those who ask for it. */
  readonly level: Level | "off";
  /** A sentence. */
  readonly finds: string;
  /** Why it matters: a sentence. */
  readonly why: string;
  /** What cures it: a sentence in the imperative. */
  readonly mend: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
}

/** A value that a configuration may change. */
export interface Parameter {
  readonly does: string;
  readonly default: number | readonly string[];
}

/** One thing that a rule has found. */
export interface RawFinding {
  readonly rule: string;
  /** What it is about: the id of a thing, or the path of a file. It survives a new title. */
  readonly id: string;
  /** What in there: an address, a name. It survives a moved line. */
  readonly target: string;
  /** What people call the thing. */
  readonly title: string;
  /** A sentence. */
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  /** Its web address. */
  readonly address?: string;
  /** The ids of what it is in, whose own settings apply. */
  readonly spaces?: readonly string[];
}

const levels: readonly unknown[] = ["error", "warning", "notice"] satisfies readonly Level[];

export function isLevel(value: unknown): value is Level {
  return levels.includes(value);
}
