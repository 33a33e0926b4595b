/** Result of parsing one file of a specification: value and positions, or errors. */
import type { Path } from "../../contract/openapi-references.ts";

export type SourceFormat = "json" | "yaml";

export interface OpenApiSource {
  readonly format: SourceFormat;
  /** Plain data; integers that a double cannot represent are bigints. */
  readonly value: unknown;
  /** Whether bigints may occur. */
  readonly hasLargeNumbers: boolean;
  /** Position of the value at a path, or of the nearest enclosing one in the text. */
  readonly toPosition: (path: Path) => Promise<TextPosition>;
}

/** A position in a text; both numbers start at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** An error in one file. */
export interface SourceError {
  /** Short and stable, for programs: `JSON_SYNTAX`, `SCHEMA`, `REFERENCE`. */
  readonly code: string;
  /** One sentence. */
  readonly message: string;
  readonly position?: TextPosition | undefined;
}

/** The text is not a specification, or exceeds a limit. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
  readonly faults: readonly SourceError[];
  constructor(faults: readonly SourceError[]) {
    super(faults[0]?.message ?? "The text cannot be parsed.");
    this.faults = faults;
  }
}

export function limitExceeded(message: string, position?: TextPosition): Unreadable {
  return new Unreadable([{ code: "LIMIT", message, position }]);
}
