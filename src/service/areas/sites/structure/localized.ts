/** Translated titles and descriptions of the parts of a site, by language code. */

type LocalizedTexts = Readonly<Record<string, string>>;

/** Serializes texts for a column. */
export function writeTexts(texts: LocalizedTexts | null): string | null {
  return texts === null || Object.keys(texts).length === 0 ? null : JSON.stringify(texts);
}

export function readTexts(column: string | null): Record<string, string> | undefined {
  return column === null ? undefined : JSON.parse(column);
}

/** The text in a language; undefined if it is not translated. */
export function parseLocalizedText(
  column: string | null,
  language: string | null,
): string | undefined {
  const texts = readTexts(column);
  return texts && language !== null && Object.hasOwn(texts, language) ? texts[language] : undefined;
}
