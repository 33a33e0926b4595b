/** Result of one command, for the reports of a pipeline. */
import type { Finding } from "../../errors.ts";
import type { ErrorReport } from "../output/report.ts";

export interface CommandRun {
  /** The words of the command, without values, which may be secret. */
  readonly command: string;
  /** The error; absent after success. */
  readonly report: ErrorReport | undefined;
  readonly exitCode: number;
  /** The name of the exit code. */
  readonly code: string;
  readonly findings: readonly Finding[];
  /** The id of the resource that it showed or created, if there is exactly one. */
  readonly id: string | undefined;
  readonly startedAt: Date;
  readonly milliseconds: number;
  /** Version of tome. */
  readonly version: string;
}
