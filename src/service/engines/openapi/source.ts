/** The text of one file of a specification, read: its value, and where each part of it stands. */
import type { Path } from "../../../contract/openapi-references.ts";
import type { Place } from "./fault.ts";

export type Format = "json" | "yaml";

export interface Source {
  readonly format: Format;
  /** Plain data; whole numbers that a double cannot hold are bigints. */
  readonly value: unknown;
  /** Whether there may be bigints. */
  readonly hasLargeNumbers: boolean;
  /** Where the value at a path begins, or the nearest one above it that is in the text. */
  readonly placeOf: (path: Path) => Promise<Place>;
}
