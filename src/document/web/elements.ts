/** Element tree of a web page, built as in a browser. */
import { buildPieces } from "../html/tags.ts";

export interface WebElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly WebNode[];
  /** Whether it contains a block at any depth. */
  readonly hasBlock: boolean;
}

export type WebNode = WebElement | string;

interface OpenElement extends WebElement {
  readonly children: WebNode[];
  hasBlock: boolean;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const void_ = words("area base br col embed hr img input link meta param source track wbr");
const blocks = words(
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre section summary table " +
    "tbody td tfoot th thead tr ul caption",
);

/** Elements that an opening tag closes, up to their container. */
const ends: Readonly<
  Record<string, { readonly what: ReadonlySet<string>; readonly in: ReadonlySet<string> }>
> = {
  li: { what: words("li"), in: words("ul ol menu") },
  dt: { what: words("dt dd"), in: words("dl") },
  dd: { what: words("dt dd"), in: words("dl") },
  td: { what: words("td th"), in: words("tr table") },
  th: { what: words("td th"), in: words("tr table") },
  tr: { what: words("tr"), in: words("table") },
  tbody: { what: words("thead tbody tfoot"), in: words("table") },
  tfoot: { what: words("thead tbody tfoot"), in: words("table") },
};

/** Deeper elements are attached at the maximum depth. */
const deepest = 100;

export function isBlock({ name }: WebElement): boolean {
  return blocks.has(name);
}

/** @returns a root element; any text gives a tree */
export function parseElements(source: string): WebElement {
  const root: OpenElement = { name: "", attributes: new Map(), children: [], hasBlock: true };
  const open: OpenElement[] = [root];
  const here = () => open.at(-1) ?? root;

  const closeImplied = (name: string) => {
    const rule = Object.hasOwn(ends, name) ? ends[name] : undefined;
    const at = open.findLastIndex((one) => rule?.what.has(one.name) || rule?.in.has(one.name));
    if (at > 0 && rule?.what.has(open[at]?.name ?? "")) open.splice(at);
    // A block ends a paragraph.
    if (blocks.has(name) && here().name === "p") open.pop();
  };

  for (const piece of buildPieces(source)) {
    if (piece.kind === "text") here().children.push(piece.text);
    else if (piece.kind === "close") {
      const at = open.findLastIndex((one) => one.name === piece.name);
      if (at > 0) open.splice(at);
    } else {
      closeImplied(piece.name);
      const { name, attributes } = piece;
      const element: OpenElement = { name, attributes, children: [], hasBlock: false };
      here().children.push(element);
      if (blocks.has(name)) for (const above of open) above.hasBlock = true;
      if (!void_.has(name) && open.length < deepest) open.push(element);
    }
  }
  return root;
}

/** Descendants in document order. */
export function elementsIn(element: WebElement): WebElement[] {
  const descendants: WebElement[] = [];
  const collect = ({ children }: WebElement) => {
    for (const child of children) {
      if (typeof child === "string") continue;
      descendants.push(child);
      collect(child);
    }
  };
  collect(element);
  return descendants;
}

/** Text content. */
export function toText(node: WebNode): string {
  if (typeof node === "string") return node;
  return node.name === "br" ? "\n" : node.children.map(toText).join("");
}

/** Text content on one line, as displayed by a browser. */
export function formatLine(node: WebNode): string {
  return toText(node).replace(/\s+/g, " ").trim();
}
