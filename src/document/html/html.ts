/** HTML as a value: what is put into it is escaped unless it is such a value itself. */
import type { Budget } from "../../json/budget.ts";

export class Html {
  constructor(readonly source: string) {}
}

/** Budget of the page that is being written. Writing a page never waits, so there is one page at a time. */
let budget: Budget | undefined;

/** @throws BudgetExceeded as soon as the HTML is longer than the budget allows */
export function writeWithin<Result>(limit: Budget | undefined, write: () => Result): Result {
  const outer = budget;
  budget = limit;
  try {
    return write();
  } finally {
    budget = outer;
  }
}

/** After writing that was ended on its way, which has not come to its own end. */
export function endWriting(): void {
  budget = undefined;
}

/** Texts are escaped, whether they stand between tags or between the quotes of an attribute. */
export type Part = Html | string | number | undefined | readonly Part[];

/** A template: html`<p class="${name}">${text}</p>`. Attributes must be in double quotes. */
export function html(fixed: TemplateStringsArray, ...parts: readonly Part[]): Html {
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
 * An attribute with a space before it.
 * @param value undefined and false leave it out, true is an attribute without a value
 */
export function attribute(name: string, value: string | number | boolean | undefined): Html {
  if (value === undefined || value === false) return nothing;
  return value === true ? new Html(` ${name}`) : html` ${new Html(name)}="${value}"`;
}

/** @param name one of a fixed set, never of a text */
export function element(name: string, attributes: Part, ...content: readonly Part[]): Html {
  const tag = new Html(name);
  return html`<${tag}${attributes}>${content}</${tag}>`;
}

function getSource(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.source;
  if (typeof part === "object") return part.map(getSource).join("");
  const text = String(part);
  budget?.drawCharacters(text.length);
  return escaped(text);
}

const signs: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A NUL and the controls that no document may contain are left out. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (sign) => signs[sign] ?? "")
    .replace(/[^\t\n\r\x20-\x7e\u00a0-\u{10ffff}]/gu, "");
}
