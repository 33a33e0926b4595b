/** What reading one file of a description gives: its value and the position of each part, or its faults. */
import type { Path } from "../../contract/openapi-references.ts";

export type Format = "json" | "yaml";

export interface Source {
  readonly format: Format;
  /** Plain data; whole numbers that a double cannot hold are bigints. */
  readonly value: unknown;
  /** Whether there may be bigints. */
  readonly hasLargeNumbers: boolean;
  /** The position of the value at a path, or of the nearest one above it that is in the text. */
  readonly toPosition: (path: Path) => Promise<Position>;
}

/** A position in a text; both begin with 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A fault inside one file. */
export interface Fault {
  /** Short and stable, for programs: `JSON_SYNTAX`, `SCHEMA`, `REFERENCE`. */
  readonly code: string;
  /** A sentence. */
  readonly message: string;
  readonly position?: Position | undefined;
}

/** The text is no description, or exceeds a limit. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super(faults[0]?.message ?? "The text cannot be parsed.");
    this.faults = faults;
  }
}

export function limitExceeded(message: string, position?: Position): Unreadable {
  return new Unreadable([{ code: "LIMIT", message, position }]);
}
