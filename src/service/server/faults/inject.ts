/** Decides which calls a plan of faults strikes: by count and by a chance that a seed repeats. */
import { millisecondsOf } from "../../core/clock.ts";
import type { FaultRule } from "./plan.model.ts";
import type { FaultPlan } from "./plan.ts";

/** What a rule can tell calls apart by. */
export interface Asked {
  readonly method: string;
  /** The parts of its path, decoded. */
  readonly parts: readonly string[];
  /** Its path as it may be shown. */
  readonly shownPath: string;
  readonly operation: string | undefined;
}

export type Strike = Exclude<FaultRule, { readonly fault: "delay" }>;

export interface Decision {
  /** Milliseconds to wait first. */
  readonly delay: number;
  /** What goes wrong then. */
  readonly strike: Strike | undefined;
  /** The time that a rate limit ends, in milliseconds since 1970. */
  readonly until: number | undefined;
  /** The names of what strikes, as "delay, drop"; empty where nothing does. */
  readonly names: string;
}

/** A strike, in the words that are the same whenever the same calls meet the same plan. */
export interface Struck {
  /** Which call it was, counted from 1. */
  readonly call: number;
  /** The operation, or the method and path of what is none. */
  readonly what: string;
  readonly fault: string;
  /** The rule's name, or where it stands in the plan, from 0. */
  readonly rule: string;
}

export interface Faults {
  readonly decide: (asked: Asked) => Decision;
  readonly shown: () => {
    readonly seed: number;
    readonly rules: readonly (FaultRule & { readonly calls: number; readonly strikes: number })[];
    readonly log: readonly Struck[];
  };
}

/** The log keeps the latest ones. */
const longestLog = 1000;
const usualReset = "1s";

/** @param realTime milliseconds since 1970 */
export function createFaults({ seed, rules }: FaultPlan, realTime: () => number): Faults {
  const states = rules.map((rule, index) => ({
    rule,
    index,
    meets: meetingOf(rule),
    calls: 0,
    strikes: 0,
    heldUntil: 0,
  }));
  const log: Struck[] = [];
  let calls = 0;

  function strikes(state: (typeof states)[number]): boolean {
    const { rule, index } = state;
    if (realTime() < state.heldUntil) return true;
    if (state.calls <= (rule.after ?? 0)) return false;
    if (state.strikes >= (rule.count ?? Number.POSITIVE_INFINITY)) return false;
    // Of the rule's own calls, so that other calls in between do not change what is drawn.
    return chance(seed, index, state.calls) < (rule.probability ?? 1);
  }

  function decide(asked: Asked): Decision {
    calls++;
    const struck: FaultRule[] = [];
    let delay = 0;
    let strike: Strike | undefined;
    let until: number | undefined;
    for (const state of states) {
      const { rule, index } = state;
      if (!state.meets(asked)) continue;
      state.calls++;
      if (rule.fault !== "delay" && strike !== undefined) continue;
      if (!strikes(state)) continue;
      state.strikes++;
      struck.push(rule);
      log.push({
        call: calls,
        what: asked.operation ?? `${asked.method} ${asked.shownPath}`,
        fault: rule.fault,
        rule: rule.name ?? String(index),
      });
      if (rule.fault === "delay") {
        delay += delayOf(rule, chance(seed + 1, index, state.calls));
        continue;
      }
      strike = rule;
      if (rule.fault === "rate-limit") {
        until = Math.max(
          state.heldUntil,
          Math.ceil((realTime() + lengthOf(rule.reset ?? usualReset)) / 1000) * 1000,
        );
        if (rule.hold) state.heldUntil = until;
      }
    }
    if (log.length > longestLog) log.splice(0, log.length - longestLog);
    return { delay, strike, until, names: struck.map((rule) => rule.fault).join(", ") };
  }

  return {
    decide,
    shown: () => ({
      seed,
      rules: states.map(({ rule, calls, strikes }) => ({ ...rule, calls, strikes })),
      log: [...log],
    }),
  };
}

function delayOf(rule: Extract<FaultRule, { fault: "delay" }>, drawn: number): number {
  const least = lengthOf(rule.for);
  const most = lengthOf(rule.upTo ?? rule.for);
  return least + Math.floor(drawn * Math.max(0, most - least));
}

function lengthOf(span: string): number {
  return millisecondsOf(span) ?? 0;
}

function meetingOf({ operation, match }: FaultRule): (asked: Asked) => boolean {
  const names = operation === undefined ? undefined : [operation].flat();
  const pattern = match === undefined ? undefined : patternOf(match);
  return (asked) =>
    (names === undefined || names.includes(asked.operation ?? "")) &&
    (pattern === undefined || pattern(asked));
}

/** Compared part by part: a pattern cannot take long, whatever it is. */
function patternOf(match: string): (asked: Asked) => boolean {
  const [method = "", path = ""] = match.split(" ");
  const wanted = path.slice(1).split("/");
  return ({ method: asked, parts }) => {
    if (method !== "*" && method !== asked) return false;
    for (const [index, want] of wanted.entries()) {
      if (want === "**") return true;
      const part = parts[index];
      if (part === undefined || (want !== "*" && want !== part)) return false;
    }
    return parts.length === wanted.length;
  };
}

/** A number from 0 up to 1 that depends on the three alone; the mixing is that of splitmix32. */
function chance(seed: number, rule: number, call: number): number {
  let mixed = 0;
  for (const number of [seed, rule, call]) {
    mixed = (mixed + number + 0x9e3779b9) | 0;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    mixed ^= mixed >>> 15;
  }
  return (mixed >>> 0) / 2 ** 32;
}
