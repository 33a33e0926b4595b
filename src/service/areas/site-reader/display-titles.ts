/** Emoji in place of short codes such as `:rocket:` in the titles and descriptions of pages. */
import { hasShortCode, withEmoji } from "../../../document/html/short-codes.ts";
import type { ContentPage, ContentTree } from "../content/tree/tree.ts";

/** By the tree as it is stored, which is shared between requests. */
const displayTrees = new WeakMap<ContentTree, Promise<ContentTree>>();

const storedTrees = new WeakMap<ContentTree, ContentTree>();

/** The tree with titles as they are stored, which conditions compare. */
export function getStoredTree(display: ContentTree): ContentTree {
  return storedTrees.get(display) ?? display;
}

/** @returns the same tree if no title and description has a short code */
export function toDisplayTree(tree: ContentTree): Promise<ContentTree> {
  const display = displayTrees.get(tree) ?? buildDisplayTree(tree);
  displayTrees.set(tree, display);
  return display;
}

async function buildDisplayTree(tree: ContentTree): Promise<ContentTree> {
  if (!hasCode(tree.pages)) return tree;
  const { findEmoji } = await import("../../../document/html/emoji.ts");
  const toText = (text: string) => withEmoji(text, { emoji: findEmoji });
  const convert = (page: ContentPage): ContentPage => ({
    ...page,
    title: toText(page.title),
    ...(page.description !== undefined && { description: toText(page.description) }),
    pages: page.pages.map(convert),
  });
  const display = { ...tree, pages: tree.pages.map(convert) };
  storedTrees.set(display, tree);
  return display;
}

function hasCode(pages: readonly ContentPage[]): boolean {
  return pages.some(
    ({ title, description = "", pages: below }) =>
      hasShortCode(title) || hasShortCode(description) || hasCode(below),
  );
}

/** A text without formatting, such as the title of a heading. */
export async function toDisplayText(text: string): Promise<string> {
  if (!hasShortCode(text)) return text;
  const { findEmoji } = await import("../../../document/html/emoji.ts");
  return withEmoji(text, { emoji: findEmoji });
}
