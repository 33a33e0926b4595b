/** Rich text: a tree of blocks with inline nodes and texts, whose leaves have marks. */
import * as z from "zod/mini";

/** Settings of a node; they depend on its type. */
const data = z.record(z.string(), z.unknown());

const marks = z.array(
  z.looseObject({ object: z.literal("mark"), type: z.string(), data: z.optional(data) }),
);

const leaf = z.looseObject({ object: z.literal("leaf"), text: z.string(), marks });

/** Any node below a document. Only texts have leaves, and texts have nothing else. */
export interface Node {
  object: "block" | "inline" | "text" | "fragment";
  /** Type of a block or inline node: `paragraph`, `heading-1`, `link`. */
  type?: string | undefined;
  /** Key of the node in its document, which comments refer to. */
  key?: string | undefined;
  nodes?: Node[] | undefined;
  leaves?: z.infer<typeof leaf>[] | undefined;
  /** Marks around an inline node. */
  marks?: z.infer<typeof marks> | undefined;
  fragments?: Node[] | undefined;
  /** Name of a fragment in its block. */
  fragment?: string | undefined;
  isVoid?: boolean | undefined;
  data?: Record<string, unknown> | undefined;
  meta?: Record<string, unknown> | undefined;
}

export const node: z.ZodMiniType<Node> = z.lazy(() =>
  z
    .looseObject({
      object: z.enum(["block", "inline", "text", "fragment"]),
      type: z.optional(z.string()),
      key: z.optional(z.string()),
      nodes: z.optional(z.array(node)),
      leaves: z.optional(z.array(leaf)),
      marks: z.optional(marks),
      fragments: z.optional(z.array(node)),
      fragment: z.optional(z.string()),
      isVoid: z.optional(z.boolean()),
      data: z.optional(data),
      meta: z.optional(data),
    })
    .check(z.refine<Node>(hasType, { path: ["type"], error: "is required" })),
);

/** Nothing is known about a block or inline node without a type, such as how to print it. */
function hasType({ object, type }: Node): boolean {
  return type !== undefined || object === "text" || object === "fragment";
}

export const document = z.looseObject({
  object: z.literal("document"),
  data: z.looseObject({ schemaVersion: z.optional(z.int()) }),
  nodes: z.array(node),
});
export type Document = z.infer<typeof document>;
export type Leaf = z.infer<typeof leaf>;
