/** From template tags to the blocks that they stand for; a tag that is unknown here is kept as it is. */
import type { Node } from "../../contract/document.model.ts";
import { block, type Reading } from "./reading.ts";
import type { TagBlock } from "./syntax.ts";
import { type Attributes, attributesOf, nameOfTag, restOfTag } from "./tags.ts";

/** A tag for itself. */
export function readTag(value: string): Node {
  const attributes = attributesOf(value);
  const name = nameOfTag(value);
  if (attributes) {
    const { url, src, ...rest } = attributes;
    if (name === "embed" && typeof url === "string") {
      return block("embed", { isVoid: true, data: { ...rest, url } });
    }
    if (name === "file" && typeof src === "string") {
      return block("file", { isVoid: true, data: { ...rest, ref: { kind: "url", url: src } } });
    }
    if (name === "content-ref" && typeof url === "string") {
      return block("content-ref", { isVoid: true, data: { ...rest, ref: { kind: "url", url } } });
    }
  }
  const included = name === "include" && /^"([^"]+)"$/.exec(restOfTag(value))?.[1];
  if (included) {
    const data = { ref: { kind: "url", url: included } };
    return block("reusable-content", { isVoid: true, data });
  }
  return block("tag", { isVoid: true, data: { tag: value } });
}

/** The containers whose attributes are their data, by the names of their tags. */
const containers: Readonly<Record<string, string>> = {
  hint: "hint",
  tabs: "tabs",
  tab: "tabs-item",
  stepper: "stepper",
  step: "stepper-step",
  columns: "columns",
  column: "column",
};

export function readTagBlock(node: TagBlock, reading: Reading): Node[] {
  const name = nameOfTag(node.value);
  const attributes = attributesOf(node.value);
  const nodes = reading.readBlocks(node.children as never[], reading);
  if (name === "if" && restOfTag(node.value) !== "") {
    return [block("if", { data: { expression: restOfTag(node.value) }, nodes })];
  }
  return [(attributes && known(name, attributes, nodes)) ?? unknown(node.value, nodes)];
}

function known(name: string, attributes: Attributes, nodes: Node[]): Node | undefined {
  const type = Object.hasOwn(containers, name) ? containers[name] : undefined;
  if (type) return block(type, { data: attributes, nodes });
  const [only] = nodes;
  if (name === "code" && nodes.length === 1 && only?.type === "code") {
    return { ...only, data: { ...attributes, ...only.data, tagged: true } };
  }
  const { url, src, ...rest } = attributes;
  // The text inside repeats the title of what it points at, for readers without templates.
  if (name === "content-ref" && typeof url === "string" && nodes.length <= 1) {
    return block("content-ref", { isVoid: true, data: { ...rest, ref: { kind: "url", url } } });
  }
  if (name === "embed" && typeof url === "string" && nodes.length === 0) {
    return block("embed", { isVoid: true, data: { ...rest, url } });
  }
  if (name === "openapi" && typeof src === "string" && nodes.length <= 1) {
    return block("swagger", { isVoid: true, data: { ...rest, ref: { kind: "url", url: src } } });
  }
  return undefined;
}

function unknown(tag: string, nodes: Node[]): Node {
  return block("tag-block", { data: { tag }, nodes });
}
