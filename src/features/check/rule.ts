/** Rules of `tome check` as data, shared by help, documentation and reports. */
import type { Finding } from "../../context.ts";

export type FindingLevel = Finding["level"];

export interface CheckRule {
  /** In kebab-case; stable, because baselines and configurations refer to it. */
  readonly id: string;
  /** Heading of the findings. */
  readonly title: string;
  readonly over: "repository" | "organization";
  /** `off` for an opt-in rule. */
  readonly level: FindingLevel | "off";
  /** A sentence that describes a finding. */
  readonly finds: string;
  /** A sentence about the consequences. */
  readonly why: string;
  /** The fix, as a sentence in the imperative. */
  readonly fix: string;
  readonly parameters: Readonly<Record<string, RuleParameter>>;
}

/** A configurable value. */
export interface RuleParameter {
  readonly does: string;
  readonly default: number | readonly string[];
}

/** A finding before levels and allowances are applied. */
export interface RawFinding {
  readonly rule: string;
  /** The id of the resource or the path of the file, which does not depend on the title. */
  readonly id: string;
  /** The affected part, such as a URL or name, which does not depend on the line. */
  readonly target: string;
  readonly title: string;
  /** A sentence. */
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  /** The URL of the resource. */
  readonly address?: string;
  /** The ids of the spaces whose settings apply. */
  readonly spaces?: readonly string[];
}

const levels: readonly unknown[] = ["error", "warning", "notice"] satisfies readonly FindingLevel[];

export function isLevel(value: unknown): value is FindingLevel {
  return levels.includes(value);
}

/** A rule as it is declared: the key is its id, and the file its scope. */
export type RuleText = Omit<CheckRule, "id" | "over" | "parameters"> &
  Partial<Pick<CheckRule, "parameters">>;
