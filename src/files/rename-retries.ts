/** Retries of a rename on Windows, where a virus scanner or an indexer can keep a file open. */

/** In milliseconds; together 1.3 seconds. */
export const renamePauses: readonly number[] = [10, 20, 40, 80, 160, 320, 640];

const temporary = ["EPERM", "EACCES", "EBUSY"];

export interface RenameSystem {
  readonly platform: NodeJS.Platform;
  readonly rename: (from: string, to: string) => unknown;
  /** @param time in milliseconds */
  readonly pause: (time: number) => unknown;
}

/** On other systems, these errors are permanent. */
export function isTemporary(error: unknown, { platform }: RenameSystem): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return platform === "win32" && temporary.includes(code);
}
