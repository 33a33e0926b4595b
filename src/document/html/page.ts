/** HTML of a complete rich text, with the headings for an outline. */
import type { Document, Node } from "../../contract/document.model.ts";
import { collectAnchors, isHeading } from "../anchors.ts";
import { collectFootnotes } from "../footnotes.ts";
import { listUpdates, type PageUpdate } from "../updates.ts";
import { collectText } from "../walk.ts";
import { writeBlocks } from "./blocks.ts";
import { writeWithin } from "./html.ts";
import { writeInlines } from "./inlines.ts";
import type { FindTarget, HtmlWriter, RenderContext } from "./render-context.ts";
import { withEmoji } from "./short-codes.ts";
import { withoutSilentContent } from "./silent-content.ts";

export interface WrittenPage {
  readonly html: string;
  readonly outline: readonly OutlineHeading[];
  readonly updates: readonly PageUpdate[];
}

export interface OutlineHeading {
  readonly id: string;
  readonly title: string;
  /** 2 for headings directly below the page title, 3 for those below them. */
  readonly level: number;
}

/** Ids with this prefix belong to the surrounding page. */
const reserved = /^~/;
const deepestInOutline = 3;

/**
 * @param whole with reusable contents inserted and expressions evaluated
 * @returns HTML to insert below a first-level heading
 * @throws BudgetExceededError
 */
export function writePage(whole: Document, surroundings: RenderContext): WrittenPage {
  const document = { ...whole, nodes: [...withoutSilentContent(whole.nodes)] };
  const anchors = collectAnchors(document);
  const usedIds = new Set<string>();
  let numbers = 0;
  const writing = withFind(surroundings.find, {
    ...surroundings,
    anchors,
    footnotes: collectFootnotes(document),
    level: createLevelAssigner(),
    number: () => ++numbers,
    takeId(id) {
      if (id === "" || /\s/.test(id) || reserved.test(id) || usedIds.has(id)) return undefined;
      usedIds.add(id);
      return id;
    },
  });
  const { source } = writeWithin(surroundings.budget, () => writeBlocks(document.nodes, writing));
  const level = createLevelAssigner();
  const outline: OutlineHeading[] = [];
  for (const node of listHeadings(document.nodes)) {
    const shownLevel = level(Number(node.type?.at(-1)));
    const id = anchors.get(node)?.id;
    const title = withEmoji(collectText(node).trim(), surroundings);
    if (shownLevel > deepestInOutline || id === undefined || title === "") continue;
    outline.push({ id, title, level: shownLevel });
  }
  const updates = listUpdates(document, anchors);
  for (const { paragraphs } of updates) {
    for (const text of paragraphs) surroundings.budget?.drawCharacters(text.length);
  }
  return { html: source, outline, updates };
}

type WriterState = Omit<HtmlWriter, "blocks" | "inlines" | "inside">;

function withFind(find: FindTarget, state: WriterState): HtmlWriter {
  const writing: HtmlWriter = {
    ...state,
    find,
    blocks: (nodes) => writeBlocks(nodes, writing),
    inlines: (nodes) => writeInlines(nodes, writing),
    inside(reusableContent) {
      return state.findInside ? withFind(state.findInside(reusableContent), state) : writing;
    },
  };
  return writing;
}

/**
 * Assigns heading levels without gaps: one below the nearest preceding heading of a higher rank.
 * The page title has level 1.
 */
function createLevelAssigner(): (written: number) => number {
  const above: number[] = [];
  return (written) => {
    while ((above.at(-1) ?? 0) >= written) above.pop();
    above.push(written);
    return Math.min(6, above.length + 1);
  };
}

/**
 * Headings in steps and columns are visible on the page; those in tabs and similar containers are
 * not.
 */
function listHeadings(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => {
    if (node.type !== "stepper" && node.type !== "columns") return isHeading(node) ? [node] : [];
    return (node.nodes ?? []).flatMap((inner) => listHeadings(inner.nodes ?? []));
  });
}
