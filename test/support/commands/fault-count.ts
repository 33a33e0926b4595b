/** Counts violations that a test asserts to be absent, so that its report prints a counted value. */

export interface FaultCount {
  /**
   * Counts the items of a list, a number, or one for any other value.
   * @returns the value, for the assertion
   */
  readonly add: <T>(fault: T) => T;
  readonly total: () => number;
}

export function countFaults(): FaultCount {
  let total = 0;
  return {
    add(fault) {
      total += computeSize(fault);
      return fault;
    },
    total: () => total,
  };
}

function computeSize(fault: unknown): number {
  if (Array.isArray(fault)) return fault.length;
  if (typeof fault === "number") return fault;
  return fault === undefined || fault === null || fault === false ? 0 : 1;
}
