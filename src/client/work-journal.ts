/** Journal of many requests, as types: finished work is on disk before the next step starts. */

export interface WorkJournal {
  readonly path: string;
  /** The last entry of each key when the journal was opened. */
  readonly before: ReadonlyMap<string, { readonly is: string; readonly id?: string | undefined }>;
  /** Resolves when it is on disk. The key identifies the entry. */
  readonly note: (entry: {
    readonly item: number;
    readonly key: string;
    readonly is: "sending" | "done" | "pending" | "failed" | "unknown";
    readonly id?: string;
    readonly target?: string;
  }) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface WorkJournals {
  /** Starts one in a new file. Throws `UsageError` if the file exists. */
  readonly startJournal: (
    path: string,
    about: { readonly command: string; readonly platform: string; readonly items: number },
  ) => Promise<WorkJournal>;
  /** The number of steps in the text of a journal. Throws `UsageError` for any other text. */
  readonly countSteps: (text: string, path: string) => number;
  /**
   * Opens one to continue it. Throws `UsageError` if it is not a journal, or another process has
   * it.
   */
  readonly resumeJournal: (
    path: string,
  ) => Promise<
    WorkJournal & { readonly header: { readonly command: string; readonly platform: string } }
  >;
}
