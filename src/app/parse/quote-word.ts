/** Words of a command line, quoted for the shell. */
import { quoteLiterally } from "../../json/shell-word.ts";

/** A word quoted for the shell; placeholders such as `<page>` and a redirection stay unquoted. */
export function quoteWord(word: string): string {
  return /^<[\w|-]*>?$/.test(word) || /^[\w-]+>$/.test(word) ? word : quoteLiterally(word);
}
