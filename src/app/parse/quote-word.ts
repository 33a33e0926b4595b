/** Words of a command line, quoted for the shell. */

/** A word quoted for the shell; placeholders such as `<page>` and a redirection stay unquoted. */
export function quoteWord(word: string): string {
  return /^<[\w|-]*>?$/.test(word) || /^[\w-]+>$/.test(word) ? word : quoteLiterally(word);
}

/** A word quoted for the shell, which passes it on unchanged. */
export function quoteLiterally(word: string): string {
  // Some shells expand a leading equals sign to the path of a program.
  const isPlain = /^[\w@%+:,./…-][\w@%+=:,./…-]*$/.test(word);
  return isPlain ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
