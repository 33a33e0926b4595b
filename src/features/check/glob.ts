/**
 * Glob patterns of file names: `*` matches any part of a name, `**` any folders, `{a,b}` an alternative.
 *
 * A pattern can come from an untrusted file, and a regular expression with several stars could backtrack
 * exponentially. A pattern is therefore compiled to an automaton, which processes each character once.
 */
import { longestGlob, mostGlobStars } from "../../contract/limits.ts";
import { UsageError } from "../../errors.ts";

/** @throws UsageError for a pattern that exceeds a limit */
export function matchesGlob(path: string, pattern: string): boolean {
  let automaton = compiledPatterns.get(pattern);
  if (!automaton) {
    automaton = compileGlob(pattern);
    compiledPatterns.set(pattern, automaton);
  }
  return accepts(automaton, path);
}

const compiledPatterns = new Map<string, Automaton>();

/**
 * A state of the automaton. `free` lists the transitions that consume no character. The last state accepts.
 */
interface GlobState {
  readonly takes?: (character: string) => boolean;
  readonly next?: number;
  readonly free: readonly number[];
}

type Automaton = readonly GlobState[];

function compileGlob(pattern: string): Automaton {
  const stars = pattern.split("*").length - 1;
  const excerpt = pattern.slice(0, 60);
  if (pattern.length > longestGlob) {
    throw new UsageError(
      `The pattern ${excerpt}… has ${pattern.length} characters. The maximum is ${longestGlob} (limit glob.characters).`,
    );
  }
  if (stars > mostGlobStars) {
    throw new UsageError(
      `The pattern ${excerpt} has ${stars} stars. The maximum is ${mostGlobStars} (limit glob.stars).`,
    );
  }
  const states: GlobState[] = [];
  addParts(states, pattern);
  states.push({ free: [] });
  return states;
}

/** A token of a pattern: alternatives in braces, stars, or a character. */
const part = /\{([^{}]*)\}|\*\*\/|\*\*|\*|./gsu;

/** Adds the states of a pattern; the last one leads to the state that is added next. */
function addParts(states: GlobState[], pattern: string): void {
  for (const [token, alternatives] of pattern.matchAll(part)) {
    if (alternatives !== undefined) addAlternatives(states, alternatives.split(","));
    else if (token === "*") addLoop(states, isInName);
    else if (token === "**") addLoop(states, () => true);
    else if (token === "**/") addFolders(states);
    else
      states.push({ takes: (character) => character === token, next: states.length + 1, free: [] });
  }
}

/** Any number of characters. */
function addLoop(states: GlobState[], takes: (character: string) => boolean): void {
  const at = states.length;
  states.push({ takes, next: at, free: [at + 1] });
}

/** Any number of folders, each followed by a slash. */
function addFolders(states: GlobState[]): void {
  const at = states.length;
  states.push({ free: [at + 1, at + 4] });
  states.push({ takes: isInName, next: at + 2, free: [] });
  states.push({ takes: isInName, next: at + 2, free: [at + 3] });
  states.push({ takes: (character) => character === "/", next: at, free: [] });
}

function addAlternatives(states: GlobState[], patterns: readonly string[]): void {
  const fork: number[] = [];
  states.push({ free: fork });
  const ends: number[][] = [];
  for (const one of patterns) {
    fork.push(states.length);
    addParts(states, one);
    const end: number[] = [];
    ends.push(end);
    states.push({ free: end });
  }
  for (const end of ends) end.push(states.length);
}

function isInName(character: string): boolean {
  return character !== "/";
}

function accepts(automaton: Automaton, path: string): boolean {
  let current = withFree(automaton, [0]);
  for (const character of path) {
    const next: number[] = [];
    for (const at of current) {
      const state = automaton[at];
      if (state?.next !== undefined && state.takes?.(character)) next.push(state.next);
    }
    if (next.length === 0) return false;
    current = withFree(automaton, next);
  }
  return current.has(automaton.length - 1);
}

/** The states and all states that are reachable without a character. */
function withFree(automaton: Automaton, states: readonly number[]): ReadonlySet<number> {
  const all = new Set<number>();
  const open = [...states];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (all.has(at)) continue;
    all.add(at);
    for (const free of automaton[at]?.free ?? []) open.push(free);
  }
  return all;
}
