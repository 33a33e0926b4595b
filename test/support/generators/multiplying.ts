/** Content of a published site whose rendering is far larger than its stored form. */
import type { ContentReference } from "../../../src/contract/content-reference.model.ts";
import type { Document, Node } from "../../../src/contract/document.model.ts";
import { putFile } from "../../../src/service/areas/content/files/blobs.ts";
import {
  commitRevision,
  publishRevision,
  readTree,
} from "../../../src/service/areas/content/revisions.ts";
import { putDocument } from "../../../src/service/areas/content/texts/documents.ts";
import type { ContentPage, ContentTree } from "../../../src/service/areas/content/tree/tree.ts";
import { createId } from "../../../src/service/core/ids.ts";
import type { JobRequest } from "../../../src/service/jobs/job.ts";
import type { Service } from "../../../src/service/service.ts";

/** The location of the parts of a family. */
export interface Store {
  readonly text: (nodes: readonly Node[]) => Promise<string>;
  readonly file: (
    id: string,
    name: string,
    text: string,
  ) => Promise<{ readonly files: ContentTree["files"] }>;
}

/** The text of a page, and other content of its space. */
export interface Multiplied extends Partial<Omit<ContentTree, "pages">> {
  readonly nodes: readonly Node[];
  readonly page?: Partial<ContentPage>;
}

export interface Family {
  readonly name: string;
  /** The sizes to try until one is refused. */
  readonly sizes: readonly number[];
  /** The limit that applies; undefined if the content no longer multiplies. */
  readonly limit?: string;
  /** HTML that an accepted page contains. */
  readonly shows?: string;
  readonly make: (size: number, store: Store) => Promise<Multiplied>;
}

const repeat = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

export const paragraph = (...nodes: readonly Node[]): Node => ({
  object: "block",
  type: "paragraph",
  nodes: [...nodes],
});
const words = (text: string): Node => ({
  object: "text",
  leaves: [{ object: "leaf", text, marks: [] }],
});
const expression = (source: string): Node => ({
  object: "inline",
  type: "expression",
  data: { expression: source },
});
const reference = (type: string, ref: ContentReference): Node => ({
  object: "block",
  type,
  data: { ref },
});
const include = (id: string) =>
  reference("reusable-content", { kind: "reusable-content", reusableContent: id });

const operation: Node = {
  object: "block",
  type: "openapi-operation",
  data: { ref: { kind: "file", file: "specification" }, path: "/a", method: "get" },
};

/** An API with one operation whose response is the first of the schemas. */
export const specification = (schemas: Readonly<Record<string, object>>) =>
  JSON.stringify({
    openapi: "3.0.0",
    info: { title: "A", version: "1" },
    paths: {
      "/a": {
        get: {
          responses: {
            200: {
              description: "All",
              content: { "application/json": { schema: { $ref: "#/components/schemas/S0" } } },
            },
          },
        },
      },
    },
    components: { schemas },
  });

const levels = 7;
const long = "Words of a long description. ".repeat(170);

export const families: readonly Family[] = [
  {
    name: "includes that include each other",
    sizes: [2, 6, 24, 36],
    limit: "page.nodes",
    async make(size, { text }) {
      const contents = repeat(4, (at) => `c${at}`);
      const reusableContents = [];
      for (const [at, id] of contents.entries()) {
        const next = contents[at + 1];
        const nodes =
          next === undefined ? [paragraph(words("End"))] : repeat(size, () => include(next));
        reusableContents.push({ id, title: id, document: await text(nodes) });
      }
      return { nodes: repeat(size, () => include("c0")), reusableContents };
    },
  },
  {
    name: "expressions that repeat a variable",
    sizes: [1, 10, 100, 1000],
    limit: "page.characters",
    make: async (size) => ({
      nodes: repeat(size, () => paragraph(expression("space.vars.long"))),
      variables: { long: "x".repeat(60_000) },
    }),
  },
  {
    name: "expressions that repeat the description of their page",
    sizes: [10, 100, 10_000],
    limit: "page.characters",
    make: async (size) => ({
      nodes: repeat(size, () => paragraph(expression("page.description"))),
      page: { description: "x".repeat(2048) },
    }),
  },
  {
    name: "one expression",
    sizes: [1000, 60_000, 70_000],
    limit: "expression.characters",
    make: async (size) => ({
      nodes: [paragraph(expression("space.vars.long"))],
      variables: { long: "x".repeat(size) },
    }),
  },
  {
    name: "conditions around expressions",
    sizes: [1, 30, 1000],
    limit: "page.characters",
    make: async (size) => ({
      nodes: repeat(size, () => ({
        object: "block",
        type: "if",
        data: { expression: 'space.vars.long != ""' },
        nodes: [paragraph(expression("space.vars.long"))],
      })),
      variables: { long: "x".repeat(60_000) },
    }),
  },
  {
    name: "cards of a page with a long description",
    sizes: [10, 1000, 12_000],
    limit: "page.characters",
    make: async (size) => ({
      nodes: repeat(size, () => reference("content-ref", { kind: "page", page: "heavy" })),
      page: { description: "x".repeat(2048) },
    }),
  },
  {
    name: "schemas that refer to each other",
    sizes: [1, 3, 8],
    limit: "operations.characters",
    async make(size, { file }) {
      const schemas = Object.fromEntries(
        repeat(levels, (level) => {
          const ref = { $ref: `#/components/schemas/S${level + 1}` };
          const own = Object.fromEntries(repeat(size, (at) => [`p${at}`, ref]));
          const properties = level === levels - 1 ? {} : own;
          return [`S${level}`, { type: "object", description: long, properties }];
        }),
      );
      return {
        nodes: [operation],
        ...(await file("specification", "openapi.json", specification(schemas))),
      };
    },
  },
  {
    name: "schemas made of each other by allOf",
    sizes: [2, 12, 25, 60],
    shows: `<dl class="fields">`,
    async make(size, { file }) {
      const schemas = Object.fromEntries(
        repeat(levels * size, (at) => {
          const level = Math.floor(at / size);
          const next = repeat(level === levels - 1 ? 0 : size, (other) => ({
            $ref: `#/components/schemas/S${(level + 1) * size + other}`,
          }));
          return [`S${at}`, { allOf: next, properties: { [`p${at}`]: { type: "string" } } }];
        }),
      );
      return {
        nodes: [operation],
        ...(await file("specification", "openapi.json", specification(schemas))),
      };
    },
  },
  {
    name: "one operation that is shown many times",
    sizes: [1, 10, 3000],
    limit: "page.characters",
    async make(size, { file }) {
      const properties = Object.fromEntries(
        repeat(200, (at) => [`p${at}`, { type: "string", description: "Words" }]),
      );
      return {
        nodes: repeat(size, () => operation),
        ...(await file("specification", "openapi.json", specification({ S0: { properties } }))),
      };
    },
  },
];

/** Adds the content of a family to a page `heavy` of a space. */
export async function putHeavyPage(
  service: Service,
  space: string,
  family: Family,
  size: number,
): Promise<void> {
  const { db } = service;
  const { revision_id: before } = await db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", space)
    .executeTakeFirstOrThrow();
  await db.transaction().execute(async (transaction) => {
    const enqueue = (job: JobRequest) => service.jobs.enqueue(transaction, job);
    const context = { db: transaction, now: new Date(), newId: createId, enqueue };
    const document = (nodes: readonly Node[]): Document => ({
      object: "document",
      data: { schemaVersion: 1 },
      nodes: [...nodes],
    });
    const text: Store["text"] = (nodes) => putDocument(transaction, space, document(nodes));
    const file: Store["file"] = async (id, name, source) => {
      const stored = await putFile(transaction, space, Buffer.from(source));
      return { files: [{ id, name, contentType: "application/json", ...stored }] };
    };
    const { nodes, page, ...rest } = await family.make(size, { text, file });
    const tree = await readTree(transaction, before);
    const heavy: ContentPage = {
      id: "heavy",
      type: "document",
      title: "Heavy",
      slug: "heavy",
      pages: [],
      ...page,
      document: await text(nodes),
    };
    const pages = [...tree.pages.filter(({ id }) => id !== "heavy"), heavy];
    const revision = await commitRevision(context, {
      space,
      parents: [before],
      type: "edits",
      tree: { ...tree, ...rest, pages },
      author: null,
    });
    await publishRevision(context, revision);
  });
}
