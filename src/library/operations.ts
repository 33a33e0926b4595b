/** The operations as the sources know them; the build writes the type of each into what is published. */

/**
 * Every operation under its name, from its input to its answer.
 * @see scripts/building/library-types.mjs
 */
export interface Operations {
  readonly [operation: string]: (input: never) => unknown;
}
