/**
 * Trimming in linear time. An expression such as `/\/+$/` starts over at every slash, so for a text
 * of many slashes its time grows with the square of the length.
 */

/** @param isTrimmed tests a character, as a UTF-16 unit */
export function trimEndWhere(text: string, isTrimmed: (unit: number) => boolean): string {
  let end = text.length;
  while (end > 0 && isTrimmed(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

/** @param isTrimmed tests a character, as a UTF-16 unit */
export function trimStartWhere(text: string, isTrimmed: (unit: number) => boolean): string {
  let start = 0;
  while (start < text.length && isTrimmed(text.charCodeAt(start))) start++;
  return text.slice(start);
}

/** @param character a single one */
export function trimEndCharacter(text: string, character: string): string {
  const trimmed = character.charCodeAt(0);
  return trimEndWhere(text, (unit) => unit === trimmed);
}

/** @param character a single one */
export function trimCharacter(text: string, character: string): string {
  const trimmed = character.charCodeAt(0);
  return trimStartWhere(trimEndCharacter(text, character), (unit) => unit === trimmed);
}

export function withoutFinalSlashes(text: string): string {
  return trimEndCharacter(text, "/");
}
