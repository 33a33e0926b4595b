/**
 * Minimal rewriting of a Markdown source: unchanged blocks keep their source text, others are
 * formatted.
 */

import type { List, Table } from "mdast";
import { trimEndWhere, trimStartWhere } from "../../json/trim.ts";
import { align } from "./align.ts";
import {
  changeMarker,
  createNumbering,
  isOneList,
  keepDelimiter,
  parseNumber,
  withNumber,
  writeWithMarker,
} from "./list-markers.ts";
import { findMovedSource, type MoveContext, recordMovedBlocks } from "./moves.ts";
import {
  type Alike,
  findFreeParts,
  findNewChildren,
  findNewParts,
  getShellKey,
  holdsBlocks,
  isHolder,
  type New,
  type Old,
  pairAlikeParts,
  print,
  signAt,
  signLike,
  wrapNode,
} from "./parts.ts";
import { findSiblings } from "./tags.ts";
import { type AnyNode, type MarkdownBlock, printTree } from "./tree.ts";

export interface RewriteContext {
  /** With `\n` line breaks. */
  readonly source: string;
  /** Blocks of the source with their positions. */
  readonly before: readonly MarkdownBlock[];
  /** A source block as formatted, with links resolved relative to the source. */
  readonly normal: (block: MarkdownBlock) => readonly MarkdownBlock[];
  /** A source block as formatted, with links resolved relative to the target. */
  readonly normalNow: (block: MarkdownBlock) => readonly MarkdownBlock[];
  /** A formatted block without unnecessary escapes. */
  readonly plain: (printed: string) => string;
  /** If set, blocks from other texts keep their source text. */
  readonly moving?: MoveContext | undefined;
  /** The new blocks twice: with resolved links, and as they are formatted. */
  readonly after: {
    readonly normal: readonly MarkdownBlock[];
    readonly printed: readonly MarkdownBlock[];
  };
}

/** A part that contains other parts. */
interface SourceContainer {
  /** In the source. */
  readonly start: number;
  readonly end: number;
  /** Prefix of its lines, except the first. */
  readonly prefix: string;
  /** In the result. */
  readonly node: AnyNode;
}

export interface RewriteResult {
  readonly text: string;
  /** Number of changed parts that also lose the formatting of their source text. */
  readonly printed: number;
}

/** @returns the new source; the caller checks that it has the same meaning as the new blocks */
export function rewrite(rewriting: RewriteContext): RewriteResult {
  const { source, before, after } = rewriting;
  const { normal, printed } = after;
  const root: AnyNode = { type: "root", children: [] };
  const writer = new Rewriter(rewriting);
  const nodes = writer.read(before);
  const alike = pairAlikeParts(
    nodes.map((one) => one.normal),
    normal.map((node) => [node]),
  );
  const now = findNewParts(normal, printed, alike);
  const old = writer.parts(nodes, alike).map((part) => writer.withIndent(part));
  if (old.length > 0) {
    const text = writer.join(old, now, { start: 0, end: source.length, prefix: "", node: root });
    return { text, printed: writer.printed };
  }
  // Empty lines are kept, and a last line of spaces is removed.
  const empty = source.slice(0, source.lastIndexOf("\n") + 1);
  const head = source.trim() === "" ? empty : `${source.trimEnd()}\n\n`;
  const { moving } = rewriting;
  if (moving && now.some((part) => findMovedSource(moving, part) !== undefined)) {
    const text = writer.join([], now, { start: 0, end: 0, prefix: "", node: root });
    return { text: `${head}${text}\n`, printed: writer.printed };
  }
  const text = head + printTree({ type: "root", children: [...printed] });
  return { text, printed: 0 };
}

class Rewriter {
  printed = 0;

  constructor(readonly rewriting: RewriteContext) {}

  /** Blocks without content, such as definitions, are not parts: they stay in the gaps. */
  read(
    blocks: readonly MarkdownBlock[],
  ): { readonly node: MarkdownBlock; readonly normal: readonly MarkdownBlock[] }[] {
    return findSiblings(blocks).flatMap((node) => {
      const normal = this.rewriting.normal(node);
      return normal.length > 0 ? [{ node, normal }] : [];
    });
  }

  parts(read: ReturnType<Rewriter["read"]>, alike: Alike = { start: 0, end: 0 }): Old[] {
    return read.flatMap(({ node, normal }, at) => {
      const [first] = normal;
      return first ? [this.#old(node, first, signAt(normal, at, read.length, alike))] : [];
    });
  }

  /**
   * A part with the indentation of its first line, which belongs to it outside of any container.
   */
  withIndent(part: Old): Old {
    const { source } = this.rewriting;
    const start = source.lastIndexOf("\n", part.start - 1) + 1;
    return /^[ \t]*$/.test(source.slice(start, part.start)) ? { ...part, start } : part;
  }

  #old(node: AnyNode, normal: AnyNode, sign: string): Old {
    const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    return { node, normal, start, end, sign, kind: node.type };
  }

  /** A container with its new parts. */
  join(old: readonly Old[], now: readonly New[], holder: SourceContainer): string {
    const { source } = this.rewriting;
    const positions = align(old, now);
    const free = findFreeParts(old, positions);
    const { moving } = this.rewriting;
    if (moving && holder.prefix === "" && holdsBlocks(holder.node)) {
      recordMovedBlocks(moving, source, old, now, positions);
    }
    const [start, end] = [old[0]?.start ?? holder.end, old.at(-1)?.end ?? holder.end];
    let text = source.slice(holder.start, start);
    const gaps = this.#between(old);
    const computeNumber = createNumbering(source, old, holder.node);
    let last = "";
    for (const [at, part] of now.entries()) {
      const position = positions[at];
      if (at > 0) text += this.#gap(old, [positions[at - 1], position], part, holder, gaps);
      const here = position === undefined ? undefined : old[position];
      const moved = here?.sign === part.sign ? undefined : free.get(part.sign)?.pop();
      const reused = moved ?? here;
      const letters = this.#write(part, reused, holder, old);
      const written = computeNumber
        ? withNumber(letters, computeNumber(at, reused), this.#getPrefix(reused, holder))
        : letters;
      last = this.#apart(now[at - 1], last, part, written, holder);
      text += last;
    }
    // Any part of the text may use a definition, so it is kept even if its neighbors are removed.
    for (const definitions of gaps.values())
      text += `\n\n${indentLines(definitions, holder.prefix)}`;
    return text + source.slice(end, holder.end);
  }

  /** Separates a part from the preceding one, so that they do not merge. */
  #apart(
    before: New | undefined,
    text: string,
    now: New,
    written: string,
    { prefix }: SourceContainer,
  ) {
    const [one, other] = [before?.printed, now.printed];
    // Indented code would continue a preceding list or code block.
    if (
      other.type === "code" &&
      /^(?: {4}|\t)/.test(written) &&
      /list|code/.test(one?.type ?? "")
    ) {
      return indentLines(print([other]), prefix);
    }
    if (one?.type !== "list" || other.type !== "list") return written;
    return isOneList(text, written) ? changeMarker(written, prefix) : written;
  }

  /** Text between two parts: unchanged if they were neighbors. */
  #gap(
    old: readonly Old[],
    [before, position]: readonly (number | undefined)[],
    { printed }: New,
    { prefix, node }: SourceContainer,
    gaps: Map<number, string>,
  ): string {
    const line = `\n${prefix}`;
    const empty = `\n${prefix.trimEnd()}${line}`;
    const previous = before === undefined ? undefined : old[before];
    const definitions = before === undefined ? undefined : gaps.get(before);
    if (before !== undefined) gaps.delete(before);
    if (previous && position === (before ?? 0) + 1) {
      return this.rewriting.source.slice(previous.end, old[position]?.start);
    }
    if (before === undefined && position) {
      const gap = this.rewriting.source.slice(old[position - 1]?.end, old[position]?.start);
      // A part that is inserted above another one keeps the latter's blank lines.
      if (/^(?:[ \t]*\n){3,}[ \t]*$/.test(gap)) return gap;
    }
    const edge = node.type === "table" ? line : empty;
    if (definitions !== undefined) return edge + definitions + edge;
    return isTight(node, printed) ? line : empty;
  }

  /**
   * Text between source parts, by the preceding part: definitions, the line below a table header.
   */
  #between(old: readonly Old[]): Map<number, string> {
    const gapList = old.map(({ end }, at) => {
      const gap = this.rewriting.source.slice(end, old[at + 1]?.start ?? end);
      return [at, withoutQuoteSigns(gap)] as const;
    });
    return new Map(gapList.filter(([, text]) => text !== ""));
  }

  #write(
    now: New,
    old: Old | undefined,
    holder: SourceContainer,
    siblings: readonly Old[],
  ): string {
    const { source, normalNow, moving } = this.rewriting;
    if (old?.sign === now.sign) {
      const leads = normalNow(wrapNode(old.node, holder.node));
      if (signLike(now.sign, leads) === now.sign) return source.slice(old.start, old.end);
    }
    const prefix = this.#getPrefix(old, holder);
    const letters = moving && holdsBlocks(holder.node) ? findMovedSource(moving, now) : undefined;
    if (letters !== undefined) return indentLines(letters, prefix);
    const changed = old && this.#within(now, old);
    if (changed !== undefined) return changed;
    const container = { ...holder, prefix };
    if (old !== undefined && !this.#isFormatted(old, container, siblings)) this.printed++;
    const text = this.#print(now, container, siblings);
    return old ? keepDelimiter(text, source, old, now, prefix) : text;
  }

  /** Whether the source text of a part is as it would be printed, so that printing only edits it. */
  #isFormatted(old: Old, container: SourceContainer, siblings: readonly Old[]): boolean {
    const { source } = this.rewriting;
    const { node, start, end } = old;
    const text = this.#print({ ...old, printed: node }, container, siblings);
    const number = parseNumber(source, start);
    const numbered = number === undefined ? text : withNumber(text, number, container.prefix);
    return numbered === source.slice(start, end);
  }

  /** A container with its changes. @returns undefined if it must be reformatted */
  #within(now: New, old: Old): string | undefined {
    const { source } = this.rewriting;
    if (old.node.type === "html")
      return rewriteTitle(source.slice(old.start, old.end), now.printed);
    const [before, after] = [this.#listChildren(old), findNewChildren(now)];
    const [first] = before;
    if (!first || after.length === 0 || old.normal.type !== now.normal.type) return undefined;
    const shell = this.#shell(now, old, source.slice(old.start, first.start));
    if (shell === undefined) return undefined;
    const prefix = this.#prefixAt(first.start);
    const holder = { start: first.start, end: old.end, prefix, node: now.printed };
    return shell + this.join(before, after, holder);
  }

  /** Text before the first child; undefined if it cannot be changed in place. */
  #shell({ normal, printed }: New, old: Old, head: string): string | undefined {
    if (getShellKey(normal) === getShellKey(old.normal)) return head;
    if (printed.type === "tagBlock") return head.replace(/^.*/, () => `{% ${printed.value} %}`);
    if (printed.type !== "listItem" || typeof printed.checked !== "boolean") return undefined;
    const box = /\[[ xX]\](?=\s*$)/;
    return box.test(head) ? head.replace(box, printed.checked ? "[x]" : "[ ]") : undefined;
  }

  #listChildren({ node, normal }: Old): Old[] {
    if (node.type === "list" && normal.type === "list") return this.#childrenAlong(node, normal);
    if (node.type === "table" && normal.type === "table") {
      // The line below the header is in the gap before the first row.
      return node.children.length > 1 ? this.#childrenAlong(node, normal) : [];
    }
    return isHolder(node) ? this.parts(this.read(node.children as readonly MarkdownBlock[])) : [];
  }

  /** Children of a list or table, which are normalized in their container. */
  #childrenAlong(node: List | Table, normal: List | Table): Old[] {
    if (node.children.length !== normal.children.length) return [];
    return node.children.flatMap((child, at) => {
      const same = normal.children[at];
      return same ? [this.#old(child, same, print([wrapNode(same, normal)]))] : [];
    });
  }

  #getPrefix(old: Old | undefined, holder: SourceContainer): string {
    return old ? this.#prefixAt(old.start) : holder.prefix;
  }

  /** Prefix of a part's lines: quote markers, and spaces as wide as other markers. */
  #prefixAt(offset: number): string {
    const { source } = this.rewriting;
    const line = source.slice(source.lastIndexOf("\n", offset - 1) + 1, offset);
    return line.replace(/\[[ xX]\]\s$/, "").replace(/[^>\s]/g, " ");
  }

  #print(now: New, { prefix, node }: SourceContainer, siblings: readonly Old[]): string {
    const text = this.rewriting.plain(print([wrapNode(now.printed, node)]));
    if (node.type === "list") {
      return indentLines(writeWithMarker(text, this.rewriting.source, siblings), prefix);
    }
    if (node.type === "table") return this.#row(text, node, siblings, now);
    return indentLines(text, prefix);
  }

  /** Pads a row to the width of the others, if all are as wide as the widest. */
  #row(text: string, table: AnyNode, siblings: readonly Old[], now: New): string {
    const { source } = this.rewriting;
    const [header = ""] = text.split("\n");
    if (table.type !== "table" || now.printed.type !== "tableRow") return header;
    const whole = print([table]).split("\n");
    const at = table.children.indexOf(now.printed);
    const [first] = siblings;
    const isPadded = first && source.slice(first.start, first.end).startsWith(whole[0] ?? "");
    return (isPadded ? whole[at === 0 ? 0 : at + 1] : undefined) ?? header;
  }
}

function withoutQuoteSigns(gap: string): string {
  const isSkipped = (unit: number) => /[>\s]/.test(String.fromCharCode(unit));
  return trimStartWhere(trimEndWhere(gap, isSkipped), isSkipped);
}

/** Prefixes all lines after the first. */
function indentLines(text: string, prefix: string): string {
  const [first = "", ...rest] = text.split("\n");
  const lines = rest.map((line) => (line === "" ? prefix.trimEnd() : prefix + line));
  return [first, ...lines].join("\n");
}

const opening = /<details[^<>]*>/;

/** @returns the title with its tags; undefined if there is none */
function findSummary(html: string): string | undefined {
  const [start, end] = [html.indexOf("<summary>"), html.lastIndexOf(endOfSummary)];
  return start === -1 || end < start ? undefined : html.slice(start, end + endOfSummary.length);
}

const endOfSummary = "</summary>";

/** Opening of a collapsible section with its new summary and state. */
function rewriteTitle(html: string, now: AnyNode): string | undefined {
  if (now.type !== "html") return undefined;
  const [title, before] = [findSummary(now.value), findSummary(html)];
  if (title === undefined || before === undefined) return undefined;
  const tag = opening.exec(now.value)?.[0] ?? "";
  const isAlike = (tag === "<details>") === /<details\s*>/.test(html);
  const opened = isAlike ? html : html.replace(opening, () => tag);
  return opened.replace(before, () => title);
}

function isTight(holder: AnyNode, next: AnyNode): boolean {
  if (holder.type === "table") return true;
  if (holder.type === "list") return !holder.spread;
  return holder.type === "listItem" && !holder.spread && next.type === "list";
}
