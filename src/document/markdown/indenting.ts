/** Position-dependent formatting of a part: line prefixes and surrounding text. */
import type { AnyNode } from "./tree.ts";

/** Prefixes all lines after the first. */
export function indented(text: string, prefix: string): string {
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
export function retitled(html: string, now: AnyNode): string | undefined {
  if (now.type !== "html") return undefined;
  const [title, before] = [findSummary(now.value), findSummary(html)];
  if (title === undefined || before === undefined) return undefined;
  const tag = opening.exec(now.value)?.[0] ?? "";
  const isAlike = (tag === "<details>") === /<details\s*>/.test(html);
  const opened = isAlike ? html : html.replace(opening, () => tag);
  return opened.replace(before, () => title);
}

export function isTight(holder: AnyNode, next: AnyNode): boolean {
  if (holder.type === "table") return true;
  if (holder.type === "list") return !holder.spread;
  return holder.type === "listItem" && !holder.spread && next.type === "list";
}
