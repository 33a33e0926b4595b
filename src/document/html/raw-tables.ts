/**
 * Table blocks from HTML tables, the form in which the hosted platform writes tables with column
 * widths, typed columns, cards, lists or several paragraphs in a cell.
 */

import type { Node } from "../../contract/document.model.ts";
import { toOrderIndex } from "../row-order.ts";
import { collectText } from "../walk.ts";
import {
  findElements,
  getRawText,
  type RawElement,
  type RawItem,
  type ResolveUrl,
} from "./raw-tree.ts";

/** Functions that read the content of a cell. */
interface RawCellReader {
  readonly find: ResolveUrl;
  readonly blocks: (items: readonly RawItem[]) => Node[];
}

/** Cells of all rows including empty ones; a larger table keeps its first rows. */
const mostCells = 100_000;
const widestSpan = 100;

interface RawColumn {
  readonly id: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly title: readonly Node[];
}

/** @returns the caption and the table; no blocks for a table without cells */
export function parseRawTable(table: RawElement, { find, blocks }: RawCellReader): Node[] {
  const rows = findElements(table.children, ["tr"]);
  const grid = toGrid(rows);
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) return blocks(table.children);
  const [first] = rows;
  const headed = findElements(table.children, ["thead"]).some(({ children }) =>
    findElements(children, ["tr"]).some((row) => row === first),
  );
  const isHeader =
    headed ||
    (rows.length > 1 &&
      grid[0]?.every((cell) => cell === undefined || cell.name === "th") === true);
  const isCards = table.attributes.get("data-view")?.toLowerCase() === "cards";
  const columns = buildColumns(isHeader ? grid[0] : undefined, width, isCards, blocks);
  const fragments: Node[] = [];
  const keep = (name: string, nodes: Node[]) => {
    fragments.push({ object: "fragment", fragment: name, nodes });
    return name;
  };
  const options = new Map<string, Map<string, string>>();
  const bodyRows = (isHeader ? grid.slice(1) : grid).slice(0, Math.ceil(mostCells / width));
  const records = bodyRows.map((row, number) => {
    const values: [string, unknown][] = columns.flatMap((column, at) => {
      const items = row[at]?.children ?? [];
      const value = readValue(column, items, find, options);
      if (value !== undefined) return [[column.id, value]];
      return isSpecial(column)
        ? []
        : [[column.id, keep(`r${number + 1}${column.id}`, blocks(items))]];
    });
    const orderIndex = toOrderIndex(number + 1);
    return [`r${number + 1}`, { orderIndex, values: Object.fromEntries(values) }];
  });
  const definition = Object.fromEntries(
    columns.map((column) => [column.id, buildDefinition(column, options, keep)]),
  );
  const merges = bodyRows.flatMap((row, number) =>
    columns.flatMap((column, at) => findMerge(row[at], `r${number + 1}`, column)),
  );
  const search = table.attributes.get("data-search") ?? "";
  const [caption] = findElements(table.children, ["caption"]);
  return [
    ...(caption ? blocks(caption.children) : []),
    {
      object: "block",
      type: "table",
      isVoid: true,
      data: {
        view: buildView(table, columns, isCards, isHeader),
        records: Object.fromEntries(records),
        definition,
        ...(merges.length > 0 && { cellMerges: merges }),
        ...(table.attributes.get("data-full-width") === "true" && { fullWidth: true }),
        ...(searches.has(search) && { search: search === "true" }),
      },
      fragments,
    },
  ];
}

/** Cells by row and column. The positions that a cell spans are empty. */
function toGrid(rows: readonly RawElement[]): (RawElement | undefined)[][] {
  const grid: (RawElement | undefined)[][] = rows.map(() => []);
  const spanned = new Set<string>();
  let cells = 0;
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of findElements(row.children, ["td", "th"])) {
      while (spanned.has(`${y} ${x}`)) x++;
      const [wide, high] = ["colspan", "rowspan"].map((name) => readSpan(cell, name));
      for (let down = 0; down < (high ?? 1) && y + down < rows.length; down++) {
        for (let right = 0; right < (wide ?? 1) && cells < mostCells; right++, cells++) {
          const line = grid[y + down];
          if (!line) continue;
          while (line.length <= x + right) line.push(undefined);
          if (down === 0 && right === 0) line[x] = cell;
          else spanned.add(`${y + down} ${x + right}`);
        }
      }
      x += wide ?? 1;
    }
  }
  return grid;
}

const searches = new Set(["true", "false"]);

/** The description has merges of texts and numbers in one direction. */
function findMerge(cell: RawElement | undefined, record: string, column: RawColumn): unknown[] {
  if (!cell || !["text", "number"].includes(getColumnType(column))) return [];
  const [colSpan, rowSpan] = [readSpan(cell, "colspan"), readSpan(cell, "rowspan")];
  if (Math.max(colSpan, rowSpan) === 1 || Math.min(colSpan, rowSpan) > 1) return [];
  return [{ anchor: { record, column: column.id }, rowSpan, colSpan }];
}

function readSpan({ attributes }: RawElement, name: string): number {
  const number = Number(/^\d{1,4}$/.exec(attributes.get(name) ?? "")?.[0] ?? 1);
  return Math.min(widestSpan, Math.max(1, number));
}

/** Visible columns of cards are numbered on their own; a card has one target and two covers. */
function buildColumns(
  header: readonly (RawElement | undefined)[] | undefined,
  width: number,
  isCards: boolean,
  blocks: RawCellReader["blocks"],
): RawColumn[] {
  const used = new Set<string>();
  let [shown, hidden] = [0, 0];
  return Array.from({ length: width }, (_, at): RawColumn => {
    const cell = header?.[at];
    const attributes = cell?.attributes ?? new Map<string, string>();
    const special = isCards ? getCardRole(attributes) : undefined;
    const isHidden = attributes.has("data-hidden");
    const id =
      special !== undefined && !used.has(special)
        ? special
        : isHidden
          ? `h${++hidden}`
          : `c${++shown}`;
    used.add(id);
    return { id, attributes, title: cell ? blocks(cell.children) : [] };
  });
}

function getCardRole(attributes: ReadonlyMap<string, string>): string | undefined {
  if (attributes.has("data-card-target")) return "target";
  if (attributes.has("data-card-cover")) return "cover";
  return attributes.has("data-card-cover-dark") ? "coverDark" : undefined;
}

function isSpecial({ id }: RawColumn): boolean {
  return id === "target" || id === "cover" || id === "coverDark";
}

const columnTypes = new Set(
  "text number checkbox rating select multi-select files users content-ref image".split(" "),
);

function getColumnType(column: RawColumn): string {
  const written = column.attributes.get("data-type")?.toLowerCase() ?? "";
  if (columnTypes.has(written)) return written;
  return column.id === "target" ? "content-ref" : isSpecial(column) ? "image" : "text";
}

/** @returns undefined for text, and for a value that does not have the type of its column */
function readValue(
  column: RawColumn,
  items: readonly RawItem[],
  find: ResolveUrl,
  options: Map<string, Map<string, string>>,
): unknown {
  const text = getRawText(items).trim();
  const type = getColumnType(column);
  switch (type) {
    case "checkbox":
      return readCheckbox(text, items);
    case "number":
    case "rating":
      return /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
    case "content-ref":
    case "image": {
      const [url] = readUrls(items);
      return url === undefined ? undefined : find(url);
    }
    case "files": {
      const refs = readUrls(items).map(find);
      if (refs.length === 0) return undefined;
      if (column.id === "cover" || column.id === "coverDark") return refs[0];
      return refs.every((ref) => ref.kind === "file" && ref.space === undefined)
        ? refs.flatMap((ref) => (ref.kind === "file" ? ref.file : []))
        : undefined;
    }
    case "select":
    case "multi-select": {
      const chosen = findElements(items, ["span"]).filter(({ attributes }) =>
        attributes.has("data-option"),
      );
      if (chosen.length === 0) return undefined;
      const known = options.get(column.id) ?? new Map<string, string>();
      options.set(column.id, known);
      return chosen.map(({ attributes, children }) => {
        const value = attributes.get("data-option") ?? "";
        known.set(value, getRawText(children).trim() || value);
        return value;
      });
    }
    default:
      return undefined;
  }
}

function readCheckbox(text: string, items: readonly RawItem[]): boolean | undefined {
  const [box] = findElements(items, ["input"]);
  if (box) return box.attributes.has("checked");
  if (/^(?:true|☑|✅|✓|✔)$/iu.test(text)) return true;
  return text === "" || /^(?:false|☐|❌)$/iu.test(text) ? false : undefined;
}

function readUrls(items: readonly RawItem[]): string[] {
  return findElements(items, ["a", "img"]).flatMap(({ name, attributes }) => {
    const url = attributes.get(name === "a" ? "href" : "src");
    return url === undefined || url === "" ? [] : [url];
  });
}

function buildDefinition(
  column: RawColumn,
  options: ReadonlyMap<string, ReadonlyMap<string, string>>,
  keep: (name: string, nodes: Node[]) => string,
): Record<string, unknown> {
  const { id, attributes, title } = column;
  const type = getColumnType(column);
  const isPlain = title.every(({ nodes = [] }) =>
    nodes.every((node) => node.leaves?.every((leaf) => leaf.marks.length === 0) === true),
  );
  const max = Number(/^\d{1,2}$/.exec(attributes.get("data-max") ?? "")?.[0] ?? 5);
  const alignment = attributes.get("align")?.toLowerCase();
  const vertical = attributes.get("valign")?.toLowerCase();
  return {
    id,
    title: title.map(collectText).join(" ").trim(),
    type,
    ...(type === "text" && {
      textAlignment: alignment === "center" || alignment === "right" ? alignment : "left",
      // Markdown without an alignment stays as it is.
      ...(alignment === undefined && { aligned: false }),
    }),
    ...((vertical === "top" || vertical === "middle" || vertical === "bottom") && {
      verticalAlignment: vertical === "middle" ? "center" : vertical,
    }),
    ...(type === "rating" && { max }),
    ...((type === "select" || type === "multi-select") && {
      options: [...(options.get(id) ?? [])].map(([value, label]) => ({ value, label })),
    }),
    ...(!isPlain && { titleFragment: keep(id, [...title]) }),
  };
}

function buildView(
  { attributes }: RawElement,
  columns: readonly RawColumn[],
  isCards: boolean,
  isHeader: boolean,
): Record<string, unknown> {
  const visible = columns.filter(
    (column) => !column.attributes.has("data-hidden") && !(isCards && isSpecial(column)),
  );
  const ids = visible.map(({ id }) => id);
  if (isCards) {
    const has = (id: string) => columns.some((column) => column.id === id);
    return {
      type: "cards",
      cardSize: attributes.get("data-card-size") === "large" ? "large" : "medium",
      columns: ids,
      hideColumnTitle: true,
      ...(has("target") && { targetDefinition: "target" }),
      ...(has("cover") && { coverDefinition: "cover" }),
      ...(has("coverDark") && { coverDefinitionDark: "coverDark" }),
    };
  }
  const widths = visible.flatMap(({ id, attributes: cell }) => {
    const width = Number(/^(\d{1,5})(?:\.\d+)?(?:px)?$/.exec(cell.get("width") ?? "")?.[1]);
    return width > 0 ? [[id, width] as const] : [];
  });
  return {
    type: "grid",
    columns: ids,
    hideHeader: !isHeader,
    ...(widths.length > 0 && { columnWidths: Object.fromEntries(widths) }),
  };
}
