/** Conversion of a web page's blocks to Markdown blocks. */
import type { BlockContent, ListItem, RootContent, TableRow } from "mdast";
import { formatOpeningTag } from "../markdown/html-blocks.ts";
import {
  formatLine,
  isBlock,
  listElements,
  toText,
  type WebElement,
  type WebNode,
} from "./elements.ts";
import { listChildInlines } from "./web-inlines.ts";

/** Elements that are not part of the text. */
const ignoredTags = new Set("nav footer aside button dialog input label".split(" "));
const leftRoles = new Set("navigation banner contentinfo search complementary dialog".split(" "));
const leftClasses = /(?:^|\s)(?:sr-only|visually-hidden|breadcrumbs?|skip-link)(?:\s|$)/;

export interface WebContext {
  /** The heading with the title, which is not part of the text. */
  readonly title?: WebElement | undefined;
}

type WebBlock = RootContent;

export function listChildBlocks(element: WebElement, surroundings: WebContext): WebBlock[] {
  const result: WebBlock[] = [];
  let run: WebNode[] = [];
  const endRun = () => {
    const children = listChildInlines(run);
    if (children.length > 0) result.push({ type: "paragraph", children });
    run = [];
  };
  for (const child of element.children) {
    if (typeof child === "string") run.push(child);
    else if (isLeft(child)) continue;
    else if (isBlock(child) || (child.hasBlock && child.name !== "a")) {
      endRun();
      if (child !== surroundings.title)
        for (const block of toBlocks(child, surroundings)) result.push(block);
    } else run.push(child);
  }
  endRun();
  return result;
}

export function isLeft({ name, attributes }: WebElement): boolean {
  return (
    ignoredTags.has(name) ||
    attributes.has("hidden") ||
    attributes.get("aria-hidden") === "true" ||
    leftRoles.has(attributes.get("role") ?? "") ||
    leftClasses.test(attributes.get("class") ?? "")
  );
}

function toBlocks(element: WebElement, surroundings: WebContext): WebBlock[] {
  const { name, attributes } = element;
  switch (name) {
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6": {
      const depth = Number(name[1]) as 1 | 2 | 3 | 4 | 5 | 6;
      const children = listChildInlines(element.children);
      return children.length > 0 ? [{ type: "heading", depth, children }] : [];
    }
    case "p":
      return listChildBlocks(element, surroundings);
    case "hr":
      return [{ type: "thematicBreak" }];
    case "pre":
      return [
        { type: "code", lang: getLanguage(element), value: toText(element).replace(/\n$/, "") },
      ];
    case "blockquote":
      return [{ type: "blockquote", children: listInnerBlocks(element, surroundings) }];
    case "ul":
    case "ol":
      return toListBlocks(element, surroundings);
    case "table":
      return buildTable(element, surroundings);
    case "dt": {
      const children = listChildInlines(element.children);
      if (children.length === 0) return [];
      return [{ type: "paragraph", children: [{ type: "strong", children }] }];
    }
    case "figcaption":
    case "caption": {
      const children = listChildInlines(element.children);
      if (children.length === 0) return [];
      return [{ type: "paragraph", children: [{ type: "emphasis", children }] }];
    }
    case "details": {
      const summary = element.children.find(
        (child): child is WebElement => typeof child !== "string" && child.name === "summary",
      );
      const children = element.children.filter((child) => child !== summary);
      return [
        {
          type: "html",
          value: formatOpeningTag(
            [
              {
                type: "text",
                value: summary ? formatLine(summary) : (attributes.get("title") ?? "Details"),
              },
            ],
            attributes.has("open"),
          ),
        },
        ...listChildBlocks({ ...element, children }, surroundings),
        { type: "html", value: "</details>" },
      ];
    }
    default:
      return listChildBlocks(element, surroundings);
  }
}

/** Blocks that can be nested, which includes all results of elements. */
function listInnerBlocks(element: WebElement, surroundings: WebContext): BlockContent[] {
  return listChildBlocks(element, surroundings) as BlockContent[];
}

function toListBlocks(element: WebElement, surroundings: WebContext): WebBlock[] {
  const children = element.children.flatMap((child): ListItem[] => {
    if (typeof child === "string" || isLeft(child)) return [];
    const box = listElements(child).find(
      ({ name, attributes }) => name === "input" && attributes.get("type") === "checkbox",
    );
    const blocks = listInnerBlocks(
      child.name === "li" ? child : { ...child, children: [child] },
      surroundings,
    );
    if (blocks.length === 0) return [];
    const checked = box && { checked: box.attributes.has("checked") };
    return [{ type: "listItem", spread: false, ...checked, children: blocks }];
  });
  if (children.length === 0) return [];
  const start = Number(element.attributes.get("start") ?? 1);
  const isOrdered = element.name === "ol";
  return [
    {
      type: "list",
      ordered: isOrdered,
      spread: false,
      ...(isOrdered && { start: Number.isInteger(start) && start >= 0 ? start : 1 }),
      children,
    },
  ];
}

/** One row per row; the first is the header. Cell content is reduced to a single line. */
function buildTable(table: WebElement, surroundings: WebContext): WebBlock[] {
  const grid = toGrid(listTableRows(table));
  const columns = grid.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns === 0) return [];
  const captions = table.children.flatMap((child) =>
    typeof child !== "string" && child.name === "caption" ? toBlocks(child, surroundings) : [],
  );
  const children = grid.map(
    (row): TableRow => ({
      type: "tableRow",
      children: Array.from({ length: columns }, (_, at) => ({
        type: "tableCell" as const,
        children: listChildInlines(row[at]?.children ?? [], "cell"),
      })),
    }),
  );
  return [...captions, { type: "table", children }];
}

/** Cells of all rows including repeated ones; a larger table keeps its first rows. */
const mostCells = 100_000;
const widestSpan = 100;
/** In characters; the rows below a cell with a longer text have an empty cell. */
const longestRepeated = 200;

/**
 * Cells by row and column. Markdown has no cells across rows, so each row repeats the text of a cell
 * above; the further columns of a wide cell are empty.
 */
function toGrid(rows: readonly WebElement[]): (WebElement | undefined)[][] {
  const grid: (WebElement | undefined)[][] = rows.map(() => []);
  const taken = new Set<string>();
  let cells = 0;
  for (const [y, row] of rows.entries()) {
    let x = 0;
    for (const cell of row.children) {
      if (typeof cell === "string" || (cell.name !== "td" && cell.name !== "th")) continue;
      while (taken.has(`${y} ${x}`)) x++;
      const wide = readSpan(cell, "colspan");
      const high = readSpan(cell, "rowspan");
      const isRepeated = high > 1 && formatLine(cell).length <= longestRepeated;
      for (let down = 0; down < high && y + down < rows.length; down++) {
        for (let right = 0; right < wide && cells < mostCells; right++, cells++) {
          const line = grid[y + down];
          if (!line) continue;
          while (line.length <= x + right) line.push(undefined);
          if (right === 0 && (down === 0 || isRepeated)) line[x] = cell;
          if (down > 0) taken.add(`${y + down} ${x + right}`);
        }
      }
      x += wide;
    }
  }
  return grid;
}

/** `rowspan="0"` reaches to the last row. */
function readSpan({ attributes }: WebElement, name: string): number {
  const number = Number(/^\s*(\d{1,5})/.exec(attributes.get(name) ?? "")?.[1] ?? 1);
  if (number === 0) return name === "rowspan" ? widestSpan : 1;
  return Math.min(widestSpan, number);
}

function listTableRows({ children }: WebElement): WebElement[] {
  return children.flatMap((child) => {
    if (typeof child === "string") return [];
    if (child.name === "tr") return [child];
    return ["thead", "tbody", "tfoot"].includes(child.name) ? listTableRows(child) : [];
  });
}

/** Class names with a language: `language-js`, `lang-js`, `highlight-js`. */
function getLanguage(pre: WebElement): string | null {
  for (const { attributes } of [pre, ...listElements(pre)]) {
    const data = attributes.get("data-lang") ?? attributes.get("data-language");
    const [, named] =
      /(?:^|\s)(?:language|lang|highlight(?:-source)?)-([\w+#.-]+)/.exec(
        attributes.get("class") ?? "",
      ) ?? [];
    const language = data || named;
    if (language && /^[\w+#.-]{1,40}$/.test(language)) return language;
  }
  return null;
}
