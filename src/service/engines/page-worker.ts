/** Writes pages as HTML, as functions of texts: in a thread of the pool if they are large. */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import type { Document, Node } from "../../contract/document.model.ts";
import type { ColourCode } from "../../document/html/code-tokens.ts";
import type { Operation } from "../../document/html/operation.ts";
import { type WrittenPage, writePage } from "../../document/html/page.ts";
import type { Target } from "../../document/html/surroundings.ts";
import { asReference } from "../../document/references.ts";
import { mappedNodes, nodesOf } from "../../document/walk.ts";
import { canonicalText } from "../../json/canonical.ts";
import type { Scope } from "./condition.ts";
import { evaluateDocument } from "./evaluate-document.ts";
import { readOperations, type Wanted } from "./openapi/operation.ts";
import { operationNamed } from "./operation-name.ts";

export interface PageRequest {
  /** The document as JSON. */
  readonly body: string;
  /** Reusable contents as JSON, by the canonical text of what refers to them. */
  readonly included: readonly (readonly [reference: string, body: string])[];
  readonly scope: Scope;
  /** Where references lead; those that are missing lead nowhere. */
  readonly targets: readonly (readonly [reference: ContentReference, target: Target])[];
  /** By what `operationNamed` calls the block that shows it. */
  readonly operations: readonly (readonly [name: string, operation: Operation])[];
}

/** How many reusable contents may be within each other. */
const deepest = 4;

export async function writeHtml(request: PageRequest): Promise<WrittenPage> {
  const { body, included, scope } = request;
  const whole = withIncluded(JSON.parse(body), new Map(included), deepest);
  const document = await evaluateDocument(whole, scope, "true");
  const targets = new Map(request.targets.map(([to, target]) => [canonicalText(to), target]));
  const operations = new Map(request.operations);
  return writePage(document, {
    find: (reference) => targets.get(canonicalText(reference)),
    operation: (block) => operations.get(operationNamed(block)?.name ?? ""),
    colour: await colourFor(document, operations.size > 0),
  });
}

/** @param hasExamples whether code comes from elsewhere, too */
async function colourFor(
  document: Document,
  hasExamples: boolean,
): Promise<ColourCode | undefined> {
  const hasCode = hasExamples || [...nodesOf(document)].some(({ node }) => node.type === "code");
  if (!hasCode) return undefined;
  return (await import("../../document/html/code-colours.ts")).colourCode;
}

function withIncluded(
  document: Document,
  included: ReadonlyMap<string, string>,
  depth: number,
): Document {
  if (included.size === 0 || depth === 0) return document;
  const nodes = mappedNodes(document.nodes, (node): Node => {
    if (node.type !== "reusable-content") return node;
    const [ref] = asReference(node.data?.ref);
    const body = ref && included.get(canonicalText(ref));
    if (body === undefined) return node;
    return { ...node, nodes: withIncluded(JSON.parse(body), included, depth - 1).nodes };
  });
  return { ...document, nodes };
}

/** The operations that the blocks of a document name, each once. @param body the document as JSON */
export function operationsNamedIn(body: string) {
  const document: Document = JSON.parse(body);
  const named = [...nodesOf(document)].flatMap(({ node }) => operationNamed(node) ?? []);
  return [...new Map(named.map((one) => [one.name, one])).values()];
}

export interface OperationsRequest {
  readonly filesystem: string;
  readonly wanted: readonly Wanted[];
}

export function findOperations({ filesystem, wanted }: OperationsRequest): (Operation | null)[] {
  return readOperations(filesystem, wanted);
}
