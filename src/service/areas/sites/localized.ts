/** Texts of parts of a site in other languages than that of the part itself, by codes of languages. */

type Texts = Readonly<Record<string, string>>;

/** As a column has them. */
export function writeTexts(texts: Texts | null): string | null {
  return texts === null || Object.keys(texts).length === 0 ? null : JSON.stringify(texts);
}

export function readTexts(column: string | null): Record<string, string> | undefined {
  return column === null ? undefined : JSON.parse(column);
}

/** The text in a language; absent if there is none in it. */
export function textIn(column: string | null, language: string | null): string | undefined {
  const texts = readTexts(column);
  return texts && language !== null && Object.hasOwn(texts, language) ? texts[language] : undefined;
}
