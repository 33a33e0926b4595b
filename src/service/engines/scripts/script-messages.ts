/** Messages between the platform and the thread that runs scripts. */
import type { Headers } from "../../../contract/wire.ts";

/** A published script, loaded in a separate process. */
export interface Script {
  /** The integration; a process runs one version of it. */
  readonly name: string;
  /** Distinguishes versions. */
  readonly hash: string;
  readonly code: string;
  /** The id of the organization that published it. */
  readonly publisher: string;
}

export interface ScriptRequest {
  /** Absolute. */
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: Uint8Array | undefined;
  /** The id of the organization for which the script runs; that of the publisher if absent. */
  readonly organization?: string | undefined;
}

export interface ScriptResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

export type LogLevel = "debug" | "info" | "warn" | "error";

/** A line of the console of a script, or a message of the platform about it. */
export interface ScriptLog {
  readonly level: LogLevel;
  readonly message: string;
}

/** Limits of a run; the process of a script that exceeds one is ended. */
export interface ScriptLimits {
  /** In milliseconds, including all work that the script waits for. */
  readonly time: number;
  /** In milliseconds, of loading the script if its process is started for this run. */
  readonly loading: number;
  /** Resident memory of the process, in bytes; enforced on Linux. */
  readonly memory: number;
  /** The maximum number of requests that a run sends. */
  readonly subrequests: number;
  /** The maximum size of the response, and of the console output of a run, in bytes. */
  readonly output: number;
}

/** `stopped`: it exceeded a limit; `broken`: it cannot be loaded; `busy`: it was not started. */
export type ScriptFailureReason = "stopped" | "broken" | "busy";

export type ScriptOutcome = { readonly logs: readonly ScriptLog[] } & (
  | { readonly response: ScriptResponse; readonly failure?: undefined }
  | {
      readonly response?: undefined;
      readonly failure: { readonly reason: ScriptFailureReason; readonly message: string };
    }
);

/** An answer to a request of a script; a refusal also appears in its log. */
export interface OutboundAnswer {
  readonly response: ScriptResponse;
  readonly warning?: string | undefined;
}

export type ToThread =
  | {
      readonly kind: "run";
      readonly id: number;
      readonly script: Script;
      readonly request: ScriptRequest;
      readonly limits: ScriptLimits;
    }
  | { readonly kind: "answer"; readonly id: number; readonly answer: OutboundAnswer }
  | { readonly kind: "close" };

export type FromThread =
  | { readonly kind: "outcome"; readonly id: number; readonly outcome: ScriptOutcome }
  | { readonly kind: "outbound"; readonly id: number; readonly request: ScriptRequest }
  | { readonly kind: "closed" };
