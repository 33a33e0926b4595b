/**
 * Tells the paragraphs of a Markdown text by its lines alone, in linear time. Where it is not sure
 * it takes more for one paragraph than there is, never less.
 */

/** Where a line stands, apart from what it says. */
interface Line {
  readonly text: string;
  readonly quotes: number;
  readonly indent: number;
  /** Without quote signs and indentation. */
  readonly bare: string;
}

interface Fence {
  readonly sign: string;
  readonly quotes: number;
  readonly indent: number;
}

/** Each as its lines, one after the other. */
export function paragraphsOf(source: string): string[] {
  const paragraphs: string[] = [];
  let lines: Line[] = [];
  let fence: Fence | undefined;
  /** The column at which the text of the ordered list's item stands; set inside such a list. */
  let ordered: number | undefined;
  let table = false;

  const end = () => {
    if (lines.length > 0) paragraphs.push(lines.map(({ text }) => text).join("\n"));
    lines = [];
  };

  for (const text of source.split(/\r\n|\n|\r/)) {
    const line = lineOf(text);
    if (fence && insideFence(line, fence)) continue;
    if (fence) {
      const closes = line.bare.startsWith(fence.sign);
      fence = undefined;
      if (closes) continue;
    }
    fence = fenceIn(line);
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

function lineOf(text: string): Line {
  const prefix = /^(?:[ \t]{0,3}> ?)*/.exec(text)?.[0] ?? "";
  const rest = text.slice(prefix.length);
  const bare = rest.trim();
  const indent = rest.length - rest.trimStart().length;
  return { text, quotes: prefix.split(">").length - 1, indent, bare };
}

function fenceIn({ bare, quotes, indent }: Line): Fence | undefined {
  const sign = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(bare)?.[0];
  return sign === undefined || indent > 3 ? undefined : { sign, quotes, indent };
}

function insideFence(line: Line, fence: Fence): boolean {
  if (line.bare === "") return true;
  const closes = line.bare.startsWith(fence.sign) && /^(`+|~+)$/.test(line.bare);
  return line.quotes >= fence.quotes && line.indent >= fence.indent && !closes;
}

function isTable(header: Line, delimiter: Line): boolean {
  const cells = (text: string) => text.replace(/^\||\|$/g, "").split("|").length;
  return (
    delimiter.bare.includes("|") &&
    /^[\s|:-]+$/.test(delimiter.bare) &&
    cells(header.bare) === cells(delimiter.bare)
  );
}
