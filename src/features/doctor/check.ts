/** A check of `tome doctor`. */
export interface DoctorCheck {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  /**
   * Suggested command or action; also set if the check passed and something optional is missing.
   */
  readonly fix: string | null;
}

export function createPassedCheck(check: string, found: string): DoctorCheck {
  return { check, ok: true, found, fix: null };
}

/** Passed, with a suggested next step. */
export function createAdvisoryCheck(check: string, found: string, nextStep: string): DoctorCheck {
  return { check, ok: true, found, fix: nextStep };
}

export function createFailedCheck(check: string, found: string, solution: string): DoctorCheck {
  return { check, ok: false, found, fix: solution };
}
