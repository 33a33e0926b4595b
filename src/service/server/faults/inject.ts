/**
 * Selection of the calls into which a fault plan injects faults: by count, and by probability with
 * a seed, so that it is repeatable.
 */
import { parseDuration } from "../../core/clock.ts";
import type { FaultRule } from "./plan.model.ts";
import type { FaultPlan } from "./plan.ts";

/** The attributes of a call that a rule can match. */
export interface FaultTarget {
  readonly method: string;
  /** The decoded segments of its path. */
  readonly parts: readonly string[];
  /** Its path with possible secrets removed. */
  readonly path: string;
  readonly operation: string | undefined;
}

export type InjectedFault = Exclude<FaultRule, { readonly fault: "delay" }>;

export interface FaultDecision {
  /** Delay in milliseconds. */
  readonly delay: number;
  /** The fault after the delay. */
  readonly strike: InjectedFault | undefined;
  /** The end of a rate limit, in milliseconds since 1970. */
  readonly until: number | undefined;
  /** The names of the faults, such as "delay, drop"; empty if there are none. */
  readonly names: string;
}

/** Record of an injected fault, equal whenever the same calls meet the same plan. */
export interface StrikeRecord {
  /** The sequence number of the call, from 1. */
  readonly call: number;
  /** The operation; the method and path if there is none. */
  readonly what: string;
  readonly fault: string;
  /** The name of the rule, or its index in the plan. */
  readonly rule: string;
}

export interface Faults {
  readonly decide: (target: FaultTarget) => FaultDecision;
  readonly status: () => {
    readonly seed: number;
    readonly rules: readonly (FaultRule & { readonly calls: number; readonly strikes: number })[];
    readonly log: readonly StrikeRecord[];
  };
}

/** Maximum number of records in the log. */
const longestLog = 1000;
const usualReset = "1s";

/** @param realTime milliseconds since 1970 */
export function createFaults({ seed, rules }: FaultPlan, realTime: () => number): Faults {
  const states = rules.map((rule, index) => ({
    rule,
    index,
    matches: buildMatcher(rule),
    calls: 0,
    strikes: 0,
    limitedUntil: 0,
  }));
  const log: StrikeRecord[] = [];
  let calls = 0;

  function strikes(state: (typeof states)[number]): boolean {
    const { rule, index } = state;
    if (realTime() < state.limitedUntil) return true;
    if (state.calls <= (rule.after ?? 0)) return false;
    if (state.strikes >= (rule.count ?? Number.POSITIVE_INFINITY)) return false;
    // Depends on the calls of this rule only, so that other calls in between have no effect.
    return computeChance(seed, index, state.calls) < (rule.probability ?? 1);
  }

  function decide(target: FaultTarget): FaultDecision {
    calls++;
    const effective: FaultRule[] = [];
    let delay = 0;
    let strike: InjectedFault | undefined;
    let until: number | undefined;
    for (const state of states) {
      const { rule, index } = state;
      if (!state.matches(target)) continue;
      state.calls++;
      if (rule.fault !== "delay" && strike !== undefined) continue;
      if (!strikes(state)) continue;
      state.strikes++;
      effective.push(rule);
      log.push({
        call: calls,
        what: target.operation ?? `${target.method} ${target.path}`,
        fault: rule.fault,
        rule: rule.name ?? String(index),
      });
      if (rule.fault === "delay") {
        delay += computeDelay(rule, computeChance(seed + 1, index, state.calls));
        continue;
      }
      strike = rule;
      if (rule.fault === "rate-limit") {
        until = Math.max(
          state.limitedUntil,
          Math.ceil((realTime() + computeLength(rule.reset ?? usualReset)) / 1000) * 1000,
        );
        if (rule.hold) state.limitedUntil = until;
      }
    }
    if (log.length > longestLog) log.splice(0, log.length - longestLog);
    return { delay, strike, until, names: effective.map((rule) => rule.fault).join(", ") };
  }

  return {
    decide,
    status: () => ({
      seed,
      rules: states.map(({ rule, calls, strikes }) => ({ ...rule, calls, strikes })),
      log: [...log],
    }),
  };
}

function computeDelay(rule: Extract<FaultRule, { fault: "delay" }>, drawn: number): number {
  const least = computeLength(rule.for);
  const most = computeLength(rule.upTo ?? rule.for);
  return least + Math.floor(drawn * Math.max(0, most - least));
}

function computeLength(span: string): number {
  return parseDuration(span) ?? 0;
}

function buildMatcher({ operation, match }: FaultRule): (target: FaultTarget) => boolean {
  const names = operation === undefined ? undefined : [operation].flat();
  const pattern = match === undefined ? undefined : buildPattern(match);
  return (target) =>
    (names === undefined || names.includes(target.operation ?? "")) &&
    (pattern === undefined || pattern(target));
}

/** Compares segments, so that the time of a pattern is limited. */
function buildPattern(match: string): (target: FaultTarget) => boolean {
  const [method = "", path = ""] = match.split(" ");
  const patternParts = path.slice(1).split("/");
  return ({ method: targetMethod, parts }) => {
    if (method !== "*" && method !== targetMethod) return false;
    for (const [index, want] of patternParts.entries()) {
      if (want === "**") return true;
      const part = parts[index];
      if (part === undefined || (want !== "*" && want !== part)) return false;
    }
    return parts.length === patternParts.length;
  };
}

/** A number from 0 to 1 (exclusive) that depends only on the three arguments; mixed as in splitmix32. */
function computeChance(seed: number, rule: number, call: number): number {
  let mixed = 0;
  for (const number of [seed, rule, call]) {
    mixed = (mixed + number + 0x9e3779b9) | 0;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    mixed ^= mixed >>> 15;
  }
  return (mixed >>> 0) / 2 ** 32;
}
