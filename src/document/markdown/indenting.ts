/** How a part is written at its position: the beginnings of its lines, and what is around it. */
import type { AnyNode } from "./tree.ts";

/** The lines of a text after the first, each with a prefix. */
export function indented(text: string, prefix: string): string {
  const [first = "", ...rest] = text.split("\n");
  const lines = rest.map((line) => (line === "" ? prefix.trimEnd() : prefix + line));
  return [first, ...lines].join("\n");
}

const opening = /<details[^>]*>/;
const summary = /<summary>.*<\/summary>/s;

/** The opening of a section that folds away, with its new summary, and open or not as it is now. */
export function retitled(html: string, now: AnyNode): string | undefined {
  const [title] = (now.type === "html" && summary.exec(now.value)) || [];
  if (now.type !== "html" || title === undefined || !summary.test(html)) return undefined;
  const tag = opening.exec(now.value)?.[0] ?? "";
  const isAlike = (tag === "<details>") === /<details\s*>/.test(html);
  const opened = isAlike ? html : html.replace(opening, () => tag);
  return opened.replace(summary, () => title);
}

export function isTight(holder: AnyNode, next: AnyNode): boolean {
  if (holder.type === "table") return true;
  if (holder.type === "list") return !holder.spread;
  return holder.type === "listItem" && !holder.spread && next.type === "list";
}
