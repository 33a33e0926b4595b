/**
 * Layout of help in lines, in the style of commander: one or more for each flag, argument or
 * command.
 */
import { Help } from "../parse/commander.ts";

/**
 * The widths that help is laid out for, in columns, the widest first. The build stores a text for
 * each. Output that is not a terminal gets the first.
 */
export const helpWidths = [80, 60, 40] as const;

export const usualWidth = helpWidths[0];

/**
 * The widest layout that fits a screen. A terminal that is narrower than all of them wraps lines
 * itself.
 */
export function getHelpWidth(columns: number): number {
  return helpWidths.find((width) => width <= columns) ?? 40;
}

export type HelpRow = readonly [left: string, right: string];

/** A title, and below it rows in two columns, or lines that stay as they are, such as commands. */
export type HelpSection = readonly [title: string, content: readonly (HelpRow | string)[]];

/** Indentation below a title, in columns. */
const indent = 2;

/**
 * A paragraph and its sections, separated by empty lines.
 * @param isAligned aligns the right column over all sections
 */
export function formatSections(
  first: string,
  parts: readonly HelpSection[],
  width: number,
  isAligned = false,
): string {
  const all = isAligned ? parts.flatMap(([, content]) => listRows(content)) : undefined;
  const texts = parts
    .filter(([, content]) => content.length > 0)
    .map(
      ([title, content]) => `${title}:\n${indentLines(formatLines(content, width - indent, all))}`,
    );
  return `${[...wrap(first, width), ...texts].join("\n\n")}\n`;
}

export function indentLines(lines: readonly string[]): string {
  return lines.map((line) => `${" ".repeat(indent)}${line}`.trimEnd()).join("\n");
}

/** Adjacent rows form one table. */
function formatLines(
  content: HelpSection[1],
  width: number,
  alike: readonly HelpRow[] | undefined,
): readonly string[] {
  const lines = content.filter((one) => typeof one === "string");
  return [...formatHelpRows(listRows(content), width, alike), ...lines];
}

function listRows(content: HelpSection[1]): readonly HelpRow[] {
  return content.filter((one) => typeof one !== "string");
}

/**
 * Formats two columns; the right one moves to its own line if the left one is too long.
 * @param alike the rows whose right columns are aligned with these
 */
export function formatHelpRows(
  rows: readonly HelpRow[],
  width: number = usualWidth - indent,
  alike: readonly HelpRow[] = rows,
): string[] {
  const most = Math.min(32, Math.max(8, Math.floor(width * 0.45)));
  const fitting = alike.map(([left]) => left.length).filter((length) => length <= most);
  const widest = fitting.reduce((longest, length) => Math.max(longest, length), 8);
  const layout = buildLayout(width + indent);
  const item = (left: string, right: string, at: number) =>
    layout
      .formatItem(left, at, right, layout)
      .split("\n")
      // Commander indents by two, and the sections are indented later.
      .map((line) => line.slice(2).trimEnd());
  // A narrow screen has no room beside a wide left column.
  const below = width < 50 ? 4 : widest;
  return rows.flatMap(([left, right]) =>
    left.length <= widest
      ? item(left, right, widest)
      : [...breakLeftColumn(left, width), ...item("", right, below)],
  );
}

/** Breaks a left column into lines between its words. */
function breakLeftColumn(left: string, width: number): string[] {
  const at = left.lastIndexOf(" ", width);
  const start = left.search(/\S/);
  if (left.length <= width || at <= start) return [left];
  const rest = `${" ".repeat(start + indent)}${left.slice(at + 1)}`;
  return [left.slice(0, at), ...breakLeftColumn(rest, width)];
}

/** The paragraph broken into lines. */
export function wrap(text: string, columns: number): string[] {
  return buildLayout(columns).boxWrap(text, columns).split("\n\n");
}

const layouts = new Map<number, Help>();

function buildLayout(width: number): Help {
  const known = layouts.get(width) ?? new Help();
  known.minWidthToWrap = 8;
  known.prepareContext({ helpWidth: width });
  layouts.set(width, known);
  return known;
}
