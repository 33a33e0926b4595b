/** Quotation of a word for a shell. */

/** A word quoted for the shell, which passes it on unchanged. */
export function quoteLiterally(word: string): string {
  // Some shells expand a leading equals sign to the path of a program.
  const isPlain = /^[\w@%+:,./…-][\w@%+=:,./…-]*$/.test(word);
  return isPlain ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
