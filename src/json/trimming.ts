/**
 * Trimming in a time that grows with the length of the text. An expression such as `/\/+$/` begins anew at
 * every slash, so a text of many slashes takes time that grows with the square of its length.
 */

/** @param isTrimmed tells a character, as a UTF-16 unit */
export function trimEndWhere(text: string, isTrimmed: (unit: number) => boolean): string {
  let end = text.length;
  while (end > 0 && isTrimmed(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

/** @param isTrimmed tells a character, as a UTF-16 unit */
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
