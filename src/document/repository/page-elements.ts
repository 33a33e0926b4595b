/** Data that a check needs from one text: links, anchors, tags and expressions. */
import type { Document } from "../../contract/document.model.ts";
import { addTo } from "../../json/groups.ts";
import { findNearest } from "../../json/nearest.ts";
import { type Anchor, collectAnchors } from "../anchors.ts";
import { withLineFeeds } from "../markdown/line-ends.ts";
import {
  findEnds,
  getTagName,
  getTagRest,
  hasReadableAttributes,
  readTag,
} from "../markdown/tags.ts";
import type { AnyNode, MarkdownBlock } from "../markdown/tree.ts";
import { parseWithPositions } from "../markdown.ts";
import { findExpression } from "../page-expressions.ts";
import { collectReferences, findHtmlUrls } from "../references.ts";
import { listNodes } from "../walk.ts";
import { readHead } from "./front-matter.ts";
import { findTextTags } from "./text-tags.ts";

export interface WrittenLink {
  readonly url: string;
  /** From 1, in the whole file. */
  readonly line: number;
}

/** A template tag that is not a known block, or that is not read as one. */
export interface TagFault {
  readonly is: "unknown" | "unclosed" | "stray" | "text" | "attributes";
  readonly name: string;
  /** A similar known tag. */
  readonly meant: string | undefined;
  readonly line: number;
}

/** A row of a table with more cells than the table has columns. */
export interface LongRow {
  readonly cells: number;
  readonly columns: number;
  readonly line: number;
}

/** An expression, or the condition of `{% if %}`. */
export interface WrittenExpression {
  readonly is: "condition" | "expression";
  readonly text: string;
  /** From 1, in the whole file. */
  readonly line: number;
}

export interface PageElements {
  /** Whether the text starts with valid front matter. */
  readonly hasHead: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  readonly links: readonly WrittenLink[];
  readonly anchors: readonly Anchor[];
  readonly tags: readonly TagFault[];
  readonly expressions: readonly WrittenExpression[];
  readonly longRows: readonly LongRow[];
}

/**
 * @param text of the whole file
 * @throws ApiError 413 above the limits of an import
 */
export function parsePageElements(text: string): PageElements {
  const { values, body } = readHead(text);
  const before = countLineBreaks(text.slice(0, text.length - body.length));
  const { document, root } = parseWithPositions(body);
  // References and expressions come from the document, as in an import; their positions come from the tree.
  const linkLines = new Map<string, number[]>();
  collectLines(root, collectDefinitions(root), (url, line) => addTo(linkLines, url, line));
  const links = collectReferences(document).flatMap(({ ref }) =>
    ref.kind === "url" ? [{ url: ref.url, line: takeLine(linkLines, ref.url) + before }] : [],
  );
  const textTags = findTextTags(root, withLineFeeds(body), isTagName).map(
    ({ name, line }): TagFault => ({ is: "text", name, meant: undefined, line }),
  );
  const tags = [...listTagFaults(root.children), ...textTags].sort((a, b) => a.line - b.line);
  return {
    hasHead: body.length < text.length,
    values,
    links,
    anchors: [...collectAnchors(document).values()],
    tags: tags.map((fault) => ({ ...fault, line: fault.line + before })),
    expressions: listExpressions(document, root).map((one) => ({
      ...one,
      line: one.line + before,
    })),
    longRows: findLongRows(root).map((row) => ({ ...row, line: row.line + before })),
  };
}

/** The line of a text's next occurrence. */
function takeLine(lines: ReadonlyMap<string, number[]>, text: string): number {
  return lines.get(text)?.shift() ?? 1;
}

function listExpressions(document: Document, root: AnyNode): WrittenExpression[] {
  const lines = { condition: new Map<string, number[]>(), expression: new Map<string, number[]>() };
  collectExpressionLines(root, (is, text, line) => addTo(lines[is], text, line));
  return [...listNodes(document)].flatMap(({ node }) => {
    // A condition without an expression is an unknown block.
    const isEmpty = node.type === "tag-block" && getTagName(String(node.data?.tag)) === "if";
    const text = isEmpty ? "" : findExpression(node);
    if (text === undefined) return [];
    const is = node.type === "expression" ? "expression" : "condition";
    return [{ is, text, line: takeLine(lines[is], text) }];
  });
}

function collectExpressionLines(
  node: AnyNode,
  add: (is: WrittenExpression["is"], text: string, line: number) => void,
): void {
  const line = node.position?.start.line ?? 1;
  if (node.type === "tag" && getTagName(node.value) === "if") {
    add("condition", getTagRest(node.value), line);
  }
  if (!("children" in node)) return;
  for (const [at, child] of node.children.entries()) {
    const text: AnyNode | undefined = node.children[at + 1];
    if (child.type === "html" && text?.type === "text") {
      add("expression", text.value, child.position?.start.line ?? line);
    }
    collectExpressionLines(child, add);
  }
}

function findLongRows(node: AnyNode): LongRow[] {
  if (node.type !== "table") {
    return "children" in node ? node.children.flatMap(findLongRows) : [];
  }
  const columns = node.children[0]?.children.length ?? 0;
  return node.children.flatMap(({ children, position }) =>
    children.length > columns
      ? [{ cells: children.length, columns, line: position?.start.line ?? 1 }]
      : [],
  );
}

function countLineBreaks(text: string): number {
  return text.split("\n").length - 1;
}

function collectDefinitions(root: AnyNode): ReadonlyMap<string, string> {
  const urls = new Map<string, string>();
  const walk = (node: AnyNode) => {
    if (node.type === "definition" && !urls.has(node.identifier)) {
      urls.set(node.identifier, node.url);
    }
    if ("children" in node) for (const child of node.children) walk(child);
  };
  walk(root);
  return urls;
}

function collectLines(
  node: AnyNode,
  definitions: ReadonlyMap<string, string>,
  add: (url: string, line: number) => void,
): void {
  const line = node.position?.start.line ?? 1;
  if (node.type === "link" || node.type === "image") add(node.url, line);
  else if (node.type === "linkReference" || node.type === "imageReference") {
    add(definitions.get(node.identifier) ?? "", line);
  } else if (node.type === "html") {
    for (const { url, at } of findHtmlUrls(node.value)) {
      add(url, line + countLineBreaks(node.value.slice(0, at)));
    }
  } else if (node.type === "tag") {
    const [reference] = collectReferences({ ...emptyDocument, nodes: [readTag(node.value)] });
    if (reference?.ref.kind === "url") add(reference.ref.url, line);
    else {
      const url = /\s(?:url|src)=(?:"([^"]*)"|'([^']*)')/.exec(node.value);
      if (url) add(url[1] ?? url[2] ?? "", line);
    }
  }
  if ("children" in node) for (const child of node.children) collectLines(child, definitions, add);
}

const emptyDocument = { object: "document" as const, data: { schemaVersion: 1 } };

/** Tags with content up to their end tag. */
const holding = new Set(
  "hint tabs tab stepper step columns column code if updates update prompt openapi openapi-operation openapi-schemas openapi-webhook swagger swagger-description swagger-parameter swagger-response".split(
    " ",
  ),
);
/** Tags with optional content. */
const standing = new Set("embed file content-ref include".split(" "));
/** Tags of template languages that divide a condition, which the platform does not have. */
export const branches: ReadonlySet<string> = new Set("else elif elseif elsif".split(" "));
/** Former blocks of the hosted platform, which repositories still contain. */
const former = /^(?:api-method(?:-[a-z-]+)?|page-ref)$/;

function listTagFaults(blocks: readonly AnyNode[]): TagFault[] {
  const faults: TagFault[] = [];
  const siblings = blocks as readonly MarkdownBlock[];
  const ends = findEnds(siblings);
  const closing = new Set(ends.values());
  for (const [at, node] of siblings.entries()) {
    if (node.type === "tag") {
      const fault = findFault(node.value, ends.has(at), closing.has(at));
      if (fault) faults.push({ ...fault, line: node.position?.start.line ?? 1 });
    }
    if ("children" in node) for (const fault of listTagFaults(node.children)) faults.push(fault);
  }
  return faults;
}

function findFault(
  value: string,
  isClosed: boolean,
  isEnd: boolean,
): Omit<TagFault, "line"> | undefined {
  const name = getTagName(value);
  if (isEnd || name === "") return undefined;
  const opened = name.startsWith("end") ? name.slice(3) : undefined;
  if (opened !== undefined && (isKnown(opened) || opened === "")) {
    return { is: "stray", name: opened, meant: undefined };
  }
  // Blocks of integrations are named after the integration.
  if (name.startsWith("@")) return undefined;
  if (!isKnown(name)) {
    return { is: "unknown", name, meant: findNearest(name, [...holding, ...standing]) };
  }
  if (holding.has(name) && !isClosed) return { is: "unclosed", name, meant: undefined };
  return withPairs.has(name) && !hasReadableAttributes(value)
    ? { is: "attributes", name, meant: undefined }
    : undefined;
}

/** Tags whose attributes are pairs of a name and a value, which otherwise have no effect. */
const withPairs = new Set(
  "hint tabs tab stepper step columns column code updates update prompt embed file content-ref openapi".split(
    " ",
  ),
);

function isTagName(name: string): boolean {
  return isKnown(name) || branches.has(name) || (name.startsWith("end") && isKnown(name.slice(3)));
}

function isKnown(name: string): boolean {
  return holding.has(name) || standing.has(name) || former.test(name);
}
