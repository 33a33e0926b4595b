/** Writes pages as HTML, as functions of texts: in a thread of the pool if they are large. */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import type { Document, Node } from "../../contract/document.model.ts";
import type { ColourCode } from "../../document/html/code-tokens.ts";
import { endWriting } from "../../document/html/html.ts";
import type { Operation } from "../../document/html/operation.ts";
import { type WrittenPage, writePage } from "../../document/html/page.ts";
import type { Target } from "../../document/html/surroundings.ts";
import { asReference } from "../../document/references.ts";
import { listNodes, mappedNodes } from "../../document/walk.ts";
import { type Bounded, type Budget, runWithin } from "../../json/budget.ts";
import { canonicalText } from "../../json/canonical.ts";
import type { BoundedInput } from "./bounded-work.ts";
import type { Scope } from "./condition.ts";
import { evaluateDocument } from "./evaluate-document.ts";
import { type OperationResults, readOperations, type Wanted } from "./openapi/operation.ts";
import { operationNamed } from "./operation-name.ts";
import { runWithinTime, tryWithin } from "./time-limit.ts";

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

export function writeHtml({
  input,
  limits,
}: BoundedInput<PageRequest>): Promise<Bounded<WrittenPage>> {
  return runWithin(limits, async (budget) => {
    const { body, included, scope } = input;
    const whole = withIncluded(JSON.parse(body), new Map(included), deepest, budget);
    const document = await evaluateDocument(whole, scope, "true", budget);
    const targets = new Map(input.targets.map(([to, target]) => [canonicalText(to), target]));
    const operations = new Map(input.operations);
    const colour = await colourFor(document, operations.size > 0);
    const write = () =>
      writePage(document, {
        find: (reference) => targets.get(canonicalText(reference)),
        operation: (block) => operations.get(operationNamed(block)?.name ?? ""),
        colour,
        budget,
      });
    return runWithinTime(limits, write, endWriting);
  });
}

/** @param hasExamples whether code comes from elsewhere, too */
async function colourFor(
  document: Document,
  hasExamples: boolean,
): Promise<ColourCode | undefined> {
  const hasCode = hasExamples || [...listNodes(document)].some(({ node }) => node.type === "code");
  if (!hasCode) return undefined;
  return whileTimeIsLeft((await import("../../document/html/code-colours.ts")).colourCode);
}

/** In milliseconds, of all code on a page; the rest stays without colours. */
const longestColouring = 2000;

/** A grammar can take seconds for a short code that was written for it, within one regular expression. */
function whileTimeIsLeft(colour: ColourCode): ColourCode {
  let left = longestColouring;
  return (code, language) => {
    if (left <= 0) return undefined;
    const begun = performance.now();
    const tokens = tryWithin(left, () => colour(code, language) ?? "plain");
    left -= performance.now() - begun;
    return tokens === "plain" ? undefined : tokens;
  };
}

/** A node as JSON has so many at least, nearly always. */
const charactersOfNode = 64;

function withIncluded(
  document: Document,
  included: ReadonlyMap<string, string>,
  depth: number,
  budget: Budget,
): Document {
  if (included.size === 0 || depth === 0) return document;
  const nodes = mappedNodes(document.nodes, (node): Node => {
    budget.drawNodes();
    if (node.type !== "reusable-content") return node;
    const [ref] = asReference(node.data?.ref);
    const body = ref && included.get(canonicalText(ref));
    if (body === undefined) return node;
    // Its length costs time even where its nodes are few.
    budget.drawNodes(Math.ceil(body.length / charactersOfNode));
    return { ...node, nodes: withIncluded(JSON.parse(body), included, depth - 1, budget).nodes };
  });
  return { ...document, nodes };
}

/** The operations that the blocks of a document name, each once. @param body the document as JSON */
export function operationsNamedIn(body: string) {
  const document: Document = JSON.parse(body);
  const named = [...listNodes(document)].flatMap(({ node }) => operationNamed(node) ?? []);
  return [...new Map(named.map((one) => [one.name, one])).values()];
}

export interface OperationsRequest {
  readonly filesystem: string;
  readonly wanted: readonly Wanted[];
}

export function findOperations({
  input: { filesystem, wanted },
  limits,
}: BoundedInput<OperationsRequest>): Promise<Bounded<OperationResults>> {
  return runWithin(limits, (budget) =>
    runWithinTime(limits, () => readOperations(filesystem, wanted, budget)),
  );
}
