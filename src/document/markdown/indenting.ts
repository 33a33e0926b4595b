/** How a part is written at its position: the beginnings of its lines, and what is around it. */
import type { AnyNode } from "./tree.ts";

/** The lines of a text after the first, each with a prefix. */
export function indented(text: string, prefix: string): string {
  const [first = "", ...rest] = text.split("\n");
  const lines = rest.map((line) => (line === "" ? prefix.trimEnd() : prefix + line));
  return [first, ...lines].join("\n");
}

const summary = /<summary>.*<\/summary>/s;

/** The opening of a section that folds away, with its new summary. */
export function retitled(html: string, now: AnyNode): string | undefined {
  const [title] = (now.type === "html" && summary.exec(now.value)) || [];
  return title !== undefined && summary.test(html) ? html.replace(summary, () => title) : undefined;
}

export function isTight(holder: AnyNode, next: AnyNode): boolean {
  if (holder.type === "table") return true;
  if (holder.type === "list") return !holder.spread;
  return holder.type === "listItem" && !holder.spread && next.type === "list";
}
