/**
 * Processes of scripts: one for each integration. It is kept for the next run until it is idle for
 * some minutes, a new version of the script runs, or another script needs its place.
 */
import type { Script, ScriptLimits, ScriptOutcome, ScriptRequest } from "./script-messages.ts";
import type { ScriptProcess } from "./script-process.ts";

interface ScriptProcesses {
  /** Runs a script in its process, which is started if necessary. */
  readonly run: (
    id: number,
    script: Script,
    request: ScriptRequest,
    limits: ScriptLimits,
  ) => Promise<ScriptOutcome>;
  /** Ends all processes. */
  readonly close: () => Promise<void>;
}

/**
 * An idle process is ended after this time, in milliseconds. It occupies less than 60 MiB, and a new
 * one delays the next event by a few hundred milliseconds.
 */
const idleTime = 10 * 60_000;

/** The time in milliseconds in which a script that cannot be loaded is not loaded again. */
const brokenTime = 60_000;

/**
 * @param most the maximum number of processes; callers run fewer scripts at a time
 * @param start starts a process, with the maximum time to load the script in milliseconds
 */
export function createScriptProcesses(
  most: number,
  start: (script: Script, loadTime: number) => ScriptProcess,
): ScriptProcesses {
  /** By integration, the least recently used first. */
  const processes = new Map<string, ScriptProcess>();
  const timers = new Map<string, NodeJS.Timeout>();
  /**
   * Failures of scripts that cannot be loaded, by the hash of the script, so that loading them again
   * and again does not delay others.
   */
  const broken = new Map<string, ScriptOutcome>();

  function findProcess(name: string, hash: string): ScriptProcess | undefined {
    const process = processes.get(name);
    if (process === undefined) return undefined;
    processes.delete(name);
    if (process.isEnded() || process.hash !== hash) {
      void process.end();
      return undefined;
    }
    processes.set(name, process);
    return process;
  }

  function openProcess(script: Script, loadTime: number): ScriptProcess {
    const idle = [...processes].find(([, { active }]) => active() === 0);
    if (processes.size >= most && idle) {
      processes.delete(idle[0]);
      void idle[1].end();
    }
    const process = start(script, loadTime);
    processes.set(script.name, process);
    return process;
  }

  /** The next run of the script stops the timer. */
  function endWhenIdle(name: string, process: ScriptProcess): void {
    const timer = setTimeout(() => {
      processes.delete(name);
      void process.end();
    }, idleTime);
    timers.set(name, timer.unref());
  }

  return {
    async run(id, script, request, limits) {
      const failed = broken.get(script.hash);
      if (failed !== undefined) return failed;
      const process = findProcess(script.name, script.hash) ?? openProcess(script, limits.loading);
      clearTimeout(timers.get(script.name));
      const result = await process.run(id, request, limits);
      if (process.active() === 0) endWhenIdle(script.name, process);
      if (result.failure?.reason === "broken") {
        broken.set(script.hash, result);
        setTimeout(() => broken.delete(script.hash), brokenTime).unref();
      }
      return result;
    },
    async close() {
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all([...processes.values()].map((process) => process.end()));
    },
  };
}
