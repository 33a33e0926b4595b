/** How large a description may be: well beyond real ones, and small enough to be read in memory. */
import { outputLimits } from "../../contract/limits.ts";

const mebibyte = 1024 * 1024;

export const bounds = {
  /** The largest file, in bytes of UTF-8. */
  fileBytes: 20 * mebibyte,
  /** All files together, in bytes. */
  allBytes: outputLimits.specification.characters,
  /** Files that `$ref`s may lead to. */
  files: 100,
  /** Depth of nesting; real descriptions have about 25 levels. */
  depth: 64,
  /** Values, with each alias of YAML counted as all that it stands for. */
  nodes: outputLimits.specification.nodes,
  /** Names and values of YAML, whose parser takes a kilobyte for each. */
  yamlParts: 600_000,
  /** Faults that are reported. */
  faults: 20,
} as const;
