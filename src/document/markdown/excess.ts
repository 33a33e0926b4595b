/**
 * Keeps the reading of Markdown quick. In one paragraph each sign costs as much as all before it, so
 * in a text with a paragraph of more signs than anyone writes by hand they are not looked for.
 */
import { paragraphsOf } from "./paragraphs.ts";

const links = [
  "labelStartLink",
  "labelStartImage",
  "labelEnd",
  "definition",
  "gfmFootnoteCall",
  "gfmPotentialFootnoteCall",
];
const emphasis = ["attention", "strikethrough"];
const inlines = [
  ...links,
  ...emphasis,
  "codeText",
  "autolink",
  "htmlText",
  "characterEscape",
  "characterReference",
  "hardBreakEscape",
  "formula",
];

/** In one paragraph. */
const limits = [
  { signs: /[*_]+|~+/g, most: 300, constructs: emphasis },
  { signs: /\[/g, most: 1000, constructs: links },
  { signs: /[*_~`[\]<&$\\]/g, most: 2500, constructs: inlines },
];
const mostLines = 2000;
/** In a whole text. */
const mostDefinitions = 2000;
/** In the tables of a whole text, each row as wide as the widest: so many are written again. */
const mostCells = 30_000;
const tooDeep = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){100}/m;

/**
 * @returns the names of the constructs to leave out, which for nearly every text are none; or
 * `all` for a text that is not to be read as Markdown at all
 */
export function excessive(text: string): readonly string[] | "all" {
  if (tooDeep.test(text)) return "all";
  const off = new Set<string>();
  if (count(text, /^ {0,3}\[[^\]\n]+\]:/gm) > mostDefinitions)
    for (const name of links) off.add(name);
  if (cellsIn(text) > mostCells) off.add("table");
  const suspects = limits.filter(({ signs, most }) => count(text, signs) > most);
  const many = count(text, /\n/g) > mostLines;
  if (suspects.length === 0 && !many) return [...off];
  for (const paragraph of paragraphsOf(text)) {
    if (many && count(paragraph, /\n/g) > mostLines) return "all";
    for (const { signs, most, constructs } of suspects) {
      if (count(paragraph, signs) > most) for (const name of constructs) off.add(name);
    }
  }
  return [...off];
}

/**
 * At most so many blocks are in a text, without reading it: each begins with a sign or after a blank
 * line. Signs at the beginning of the lines of code count too.
 */
export function mostBlocksIn(text: string): number {
  return count(text, /^[ \t]*(?:[#>*+<{|=`~$_-]|\d{1,9}[.)])|^[ \t]*[\r\n]+[ \t]*\S/gm);
}

function cellsIn(text: string): number {
  let rows = 0;
  let widest = 0;
  for (const line of text.match(/^.*\|.*$/gm) ?? []) {
    rows++;
    widest = Math.max(widest, count(line, /\|/g));
  }
  return rows * widest;
}

function count(text: string, signs: RegExp): number {
  return text.match(signs)?.length ?? 0;
}
