/** Types of the package, which has none, as far as they are used. */
declare module "stopword" {
  export const eng: readonly string[];
  export function removeStopwords(words: readonly string[], stopwords: readonly string[]): string[];
}
