/** Limits of an API specification: far above real ones, and small enough for memory. */
import { outputLimits } from "../../contract/limits.ts";

const mebibyte = 1024 * 1024;

export const bounds = {
  /** Size of the largest file, in bytes of UTF-8. */
  fileBytes: 20 * mebibyte,
  /** Size of all files, in bytes. */
  allBytes: outputLimits.specification.characters,
  /** Files that `$ref`s may refer to. */
  files: 100,
  /** Depth of nesting; real descriptions have about 25 levels. */
  depth: 64,
  /** Values, with YAML aliases expanded. */
  nodes: outputLimits.specification.nodes,
  /** Names and values of YAML, whose parser takes a kilobyte for each. */
  yamlParts: 600_000,
  /** Maximum number of reported errors. */
  faults: 20,
} as const;
