/** Limits that the contract and others state, each once. */

/** In characters. */
export const longestSpaceTitle = 50;

/** In one edit of a change request. */
export const mostContentChanges = 50;

/** How long a deleted space can be restored, in days. */
export const retentionDays = 7;

/** Of a page, in characters. */
export const longestPageDescription = 2048;

const mebibyte = 1024 * 1024;

/**
 * Limits of everything that can expand a short input, by the name that messages give them. They are far
 * beyond real content: the longest page of a few hundred real repositories has less than a tenth.
 */
export const outputLimits = {
  /** A page of a site as HTML, with its reusable contents and the operations of APIs. */
  page: { name: "page", characters: 16 * mebibyte, nodes: 200_000 },
  /** A text whose expressions are evaluated. */
  text: { name: "text", characters: 16 * mebibyte, nodes: 1_000_000 },
  /** The value of one expression. */
  expression: { name: "expression", characters: 64 * 1024 },
  /** All operations of APIs on a page, with everything that they refer to. */
  operations: { name: "operations", characters: 8 * mebibyte, nodes: 300_000 },
  /** An API specification, with each alias of YAML counted as all that it stands for. */
  specification: { name: "specification", characters: 40 * mebibyte, nodes: 1_000_000 },
  /** A text of a restored page, with the reusable contents that become a part of it. */
  restoredPage: { name: "restoredPage", characters: 16 * mebibyte, nodes: 200_000 },
} as const;

/** The pages that a template may add up to in one space. */
export const mostTemplatePages = 20_000;

/** How often one anchor of a short YAML text is repeated, the anchors within it multiplied. */
export const mostYamlAliases = 20;

/** A glob pattern, in characters and stars. */
export const longestGlob = 1000;
export const mostGlobStars = 20;
