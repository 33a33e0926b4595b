/** A check of `tome doctor`. */
export interface DoctorCheck {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  /**
   * Suggested command or action; also set if the check passed and something optional is missing.
   */
  readonly cure: string | null;
}

export function createPassedCheck(check: string, result: string): DoctorCheck {
  return { check, ok: true, found: result, cure: null };
}

/** Passed, with a suggested next step. */
export function createAdvisoryCheck(check: string, result: string, cure: string): DoctorCheck {
  return { check, ok: true, found: result, cure };
}

export function createFailedCheck(check: string, result: string, cure: string): DoctorCheck {
  return { check, ok: false, found: result, cure };
}
