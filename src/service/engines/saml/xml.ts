/**
 * XML as SAML has it, read into a plain tree. What a message never needs and attacks live on is refused
 * before a parser sees it: declarations of types and entities, comments, CDATA and instructions.
 */
import { DOMParser } from "@xmldom/xmldom";

export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  /** Without a prefix: those of SAML have none. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly elements: readonly XmlElement[];
  /** All text in it, that of inner elements too. */
  readonly text: string;
}

/** Why a message is not taken, as a clause: "it is signed with another key". */
export class SamlFault extends Error {}

/** Of characters. A message with hundreds of groups has a tenth of it. */
const longest = 256 * 1024;
/** Of one tag with its attributes, among which parsers search one by one. */
const longestTag = 16 * 1024;
const deepest = 64;
/** Each takes parsers a time that grows with their number; a message with hundreds of groups has a fifth. */
const mostElements = 4000;

/** @throws SamlFault for what is too large, and for markup that no message of SAML needs */
export function refuseUnsafeXml(source: string): void {
  if (source.length > longest) throw new SamlFault("it is too large");
  // A < in a text is written &lt;, so that these are markup wherever they stand.
  if (source.includes("<!")) {
    throw new SamlFault("it has comments, CDATA, or declarations of types or entities");
  }
  const body = source.replace(/^\uFEFF?<\?xml\s[^<>]*\?>/, "");
  if (body.includes("<?")) throw new SamlFault("it has processing instructions");
  let depth = 0;
  let elements = 0;
  for (const [tag] of body.matchAll(/<[^>]*>?/g)) {
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
  /** For the library that checks signatures. */
  readonly dom: Document;
  readonly root: XmlElement;
}

/** @throws SamlFault unless it is one well-formed element */
export function readXml(source: string): XmlDocument {
  const fail = () => {
    throw new SamlFault("it is no well-formed XML");
  };
  const parser = new DOMParser({
    errorHandler: { warning: fail, error: fail, fatalError: fail },
  });
  const dom = parser.parseFromString(source, "text/xml");
  const { documentElement } = dom;
  if (!documentElement || dom.childNodes.length > 2) return fail();
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

/** The children of a name. */
export function listChildren(
  { elements }: XmlElement,
  namespace: string,
  name: string,
): readonly XmlElement[] {
  return elements.filter((one) => one.namespace === namespace && one.name === name);
}

/** @throws SamlFault unless there is exactly one child of the name */
export function onlyChild(parent: XmlElement, namespace: string, name: string): XmlElement {
  const [only, ...others] = listChildren(parent, namespace, name);
  if (only && others.length === 0) return only;
  throw new SamlFault(`its ${parent.name} has ${only ? "several" : "no"} ${name}`);
}
