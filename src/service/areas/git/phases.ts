/** Progress of an import or export, and the duration of its phases. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/git.ts";
import type { SyncReport } from "./report.ts";

/** The progress that `git info` shows while an operation runs. */
export type GitProgress = NonNullable<Output<typeof contract.info>["progress"]>;
const phaseNames = ["fetch", "read", "merge", "write", "push"] as const;
type PhaseName = (typeof phaseNames)[number];

export type Tell = (progress: GitProgress) => Promise<void>;

/** In milliseconds, because each report writes to the database; shorter phases are not reported. */
const interval = 500;

export class GitPhases {
  readonly #times = new Map<PhaseName, number>();
  #told = performance.now();

  constructor(readonly tell: Tell) {}

  /** Measures the time of work, without that of nested phases. */
  async during<T>(phase: PhaseName, work: () => Promise<T>): Promise<T> {
    const inner = this.#sum();
    const start = performance.now();
    // Reporting is not part of the work, so its errors are ignored.
    const telling = setTimeout(() => void this.count(phase).catch(() => undefined), interval);
    try {
      return await work();
    } finally {
      clearTimeout(telling);
      const time = performance.now() - start - (this.#sum() - inner);
      this.#times.set(phase, (this.#times.get(phase) ?? 0) + time);
    }
  }

  /** Reports the progress, at most a few times a second. */
  async count(phase: PhaseName, done?: number, total = 0): Promise<void> {
    const now = performance.now();
    if (now - this.#told < interval) return;
    this.#told = now;
    await this.tell({ phase, ...(done !== undefined && { done, total }) });
  }

  #sum(): number {
    return [...this.#times.values()].reduce((sum, time) => sum + time, 0);
  }

  list(): SyncReport["phases"] {
    return [...this.#times].map(([phase, time]) => ({ phase, milliseconds: Math.round(time) }));
  }
}

/** Combines the times of the same work in several threads. */
export function joinPhases(...lists: readonly SyncReport["phases"][]): SyncReport["phases"] {
  const all = lists.flat();
  return phaseNames.flatMap((phase) => {
    const phaseEntries = all.filter((one) => one.phase === phase);
    const milliseconds = phaseEntries.reduce((sum, one) => sum + one.milliseconds, 0);
    return phaseEntries.length > 0 ? [{ phase, milliseconds }] : [];
  });
}
