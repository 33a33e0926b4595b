/**
 * Tables of contents with thousands of lines. The parser takes 25 kB of memory for each line of a
 * nested list, so a text of headings and one-line items is read line by line, with the same result.
 */
import type { List, ListItem, Paragraph, Root, RootContent } from "mdast";

/** In a shorter text, the parser takes less than 10 MiB. */
const defaultFewestLines = 300;

const headingForm = /^#{1,6} /;
const itemForm = /^( *)([*+-])( {1,4})(\S.*)$/;
/** Only the parser reads tasks. */
const taskForm = /^\[[ xX]\](?:\s|$)/;

function readItem(line: string) {
  const [, space = "", marker = "", gap = "", content = ""] = itemForm.exec(line) ?? [];
  const isPlain = content !== "" && content.trimEnd() === content && !taskForm.test(content);
  return isPlain ? { space, marker, gap, content } : undefined;
}

type Point = NonNullable<RootContent["position"]>["start"];
type LineStart = Point & { readonly offset: number };

interface OpenItem {
  readonly item: ListItem;
  /** The column of its content, from 0. */
  readonly indent: number;
}

/**
 * @param parse the parser, for single lines
 * @returns undefined for a text with other lines, or with fewer lines
 */
export function parsePlainLists(
  text: string,
  parse: (line: string) => readonly RootContent[],
  fewestLines = defaultFewestLines,
): Root | undefined {
  const lines = text.split("\n");
  if (lines.length < fewestLines) return undefined;
  const items = lines.map(readItem);
  const isPlain = lines.every(
    (line, index) => line === "" || items[index] !== undefined || headingForm.test(line),
  );
  if (!isPlain) return undefined;
  const children: RootContent[] = [];
  const open: OpenItem[] = [];
  let isListOver = false;
  let offset = 0;
  for (const [index, line] of lines.entries()) {
    const at = { line: index + 1, column: 1, offset };
    offset += line.length + 1;
    const plainItem = items[index];
    if (!plainItem) {
      if (line === "") isListOver = true;
      else {
        open.length = 0;
        const [heading, ...others] = parse(line);
        if (heading?.type !== "heading" || others.length > 0) return undefined;
        children.push(movePositions(heading, at, 0));
      }
      continue;
    }
    const { space, marker, gap, content } = plainItem;
    // The items around a blank line may belong to one list, with more space between them.
    if (isListOver && open.length > 0) return undefined;
    isListOver = false;
    while (open.length > 0 && space.length < (open.at(-1)?.indent ?? 0)) open.pop();
    const parent = open.at(-1);
    if (space.length - (parent?.indent ?? 0) > 3) return undefined;
    const indent = space.length + 1 + gap.length;
    const [paragraph, ...others] = parse(content);
    if (paragraph?.type !== "paragraph" || others.length > 0) return undefined;
    const item = createItem(movePositions(paragraph, at, indent), space.length);
    addItem(parent?.item.children ?? children, item, marker, text);
    open.push({ item, indent });
  }
  extendLists(children);
  const lastLine = lines.at(-1) ?? "";
  const end = { line: lines.length, column: lastLine.length + 1, offset: text.length };
  return { type: "root", children, position: { start: { line: 1, column: 1, offset: 0 }, end } };
}

function createItem(paragraph: Paragraph, column: number): ListItem {
  const { start, end } = paragraph.position ?? {};
  const item: ListItem = { type: "listItem", spread: false, checked: null, children: [paragraph] };
  if (!start || !end) return item;
  const moved = start.column - 1 - column;
  const markerStart = {
    line: start.line,
    column: column + 1,
    offset: (start.offset ?? 0) - moved,
  };
  return { ...item, position: { start: markerStart, end } };
}

/** Adds an item to the last list, or to a new one if that has another marker. */
function addItem(siblings: RootContent[], item: ListItem, marker: string, text: string): void {
  const last = siblings.at(-1);
  if (last?.type === "list" && text[last.children[0]?.position?.start.offset ?? 0] === marker) {
    last.children.push(item);
    return;
  }
  const list: List = {
    type: "list",
    ordered: false,
    start: null,
    spread: false,
    children: [item],
    ...(item.position && { position: item.position }),
  };
  siblings.push(list);
}

/** Lists and items end with the last line below them. */
function extendLists(siblings: readonly RootContent[]): void {
  for (const list of siblings) {
    if (list.type !== "list") continue;
    for (const item of list.children) {
      extendLists(item.children);
      const end = item.children.at(-1)?.position?.end;
      if (item.position && end) item.position = { ...item.position, end };
    }
    const end = list.children.at(-1)?.position?.end;
    if (list.position && end) list.position = { ...list.position, end };
  }
}

/** Moves the positions of a parsed line to the place of the line. @param column from 0 */
function movePositions<Block extends RootContent>(
  block: Block,
  at: LineStart,
  column: number,
): Block {
  const move = (point: Point): Point => ({
    line: at.line,
    column: point.column + column,
    offset: at.offset + column + (point.offset ?? 0),
  });
  const moveNode = (node: { position?: RootContent["position"]; children?: unknown }): void => {
    if (node.position) {
      node.position = { start: move(node.position.start), end: move(node.position.end) };
    }
    if (Array.isArray(node.children)) for (const child of node.children) moveNode(child);
  };
  moveNode(block);
  return block;
}
