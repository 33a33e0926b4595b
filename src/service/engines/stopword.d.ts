/** Types of the part of the package that is used here; it ships none. */
declare module "stopword" {
  export const eng: readonly string[];
  export function removeStopwords(words: readonly string[], stopwords: readonly string[]): string[];
}
