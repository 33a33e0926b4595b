/** Worker script of imports and exports, for all work that grows with the repository or the space. */
import { ApiError } from "../../../errors.ts";
import { GitFailure, type GitReason } from "../../engines/git/failure.ts";
import { askAt, type QuestionedInput } from "../../engines/threads/thread-side.ts";
import * as exporting from "./export/plan-export.ts";
import * as importing from "./import/read-import.ts";
import { createThreadCall, type ThreadCall, type ThreadSetting } from "./thread-call.ts";

export interface ThreadData<Input> {
  readonly input: Input;
  readonly setting: ThreadSetting;
}

/** A failure is returned as a value, because errors lose their class between threads. */
export type GitOutcome<Result> =
  | { readonly result: Result }
  | { readonly failure: { readonly reason: GitReason; readonly message: string } };

export const readImport = createPooled(importing.readImport);
export const planExport = createPooled(exporting.planExport);

/** Does nothing, but calling it loads the script. */
export function load(): void {}

function createPooled<Input, Result>(work: (input: Input, call: ThreadCall) => Promise<Result>) {
  return async ({
    input: data,
    port,
  }: QuestionedInput<ThreadData<Input>>): Promise<GitOutcome<Result>> => {
    try {
      return { result: await work(data.input, createThreadCall(data.setting, askAt(port))) };
    } catch (error) {
      if (error instanceof GitFailure) {
        return { failure: { reason: error.reason, message: error.message } };
      }
      if (!(error instanceof ApiError)) throw error;
      return { failure: { reason: "failed", message: error.message } };
    }
  };
}
