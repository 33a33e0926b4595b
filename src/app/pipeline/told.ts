/** What a pipeline is told of one command, whatever the form. */
import type { Finding } from "../../errors.ts";
import type { Report } from "../report.ts";

export interface Told {
  /** Its words, without values: these may be secret. */
  readonly command: string;
  /** Why it failed; absent where it is done. */
  readonly report: Report | undefined;
  readonly exitCode: number;
  /** The name of the exit code. */
  readonly code: string;
  readonly findings: readonly Finding[];
  /** The id of what it showed or made, where that is one thing. */
  readonly id: string | undefined;
  readonly startedAt: Date;
  readonly milliseconds: number;
  /** Of tome. */
  readonly version: string;
}
