/** HTML as a type: interpolated text is escaped unless it is HTML itself. */
import type { Budget } from "../../json/budget.ts";
import { escapeMarkup } from "../../json/escape-markup.ts";

export class Html {
  constructor(readonly source: string) {}
}

/** Budget of the current page. Writing a page is synchronous, so there is one page at a time. */
let budget: Budget | undefined;

/** @throws BudgetExceededError as soon as the HTML exceeds the budget */
export function writeWithin<Result>(limit: Budget | undefined, write: () => Result): Result {
  const outer = budget;
  budget = limit;
  try {
    return write();
  } finally {
    budget = outer;
  }
}

/** Resets the budget after a time limit has ended `writeWithin`, which then could not restore it. */
export function endWriting(): void {
  budget = undefined;
}

/** Escapes text for both content and attributes. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

/** Template tag: html`<p class="${name}">${text}</p>`. Attributes must be in double quotes. */
export function html(fixed: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let source = fixed[0] ?? "";
  let written = source.length;
  for (const [at, part] of parts.entries()) {
    const after = fixed[at + 1] ?? "";
    source += getSource(part) + after;
    written += after.length;
  }
  budget?.drawCharacters(written);
  return new Html(source);
}

export const nothing = new Html("");

/**
 * An attribute with a leading space.
 * @param value undefined and false omit the attribute, true writes it without a value
 */
export function attribute(name: string, value: string | number | boolean | undefined): Html {
  if (value === undefined || value === false) return nothing;
  return value === true ? new Html(` ${name}`) : html` ${new Html(name)}="${value}"`;
}

/** @param name a constant, never untrusted text */
export function element(name: string, attributes: HtmlPart, ...content: readonly HtmlPart[]): Html {
  const tag = new Html(name);
  return html`<${tag}${attributes}>${content}</${tag}>`;
}

function getSource(part: HtmlPart): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.source;
  if (typeof part === "object") return part.map(getSource).join("");
  const text = String(part);
  budget?.drawCharacters(text.length);
  return escapeMarkup(text);
}
