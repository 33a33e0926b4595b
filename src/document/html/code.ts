/** Code blocks with title, language, line numbers and highlighting. */
import type { Node } from "../../contract/document.model.ts";
import { collectText } from "../walk.ts";
import type { ColorCode, Token } from "./code-tokens.ts";
import { attribute, type Html, html, nothing } from "./html.ts";

const longestName = 30;

export interface CodeSource {
  readonly source: string;
  /** As written, shortened; empty if there is none. */
  readonly language: string;
}

/** The code of a code block. */
export function readCode({ data = {}, nodes = [] }: Node): CodeSource {
  const { syntax } = data;
  return {
    source: nodes.map(collectText).join("\n"),
    language: typeof syntax === "string" ? syntax.slice(0, longestName) : "",
  };
}

export function renderCode(node: Node, color: ColorCode | undefined): Html {
  const { title, lineNumbers, overflow } = node.data ?? {};
  const { source, language } = readCode(node);
  const names = [
    ...(lineNumbers === true ? ["numbered"] : []),
    ...(overflow === "wrap" ? ["wrapped"] : []),
  ].join(" ");
  const tokens = parseTokens(source, language, color);
  const code =
    lineNumbers === true
      ? formatLines(tokens).map(
          (line) => html`<span class="line">${line.map(renderToken)}\n</span>`,
        )
      : tokens.map(renderToken);
  const caption =
    typeof title === "string" && title !== "" ? html`<figcaption>${title}</figcaption>` : nothing;
  const name = language === "" ? nothing : html`<span class="language">${language}</span>`;
  // Focusable, so that overflow can be scrolled with the keyboard.
  return html`<figure class="code">${caption}${name}<pre tabindex="0"${attribute("class", names || undefined)}><code>${code}</code></pre></figure>`;
}

/** Code without title and line numbers. */
export function renderPlainCode(
  source: string,
  language: string,
  color: ColorCode | undefined,
): Html {
  return html`${parseTokens(source, language, color).map(renderToken)}`;
}

function parseTokens(source: string, language: string, color: ColorCode | undefined) {
  return color?.(source, language.toLowerCase()) ?? [{ text: source, kind: "plain" } as const];
}

function renderToken({ text, kind }: Token): Html {
  return kind === "plain" ? html`${text}` : html`<span class="is-${kind}">${text}</span>`;
}

function formatLines(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const lines: Token[][] = [[]];
  for (const { text, kind } of tokens) {
    for (const [at, part] of text.split("\n").entries()) {
      if (at > 0) lines.push([]);
      if (part !== "") lines.at(-1)?.push({ text: part, kind });
    }
  }
  return lines;
}
