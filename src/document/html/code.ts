/** Blocks of code: with their title, language and numbers of lines. */
import type { Node } from "../../contract/document.model.ts";
import { textIn } from "../walk.ts";
import { attribute, type Html, html, nothing } from "./html.ts";

const longestName = 30;

export function codeOf({ data = {}, nodes = [] }: Node): Html {
  const { title, syntax, lineNumbers, overflow } = data;
  const language = typeof syntax === "string" ? syntax.slice(0, longestName) : "";
  const names = [
    ...(lineNumbers === true ? ["numbered"] : []),
    ...(overflow === "wrap" ? ["wrapped"] : []),
  ].join(" ");
  const lines = nodes.map(textIn);
  const code =
    lineNumbers === true
      ? lines.map((line) => html`<span class="line">${line}\n</span>`)
      : lines.join("\n");
  const caption =
    typeof title === "string" && title !== "" ? html`<figcaption>${title}</figcaption>` : nothing;
  const name = language === "" ? nothing : html`<span class="language">${language}</span>`;
  // With the keyboard, what is wider than the page can be moved.
  return html`<figure class="code">${caption}${name}<pre tabindex="0"${attribute("class", names || undefined)}><code>${code}</code></pre></figure>`;
}
