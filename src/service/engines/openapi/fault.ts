/** What can be wrong with a description, and where in its source. */

/** A place in a text; both begin with 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A fault inside one file. */
export interface Fault {
  /** Short and stable, for programs: `JSON_SYNTAX`, `SCHEMA`, `REFERENCE`. */
  readonly code: string;
  /** A sentence. */
  readonly message: string;
  readonly place?: Place | undefined;
}

/** A text that is no description, or one that is not to be read. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super(faults[0]?.message ?? "The text cannot be read.");
    this.faults = faults;
  }
}

export function immoderate(message: string, place?: Place): Unreadable {
  return new Unreadable([{ code: "LIMIT", message, place }]);
}
