/** One line of `tome doctor`. */
export interface Check {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  /** What to type or to do; also if all is well and something optional is missing. */
  readonly cure: string | null;
}

export function well(check: string, found: string): Check {
  return { check, ok: true, found, cure: null };
}

/** Well, and there is something to do next. */
export function noted(check: string, found: string, cure: string): Check {
  return { check, ok: true, found, cure };
}

export function fault(check: string, found: string, cure: string): Check {
  return { check, ok: false, found, cure };
}
