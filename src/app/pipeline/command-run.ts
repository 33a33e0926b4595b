/** What a pipeline learns of one command, in whatever form. */
import type { Finding } from "../../errors.ts";
import type { Report } from "../output/report.ts";

export interface CommandRun {
  /** Its words, without values, which may be secret. */
  readonly command: string;
  /** Why it failed; absent if it succeeded. */
  readonly report: Report | undefined;
  readonly exitCode: number;
  /** The name of the exit code. */
  readonly code: string;
  readonly findings: readonly Finding[];
  /** The id of what it showed or created, if that is one thing. */
  readonly id: string | undefined;
  readonly startedAt: Date;
  readonly milliseconds: number;
  /** Of tome. */
  readonly version: string;
}
