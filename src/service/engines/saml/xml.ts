/**
 * XML parser for SAML. Markup that SAML does not need and attacks use is refused before parsing:
 * DTDs, entities, comments, CDATA and processing instructions.
 */
import { DOMParser } from "@xmldom/xmldom";

export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  /** Only those without a prefix, which SAML uses. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly elements: readonly XmlElement[];
  /** All text content, including that of child elements. */
  readonly text: string;
}

/** The reason why a message is refused, as a clause: "it is signed with another key". */
export class SamlFault extends Error {}

/** Quotes text of a message for a reason, shortened, because the sender chooses it. */
export function quoteText(text: string): string {
  const plain = text.replace(/\p{C}/gu, " ").replace(/\s+/g, " ").trim();
  return plain === "" ? "" : JSON.stringify(plain.slice(0, 200));
}

/** In characters. A message with hundreds of groups has a tenth of this size. */
const longest = 256 * 1024;
/** Of one tag with its attributes, which parsers search linearly. */
const longestTag = 16 * 1024;
const deepest = 64;
/** The parse time grows with the square of the number. A message with hundreds of groups has a fifth of it. */
const mostElements = 4000;

/** A byte order mark, the XML declaration, and white space after it (XML 1.0, 2.8). */
const prolog = /^\uFEFF?(?:<\?xml[ \t\r\n][^<>]*\?>)?[ \t\r\n]*/;

/**
 * Removes the XML declaration and the white space around the root element, which the parser does not
 * accept and no signature covers.
 */
export function trimXml(source: string): string {
  return source.replace(prolog, "").replace(/(?<![ \t\r\n])[ \t\r\n]+$/, "");
}

/**
 * @param source XML without a declaration
 * @throws SamlFault for a message that is too large, or has markup that SAML does not need
 */
export function refuseUnsafeXml(source: string): void {
  if (source.length > longest) throw new SamlFault("it is too large");
  // In text, < is written as &lt;, so these characters are always markup.
  if (source.includes("<!")) {
    throw new SamlFault("it has comments, CDATA, a DTD or entities");
  }
  if (source.includes("<?")) throw new SamlFault("it has processing instructions");
  let depth = 0;
  let elements = 0;
  for (const [tag] of source.matchAll(/<[^>]*>?/g)) {
    if (tag.length > longestTag) throw new SamlFault("it has a tag that is too long");
    if (tag.startsWith("</")) depth -= 1;
    else if (!tag.endsWith("/>")) depth += 1;
    if (depth > deepest) throw new SamlFault("it is nested too deeply");
    if (!tag.startsWith("</") && ++elements > mostElements) {
      throw new SamlFault("it has too many elements");
    }
  }
}

export interface XmlDocument {
  /** For the signature library. */
  readonly dom: Document;
  readonly root: XmlElement;
}

/** @throws SamlFault unless it is one well-formed element */
export function readXml(source: string): XmlDocument {
  const fail = (): never => {
    throw new SamlFault("it is not well-formed XML");
  };
  // The parser ignores text beside the root element.
  if (!source.startsWith("<") || !source.endsWith(">")) return fail();
  const parser = new DOMParser({
    errorHandler: { warning: fail, error: fail, fatalError: fail },
  });
  const dom = parser.parseFromString(source, "text/xml");
  const { documentElement } = dom;
  if (!documentElement || dom.childNodes.length !== 1) return fail();
  return { dom, root: buildTree(documentElement) };
}

function buildTree(element: Element): XmlElement {
  return {
    name: element.localName,
    namespace: element.namespaceURI ?? "",
    attributes: new Map(Array.from(element.attributes, ({ name, value }) => [name, value])),
    elements: Array.from(element.childNodes).filter(isElement).map(buildTree),
    text: element.textContent ?? "",
  };
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

/** The children with a name. */
export function listChildren(
  { elements }: XmlElement,
  namespace: string,
  name: string,
): readonly XmlElement[] {
  return elements.filter((one) => one.namespace === namespace && one.name === name);
}

/** @throws SamlFault unless there is exactly one child with the name */
export function findOnlyChild(parent: XmlElement, namespace: string, name: string): XmlElement {
  const [only, ...others] = listChildren(parent, namespace, name);
  if (only && others.length === 0) return only;
  throw new SamlFault(`its ${parent.name} has ${only ? "several" : "no"} ${name}`);
}
