/** Quotation of a text within a sentence. */

/**
 * The start of a text as one quoted line.
 * @param most maximum number of characters
 */
export function quoteLine(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return JSON.stringify(line.length > most ? `${line.slice(0, most)}…` : line);
}
