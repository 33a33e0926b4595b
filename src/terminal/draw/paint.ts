/** Color of a cell by its value. Color repeats the meaning of the text and adds nothing to it. */
import type { PrintedColumn } from "../column.ts";
import type { Style } from "../style.ts";
import { findColorMeaning, isIdText, type Meaning } from "./color-meanings.ts";
import { paintPassage } from "./search-excerpt.ts";

/**
 * The text of a cell in color.
 * @param shown neutralized, possibly shortened
 * @param whole neutralized and not shortened
 */
export function paintCell(
  { as, means, words = [] }: PrintedColumn,
  shown: string,
  whole: string,
  style: Style,
): string {
  if (shown === "") return shown;
  switch (as) {
    case "title":
      return style.bold(shown);
    case "id":
    case "time":
      return style.dim(shown);
    case "address":
      // The visible text is the URL of the link, or its beginning.
      return style.link(shown, whole);
    case "passage":
      return paintPassage(shown, words, style);
    case "state":
      return paintMeaning(findColorMeaning(whole), shown, style);
    default:
      if (means !== undefined) return paintMeaning(means[whole], shown, style);
      return isIdText(whole) ? style.dim(shown) : shown;
  }
}

function paintMeaning(meaning: Meaning | undefined, shown: string, style: Style): string {
  switch (meaning) {
    case "good":
      return style.green(shown);
    case "waiting":
      return style.yellow(shown);
    case "bad":
      return style.red(shown);
    case undefined:
      return shown;
  }
}

/** A sentence with titles in bold and the ids after them dimmed: `Created the space "Guide" (S1).` */
export function paintSentence(sentence: string, style: Style): string {
  return sentence.replace(
    /"([^"]+)" \(([\w-]+)\)/g,
    (_, title: string, id: string) => `"${style.bold(title)}" ${style.dim(`(${id})`)}`,
  );
}
