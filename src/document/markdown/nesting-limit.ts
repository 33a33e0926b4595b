/**
 * Limits that keep Markdown parsing fast. Within a paragraph, the time for each special character
 * grows with their number, so constructs are disabled if a paragraph contains more of their
 * characters than authors write.
 */
import { ApiError } from "../../errors.ts";

/** In characters; parsing takes about half a second at the limit. */
const longest = 512 * 1024;

/** Each block takes about four kilobytes of memory. */
const mostBlocks = 10_000;

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
/**
 * Cells in all tables, with each row as wide as the widest, because they are written in that form.
 */
const mostCells = 30_000;
const tooDeep = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){100}/m;

/**
 * @returns the constructs to disable, which is empty for nearly every text; or `all` for a text
 * that is not parsed as Markdown
 */
export function findExcessiveNesting(text: string): readonly string[] | "all" {
  if (tooDeep.test(text) || isListTooDeep(text)) return "all";
  const off = new Set<string>();
  if (count(text, /^ {0,3}\[[^\]\r\n\u2028\u2029]+\]:/gm) > mostDefinitions)
    for (const name of links) off.add(name);
  if (countCells(text) > mostCells) off.add("table");
  const suspects = limits.filter(({ signs, most }) => count(text, signs) > most);
  const many = count(text, /\n/g) > mostLines;
  if (suspects.length === 0 && !many) return [...off];
  for (const paragraph of listParagraphs(text)) {
    if (many && count(paragraph, /\n/g) > mostLines) return "all";
    for (const { signs, most, constructs } of suspects) {
      if (count(paragraph, signs) > most) for (const name of constructs) off.add(name);
    }
  }
  return [...off];
}

const deepestList = 100;

/** Whether lists are nested too deeply. The parse time of a line grows with the number of lists around it. */
function isListTooDeep(text: string): boolean {
  const indents: number[] = [];
  for (const [, blank = ""] of text.matchAll(/^([ \t]*)(?:[-*+]|\d{1,9}[.)])(?=[ \t])/gm)) {
    while ((indents.at(-1) ?? -1) >= blank.length) indents.pop();
    indents.push(blank.length);
    if (indents.length > deepestList) return true;
  }
  return false;
}

/**
 * Fast for any text, because it does not parse.
 * @throws ApiError 413 above the limits
 */
export function refuseLongMarkdown(markdown: string): void {
  if (markdown.length > longest) {
    throw new ApiError(
      413,
      `The Markdown text has ${markdown.length} characters; the maximum is ${longest}. Divide it into several pages.`,
    );
  }
  const blocks = countMaximumBlocks(markdown);
  if (blocks > mostBlocks) {
    throw new ApiError(
      413,
      `The Markdown text has ${blocks} headings, items and paragraphs; the maximum is ${mostBlocks}. Divide it into several pages.`,
    );
  }
}

/**
 * Upper bound for the number of blocks, without parsing: each starts with a marker or after a blank
 * line. Markers in code count too.
 */
function countMaximumBlocks(text: string): number {
  let blocks = 0;
  let isAfterBlank = false;
  for (const line of listLines(text)) {
    const isBlank = line.trim() === "";
    if (!isBlank && (isAfterBlank || /^[ \t]*(?:[#>*+<{|=`~$_-]|\d{1,9}[.)])/.test(line))) blocks++;
    isAfterBlank = isBlank;
  }
  return blocks;
}

/** A generator, because a text can have hundreds of thousands of lines. */
function* listLines(text: string): Generator<string> {
  let start = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/g)) {
    yield text.slice(start, index);
    start = index + end.length;
  }
  yield text.slice(start);
}

function countCells(text: string): number {
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

/** Position of a line. */
interface MarkdownLine {
  readonly text: string;
  readonly quotes: number;
  readonly indent: number;
  /** Without quote markers and indentation. */
  readonly bare: string;
}

interface Fence {
  readonly sign: string;
  readonly quotes: number;
  readonly indent: number;
}

/** The lines of each paragraph. */
export function listParagraphs(source: string): string[] {
  const paragraphs: string[] = [];
  let lines: MarkdownLine[] = [];
  let fence: Fence | undefined;
  /** Column of the item's text; set inside an ordered list. */
  let ordered: number | undefined;
  let table = false;

  const end = () => {
    if (lines.length > 0) paragraphs.push(lines.map(({ text }) => text).join("\n"));
    lines = [];
  };

  for (const text of source.split(/\r\n|\n|\r/)) {
    const line = formatLine(text);
    if (fence && isInsideFence(line, fence)) continue;
    if (fence) {
      const closes = line.bare.startsWith(fence.sign);
      fence = undefined;
      if (closes) continue;
    }
    fence = findFence(line);
    if (fence || line.bare === "") {
      end();
      table = false;
      ordered = line.bare === "" ? ordered : undefined;
      continue;
    }
    const heading = /^#{1,6}(?=\s|$)/.test(line.bare);
    const item = /^(?:([-*+])|(\d{1,9})[.)])(?=\s|$)/.exec(line.bare);
    if (item) {
      const begins = item[1] !== undefined || item[2] === "1" || lines.length === 0;
      const column = line.indent + item[0].length + 1;
      if (begins || ordered !== undefined) end();
      if (item[2] !== undefined && (begins || ordered !== undefined)) ordered = column;
      else if (ordered !== undefined && line.indent < ordered) ordered = undefined;
    } else if (heading || table) {
      end();
    }
    lines.push(line);
    if (heading) end();
    const [header, delimiter] = lines;
    if (lines.length === 2 && header && delimiter) table = isTable(header, delimiter);
  }
  end();
  return paragraphs;
}

function formatLine(text: string): MarkdownLine {
  const prefix = /^(?:[ \t]{0,3}> ?)*/.exec(text)?.[0] ?? "";
  const rest = text.slice(prefix.length);
  const bare = rest.trim();
  const indent = rest.length - rest.trimStart().length;
  return { text, quotes: prefix.split(">").length - 1, indent, bare };
}

function findFence({ bare, quotes, indent }: MarkdownLine): Fence | undefined {
  const sign = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(bare)?.[0];
  return sign === undefined || indent > 3 ? undefined : { sign, quotes, indent };
}

function isInsideFence(line: MarkdownLine, fence: Fence): boolean {
  if (line.bare === "") return true;
  const closes = line.bare.startsWith(fence.sign) && /^(`+|~+)$/.test(line.bare);
  return line.quotes >= fence.quotes && line.indent >= fence.indent && !closes;
}

function isTable(header: MarkdownLine, delimiter: MarkdownLine): boolean {
  const cells = (text: string) => text.replace(/^\||\|$/g, "").split("|").length;
  return (
    delimiter.bare.includes("|") &&
    /^[\s|:-]+$/.test(delimiter.bare) &&
    cells(header.bare) === cells(delimiter.bare)
  );
}
