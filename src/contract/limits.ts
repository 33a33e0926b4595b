/** Limits that the contract shares with other modules. */

/** In characters. */
export const longestSpaceTitle = 50;

/** In one edit of a change request. */
export const mostContentChanges = 50;

/** Days during which a deleted space can be restored. */
export const retentionDays = 7;

/** Length of a page in characters. */
export const longestPageDescription = 2048;

const mebibyte = 1024 * 1024;

/**
 * Limits for inputs that can expand, by their names in messages. They are far above real content:
 * the longest page of a few hundred real repositories uses less than a tenth.
 */
export const outputLimits = {
  /** A page of a site as HTML, including reusable contents and API operations. */
  page: { name: "page", characters: 16 * mebibyte, nodes: 200_000 },
  /** Text after evaluation of its expressions. */
  text: { name: "text", characters: 16 * mebibyte, nodes: 1_000_000 },
  /** Value of one expression. */
  expression: { name: "expression", characters: 64 * 1024 },
  /** All API operations on a page, with the schemas that they refer to. */
  operations: { name: "operations", characters: 8 * mebibyte, nodes: 300_000 },
  /** An API specification, with aliases of YAML expanded. */
  specification: { name: "specification", characters: 40 * mebibyte, nodes: 1_000_000 },
  /** Text of a restored page, including its reusable contents. */
  restoredPage: { name: "restoredPage", characters: 16 * mebibyte, nodes: 200_000 },
} as const;

/** Pages that templates may add to one space in total. */
export const mostTemplatePages = 20_000;

/** Repetitions of one anchor in a YAML text, multiplied by those of enclosing anchors. */
export const mostYamlAliases = 20;

/** A glob pattern, in characters and stars. */
export const longestGlob = 1000;
export const mostGlobStars = 20;
