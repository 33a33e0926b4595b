/**
 * Content of elements that is not text of the page, such as `<script>`, whose start and end tags
 * are different nodes: `a <script>b</script>` in a paragraph, and blocks within `<template>`. The end
 * tag can be at another level, such as in a list.
 */
import type { Node } from "../../contract/document.model.ts";
import { findSilentEnd, findUnclosedSilent } from "./tags.ts";

export interface SilentSpan {
  /** Index of the HTML with the start tag. */
  readonly from: number;
  /** HTML above the start tag. */
  readonly before: string;
  /** Index of the HTML with the end tag. */
  readonly to: number;
  /** HTML below the end tag. */
  readonly rest: string;
}

/**
 * @param sources HTML in the order of the text
 * @returns elements that later HTML closes, in order; one can start where another one ends
 */
export function findSilentSpans(sources: readonly string[]): SilentSpan[] {
  const spans: SilentSpan[] = [];
  const neverClosed = new Set<string>();
  let source: string | undefined;
  for (let at = 0; at < sources.length; at++) {
    source ??= sources[at] ?? "";
    const unclosed = findUnclosedSilent(source);
    const before = source.slice(0, unclosed?.at);
    source = undefined;
    if (unclosed === undefined || neverClosed.has(unclosed.name)) continue;
    const end = findEnd(sources, at, unclosed.name);
    if (!end) {
      neverClosed.add(unclosed.name);
      continue;
    }
    spans.push({ from: at, before, ...end });
    source = end.rest;
    at = end.to - 1;
  }
  return spans;
}

function findEnd(
  sources: readonly string[],
  from: number,
  name: string,
): Pick<SilentSpan, "to" | "rest"> | undefined {
  for (let to = from + 1; to < sources.length; to++) {
    const source = sources[to] ?? "";
    const end = findSilentEnd(source, 0, name);
    if (end !== undefined) return { to, rest: source.slice(end) };
  }
  return undefined;
}

/**
 * A text without the content of such elements, and without their tags. The text of a fragment, such
 * as a cell of a table, is separate.
 * @returns the same list if the text has no such element
 */
export function withoutSilentContent(nodes: readonly Node[]): readonly Node[] {
  const sources = [...listSources(nodes)];
  const spans = findSilentSpans(sources);
  let isHidden = false;
  let closedCount = 0;
  let index = 0;

  function convertHtml(node: Node): readonly Node[] {
    const at = index++;
    const closed = isHidden ? spans[closedCount] : undefined;
    if (closed && at < closed.to) return [];
    if (closed) closedCount++;
    const next = spans[closedCount];
    isHidden = next?.from === at;
    const html = isHidden ? next?.before : closed?.rest;
    return [html === undefined ? node : { ...node, data: { ...node.data, html } }];
  }

  function convertNode(node: Node): readonly Node[] {
    if (node.type === "html") return convertHtml(node);
    const isFullyHidden = isHidden;
    const firstClosed = closedCount;
    const inner = node.nodes && convert(node.nodes);
    if (isFullyHidden && closedCount === firstClosed) return [];
    const fragments = node.fragments && mapChanged(node.fragments, convertFragment);
    if (inner === node.nodes && fragments === node.fragments) return [node];
    return [
      {
        ...node,
        ...(inner && { nodes: [...inner] }),
        ...(fragments && { fragments: [...fragments] }),
      },
    ];
  }

  const convert = (siblings: readonly Node[]) => mapChanged(siblings, convertNode);
  return convert(nodes);
}

function convertFragment(fragment: Node): readonly Node[] {
  const nodes = withoutSilentContent(fragment.nodes ?? []);
  return [
    nodes === fragment.nodes || !fragment.nodes ? fragment : { ...fragment, nodes: [...nodes] },
  ];
}

function* listSources(nodes: readonly Node[]): Generator<string> {
  for (const { type, data, nodes: inner } of nodes) {
    if (type === "html") yield String(data?.html ?? "");
    else if (inner) yield* listSources(inner);
  }
}

/** @returns the same list if no node changes */
function mapChanged(
  nodes: readonly Node[],
  change: (node: Node) => readonly Node[],
): readonly Node[] {
  const changed = nodes.map(change);
  const isSame = changed.every(([first, ...rest], at) => first === nodes[at] && rest.length === 0);
  return isSame ? nodes : changed.flat();
}
