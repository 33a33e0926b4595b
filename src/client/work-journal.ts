/** A journal of many requests, as types: what was done is on the disk before the next is begun. */

export interface WorkJournal {
  readonly path: string;
  /** The last entry of each key when the journal was opened. */
  readonly before: ReadonlyMap<string, { readonly is: string; readonly id?: string | undefined }>;
  /** Resolves when it is on the disk. The key is what the entry is known by. */
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
  /** Starts one in a new file. Throws `UsageError` if it is there already. */
  readonly startJournal: (
    path: string,
    about: { readonly command: string; readonly platform: string; readonly items: number },
  ) => Promise<WorkJournal>;
  /** How many steps the text of one has. Throws `UsageError` if it is none. */
  readonly countSteps: (text: string, path: string) => number;
  /** Opens one to go on with it. Throws `UsageError` if it is none, or another process has it. */
  readonly resumeJournal: (
    path: string,
  ) => Promise<
    WorkJournal & { readonly header: { readonly command: string; readonly platform: string } }
  >;
}
