/**
 * Admission of runs of scripts. A publisher of many endless scripts cannot occupy all processes, and
 * a busy organization does not delay the runs of others: organizations take turns.
 */

export interface RunQueueLimits {
  /** The number of scripts that run at a time, each in a separate process. */
  readonly processes: number;
  /** Of one publishing organization. */
  readonly processesOfPublisher: number;
  /** Runs at a time for one installing organization. */
  readonly runsOfOrganization: number;
  /** The maximum number of waiting runs of one installing organization. */
  readonly mostWaiting: number;
  /** In milliseconds. */
  readonly longestWait: number;
}

export interface QueuedRun {
  /** The integration. */
  readonly name: string;
  /** The id of the organization that published it. */
  readonly publisher: string;
  /** The id of the organization for which it runs. */
  readonly organization: string;
}

interface WaitingRun {
  readonly run: QueuedRun;
  readonly begin: () => void;
}

export type RunQueue = <Result>(
  run: QueuedRun,
  work: () => Promise<Result>,
) => Promise<Result | { readonly refusal: string }>;

/** @returns a function that runs work in its turn, or returns the reason why it did not begin */
export function createRunQueue(limits: RunQueueLimits): RunQueue {
  /** The number of active runs, and the publisher, of each active script. */
  const active = new Map<string, { readonly publisher: string; runs: number }>();
  const runsOf = new Map<string, number>();
  /** By organization, the next turn first. */
  const queues = new Map<string, WaitingRun[]>();

  function mayBegin({ name, publisher, organization }: QueuedRun): boolean {
    if ((runsOf.get(organization) ?? 0) >= limits.runsOfOrganization) return false;
    if (active.has(name)) return true;
    const scripts = [...active.values()];
    const own = scripts.filter((one) => one.publisher === publisher).length;
    return scripts.length < limits.processes && own < limits.processesOfPublisher;
  }

  function take({ name, publisher, organization }: QueuedRun): void {
    const script = active.get(name) ?? { publisher, runs: 0 };
    script.runs++;
    active.set(name, script);
    runsOf.set(organization, (runsOf.get(organization) ?? 0) + 1);
  }

  function giveBack({ name, organization }: QueuedRun): void {
    const script = active.get(name);
    if (script && --script.runs === 0) active.delete(name);
    const rest = (runsOf.get(organization) ?? 0) - 1;
    if (rest > 0) runsOf.set(organization, rest);
    else runsOf.delete(organization);
  }

  function remove(organization: string, waiting: WaitingRun): void {
    const rest = (queues.get(organization) ?? []).filter((one) => one !== waiting);
    if (rest.length > 0) queues.set(organization, rest);
    else queues.delete(organization);
  }

  function giveTurns(): void {
    for (;;) {
      const next = findNext();
      if (next === undefined) return;
      const { organization } = next.run;
      remove(organization, next);
      const others = queues.get(organization);
      if (others) {
        // After the runs of all other organizations.
        queues.delete(organization);
        queues.set(organization, others);
      }
      take(next.run);
      next.begin();
    }
  }

  function findNext(): WaitingRun | undefined {
    for (const queue of queues.values()) {
      const next = queue.find(({ run }) => mayBegin(run));
      if (next) return next;
    }
    return undefined;
  }

  /** @returns the reason of a refusal */
  function waitForTurn(run: QueuedRun): Promise<string | undefined> {
    const { organization } = run;
    const queue = queues.get(organization) ?? [];
    if (queue.length >= limits.mostWaiting) {
      return Promise.resolve(`${queue.length} runs of the organization are waiting.`);
    }
    return new Promise((resolve) => {
      const waiting: WaitingRun = {
        run,
        begin() {
          clearTimeout(timer);
          resolve(undefined);
        },
      };
      const timer = setTimeout(() => {
        remove(organization, waiting);
        resolve(`It waited ${limits.longestWait / 1000} seconds for other runs.`);
      }, limits.longestWait);
      queues.set(organization, [...queue, waiting]);
    });
  }

  return async (run, work) => {
    if (mayBegin(run)) take(run);
    else {
      const refusal = await waitForTurn(run);
      if (refusal !== undefined) return { refusal };
    }
    try {
      return await work();
    } finally {
      giveBack(run);
      giveTurns();
    }
  };
}
