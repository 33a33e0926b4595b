/**
 * Content of elements that is not text of the page, such as `<script>`, whose start and end tags
 * are different nodes: `a <script>b</script>` in a paragraph, and blocks within `<template>`.
 */
import type { Node } from "../../contract/document.model.ts";
import { findSilentEnd, findUnclosedSilent } from "./tags.ts";

export interface SilentSpan {
  /** Index of the HTML with the start tag. */
  readonly from: number;
  /** Index of the HTML with the end tag. */
  readonly to: number;
  /** HTML below the end tag. */
  readonly rest: string;
}

/**
 * @param sources the HTML of siblings; undefined for others
 * @returns elements that a later sibling closes, in order; one can start where another one ends
 */
export function findSilentSpans(sources: readonly (string | undefined)[]): SilentSpan[] {
  const spans: SilentSpan[] = [];
  const neverClosed = new Set<string>();
  let source: string | undefined;
  for (let at = 0; at < sources.length; at++) {
    source ??= sources[at];
    const name = source === undefined ? undefined : findUnclosedSilent(source);
    source = undefined;
    if (name === undefined || neverClosed.has(name)) continue;
    const span = findSpan(sources, at, name);
    if (!span) {
      neverClosed.add(name);
      continue;
    }
    spans.push(span);
    source = span.rest;
    at = span.to - 1;
  }
  return spans;
}

function findSpan(
  sources: readonly (string | undefined)[],
  from: number,
  name: string,
): SilentSpan | undefined {
  for (let to = from + 1; to < sources.length; to++) {
    const source = sources[to];
    const end = source === undefined ? undefined : findSilentEnd(source, 0, name);
    if (source !== undefined && end !== undefined) return { from, to, rest: source.slice(end) };
  }
  return undefined;
}

/** Siblings without the nodes within such an element. HTML with its tags stays. */
export function withoutSilentContent(nodes: readonly Node[]): readonly Node[] {
  if (nodes.every(({ type }) => type !== "html")) return nodes;
  const spans = findSilentSpans(
    nodes.map(({ type, data }) => (type === "html" ? String(data?.html ?? "") : undefined)),
  );
  if (spans.length === 0) return nodes;
  const visible: Node[] = [];
  let next = 0;
  let rest: string | undefined;
  const addUntil = (end: number) => {
    for (const node of nodes.slice(next, end)) {
      visible.push(rest === undefined ? node : { ...node, data: { ...node.data, html: rest } });
      rest = undefined;
    }
  };
  for (const span of spans) {
    addUntil(span.from + 1);
    rest = span.rest;
    next = span.to;
  }
  addUntil(nodes.length);
  return visible;
}
