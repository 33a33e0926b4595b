/**
 * Blocks of integrations in a document: blocks of the type `integration`, tags `{% @name/block %}`,
 * and embeds, which an integration can render.
 */
import type { Document, Node } from "../contract/document.model.ts";
import { getTagName, parseLooseAttributes } from "./markdown/tags.ts";
import { listNodes } from "./walk.ts";

export interface IntegrationBlock {
  /** Absent for an embed, for which an integration is found by its URL. */
  readonly integration?: string;
  readonly block?: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly url?: string;
  /** The action that a component receives with its first rendering, such as that of a link. */
  readonly action?: Readonly<Record<string, unknown>>;
}

/** @returns undefined for a block of another type */
export function findIntegrationBlock({ type, data = {} }: Node): IntegrationBlock | undefined {
  if (type === "tag" || type === "tag-block") {
    const tag = String(data.tag ?? "");
    const [, integration, block] =
      /^@([\w.-]{1,100})\/([^\s/]{1,255})$/.exec(getTagName(tag)) ?? [];
    if (integration === undefined || block === undefined) return undefined;
    const { url, ...props } = parseLooseAttributes(tag);
    if (url === undefined) return { integration, block, props };
    return { integration, block, props: { ...props, url }, url, action: unfurl(url) };
  }
  const { integration, block, props, action, url } = data;
  if (type === "embed") {
    return typeof url === "string" ? { props: {}, url, action: unfurl(url) } : undefined;
  }
  if (type !== "integration") return undefined;
  if (typeof integration !== "string" || typeof block !== "string") return undefined;
  return {
    integration,
    block,
    props: readObject(props) ?? {},
    ...(typeof url === "string" && { url }),
    ...(readObject(action) && { action: readObject(action) ?? {} }),
  };
}

function unfurl(url: string) {
  return { action: "@link.unfurl", url };
}

function readObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? { ...value } : undefined;
}

/** Identifies blocks that look the same. */
export function getBlockKey({ integration, block, props, url, action }: IntegrationBlock): string {
  return JSON.stringify([integration ?? "", block ?? "", props, url ?? "", action ?? {}]);
}

/**
 * The distinct blocks of a document.
 * @param body the document as JSON
 */
export function findIntegrationBlocks(body: string): IntegrationBlock[] {
  if (!/"type":"(?:integration|embed)"|"@/.test(body)) return [];
  const document: Document = JSON.parse(body);
  const blocks = [...listNodes(document)].flatMap(({ node }) => findIntegrationBlock(node) ?? []);
  return [...new Map(blocks.map((one) => [getBlockKey(one), one])).values()];
}
