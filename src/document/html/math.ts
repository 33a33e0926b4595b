/**
 * TeX formulas as MathML, which browsers display without scripts. The tree of temml is written with
 * known elements and attributes only, like other author-written content.
 */
import temml from "temml";
import { attribute, element, type Html, html, nothing } from "./html.ts";

/** In characters; longer formulas are displayed as source. */
const longestFormula = 4000;
const deepest = 200;

/** Elements of MathML Core, and `menclose`, which the stylesheet draws. */
const elements = new Set(
  (
    "math mrow mi mn mo ms mspace mtext mfrac msqrt mroot mstyle merror mpadded mphantom menclose " +
    "msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd"
  ).split(" "),
);
const attributes = new Set(
  (
    "display displaystyle scriptlevel mathvariant mathcolor mathbackground mathsize stretchy symmetric " +
    "largeop movablelimits accent accentunder lspace rspace minsize maxsize fence separator form " +
    "width height depth voffset linethickness notation columnspan rowspan dir"
  ).split(" "),
);

/**
 * @param isBlock whether the formula is a separate block
 * @returns undefined for a formula that is not valid TeX
 */
export function renderFormula(formula: string, isBlock: boolean): Html | undefined {
  if (formula.trim() === "" || formula.length > longestFormula) return undefined;
  try {
    const tree: unknown = toTree(formula, {
      ...{ displayMode: isBlock, throwOnError: true, trust: false, strict: false },
      ...{ maxSize: [50, 50], maxExpand: 500, macros: {}, wrap: "none", xml: false },
      ...{ colorIsTextColor: false, errorColor: "", annotate: false, leqno: false },
    });
    const written = writeNode(tree, 0);
    return written.source.startsWith("<math") ? written : undefined;
  } catch {
    return undefined;
  }
}

/** The type declaration lists this function under another name than the program. */
function toTree(formula: string, options: Record<string, unknown>): unknown {
  const render: unknown = Reflect.get(temml, "__renderToMathMLTree");
  return typeof render === "function" ? render(formula, options) : undefined;
}

function writeNode(node: unknown, depth: number): Html {
  if (typeof node !== "object" || node === null || depth > deepest) return nothing;
  if ("text" in node && typeof node.text === "string") return html`${node.text}`;
  const children: readonly unknown[] =
    "children" in node && Array.isArray(node.children) ? node.children : [];
  const inside = html`${children.map((child) => writeNode(child, depth + 1))}`;
  const type = "type" in node && typeof node.type === "string" ? node.type : undefined;
  if (type === undefined || !elements.has(type)) return inside;
  return element(type, listAttributes(node), inside);
}

function listAttributes(node: object): Html[] {
  const pairs = "attributes" in node ? toStrings(node.attributes) : [];
  const style = new Map("style" in node ? toStrings(node.style) : []);
  const classes: readonly unknown[] =
    "classes" in node && Array.isArray(node.classes) ? node.classes : [];
  const names = classes.filter(
    (name): name is string => typeof name === "string" && /^tml-[a-z-]+$/.test(name),
  );
  return [
    ...pairs.flatMap(([name, value]) => (attributes.has(name) ? [attribute(name, value)] : [])),
    // The content security policy of sites allows no style attributes.
    attribute("mathcolor", style.get("color")),
    attribute("mathbackground", style.get("backgroundColor")),
    attribute("class", names.length === 0 ? undefined : names.join(" ")),
  ];
}

function toStrings(value: unknown): (readonly [string, string])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
    typeof one === "string" || typeof one === "number" ? [[name, String(one)] as const] : [],
  );
}
