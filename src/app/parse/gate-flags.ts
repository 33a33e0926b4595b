/**
 * Flags that may be suggested in place of another: never one that weakens a gate. A flag that makes
 * a command fail must not be replaced by one that does not, and a flag that accepts something is
 * suggested only for a near miss.
 */
import { nearest } from "../../json/nearest.ts";

/** Flags, of tome or other tools, that make a command strict. */
const failing = /^--(?:no-)?(?:fail|strict|error|exit|max-warn|warn|break|deny|require|gate|check)/;
/** Flags that accept, skip or omit something. */
const weakening =
  /^--(?:allow|accept|ignore|skip|force|yes|no-|exclude|except|update-baseline|baseline|quiet)/;

/** @param meant a flag of the command @param typed an unknown flag, both with their hyphens */
export function mayStandFor(meant: string, typed: string): boolean {
  const isFailing = failing.test(meant);
  if (failing.test(typed)) return isFailing && meant.startsWith("--fail");
  if (isFailing && nearest(typed, [meant]) === undefined) return false;
  if (!weakening.test(meant)) return true;
  const [first, firstTyped] = [meant, typed].map((flag) => flag.slice(2).split("-")[0] ?? "");
  // `--alow-…` can stand for `--allow-…`, but `--fall-…` cannot.
  return first === firstTyped || (first?.[0] === firstTyped?.[0] && isSlip(firstTyped, first));
}

function isSlip(typed = "", meant = ""): boolean {
  return Math.abs(typed.length - meant.length) <= 1 && nearest(typed, [meant]) !== undefined;
}
