/** Random spaces with all kinds of content and cross-references. */
import * as collection from "../../../src/contract/collection.ts";
import type { ContentReference } from "../../../src/contract/content-reference.model.ts";
import type { Document, Node } from "../../../src/contract/document.model.ts";
import * as space from "../../../src/contract/space.ts";
import { parseMarkdown } from "../../../src/document/markdown.ts";
import { findDocumentUrls, withResolved } from "../../../src/document/stored-document.ts";
import { computeHash } from "../../../src/json/canonical.ts";
import { putFile } from "../../../src/service/areas/content/files/blobs.ts";
import { isExternal } from "../../../src/service/areas/content/links/relative-links.ts";
import { putDocument } from "../../../src/service/areas/content/texts/documents.ts";
import type { ContentPage, ContentTree } from "../../../src/service/areas/content/tree/tree.ts";
import { createId } from "../../../src/service/core/ids.ts";
import { publish } from "../organizations/content.ts";
import type { Workspace } from "../platforms/workspace.ts";
import { shippedMarkdown } from "./markdown-trees.ts";
import type { Random } from "./random.ts";

interface Planned {
  readonly id: string;
  readonly pages: readonly string[];
  readonly files: readonly string[];
  readonly reusable: readonly string[];
}

export interface Sizes {
  readonly spaces: number;
  /** Of a space, at most. */
  readonly pages: number;
}

/** Creates the spaces in an organization, as one of its admins. */
export async function makeSpaces(
  workspace: Workspace,
  random: Random,
  organizationId: string,
  admin: string,
  sizes: Sizes,
): Promise<void> {
  const texts = shippedMarkdown().filter(({ text }) => text.length < 20_000);
  const inside = await workspace.ok(admin, collection.create, { organizationId, title: "Random" });
  const planned: Planned[] = [];
  for (let at = 0; at < sizes.spaces; at++) {
    const { id } = await workspace.ok(admin, space.create, {
      organizationId,
      title: `Random ${at}`,
      ...(random.chance(0.5) && { parent: inside.id }),
    });
    const some = (most: number) => Array.from({ length: random.below(most) + 1 }, () => createId());
    planned.push({ id, pages: some(sizes.pages), files: some(3), reusable: some(2) });
  }
  for (const one of planned) {
    await publish(workspace, one.id, async (_, { db }) => {
      const put = (document: Document) => putDocument(db, one.id, document);
      const write = () => documentBy(random, one, planned, random.pick(texts).text);
      const reusableContents: ContentTree["reusableContents"][number][] = [];
      for (const id of one.reusable) {
        // Avoids recursion of content that includes itself.
        const document = await put(
          documentBy(random, { ...one, reusable: [] }, planned, "Shared *words*."),
        );
        reusableContents.push({ id, title: `Shared ${id}`, document });
      }
      const files: ContentTree["files"][number][] = [];
      for (const id of one.files) {
        const bytes = Buffer.from(`${id} ${random.next()}`);
        await putFile(db, one.id, bytes);
        const name = random.pick(["plan.txt", "PLAN.txt", "CON", "..", "a/b.svg", "résumé.pdf"]);
        files.push({
          id,
          name,
          contentType: "text/plain",
          hash: computeHash(bytes),
          size: bytes.length,
        });
      }
      const pages = await pagesBy(random, one, async () => put(write()));
      return { pages, files, reusableContents, variables: { product: "Lumen" } };
    });
  }
}

async function pagesBy(
  random: Random,
  { pages: ids, files }: Planned,
  document: () => Promise<string>,
): Promise<readonly ContentPage[]> {
  const top: ContentPage[] = [];
  const open: { page: ContentPage; below: ContentPage[]; depth: number }[] = [];
  for (const id of ids) {
    const parents = open.filter(({ depth }) => depth < 4);
    const parent = random.chance(0.6) && parents.length > 0 ? random.pick(parents) : undefined;
    const title = random.pick([
      "Start",
      "What is new",
      "../up",
      "Ünïcode 指南",
      "CON",
      "a".repeat(90),
      "Start",
    ]);
    const below: ContentPage[] = [];
    const isTop = parent === undefined;
    const type = isTop && random.chance(0.1) ? "group" : random.chance(0.05) ? "link" : "document";
    const page: ContentPage = {
      id,
      type,
      title,
      ...(type !== "link" && { slug: title }),
      pages: below,
      ...(type === "link" && { target: { kind: "page", page: random.pick(ids) } }),
      ...(type === "document" && random.chance(0.95) && { document: await document() }),
      ...(random.chance(0.3) && type === "document" && { description: "In short: this." }),
      ...(random.chance(0.2) && { emoji: "🚀" }),
      ...(random.chance(0.1) && { hidden: true }),
      ...(random.chance(0.2) &&
        type === "document" && { layout: { width: "wide", outline: false } }),
      ...(random.chance(0.2) &&
        type === "document" && {
          cover: { ref: { kind: "file", file: random.pick(files) }, yPos: 12 },
        }),
      ...(random.chance(0.1) && type === "document" && { variables: { tier: "gold", seats: 3 } }),
    };
    (parent?.below ?? top).push(page);
    if (type === "document" || type === "group")
      open.push({ page, below, depth: (parent?.depth ?? 0) + 1 });
  }
  return top;
}

/** A text with references to content of these spaces, some of them broken. */
function documentBy(
  random: Random,
  own: Planned,
  all: readonly Planned[],
  markdown: string,
): Document {
  const read = parseMarkdown(markdown);
  // Edits convert URLs of content in the space to references.
  const outside: ContentReference = { kind: "url", url: "https://example.com/elsewhere" };
  const relative = findDocumentUrls(read).filter(({ url }) => !isExternal(url));
  const document = withResolved(
    read,
    relative.map((one) => [one, outside]),
  );
  const nodes: Node[] = [...document.nodes];
  for (let left = random.below(6); left > 0; left--) {
    nodes.splice(random.below(nodes.length + 1), 0, paragraphTo(referenceBy(random, own, all)));
  }
  const [reusable] = own.reusable;
  if (reusable !== undefined && random.chance(0.3)) {
    const ref = { kind: "reusable-content", reusableContent: reusable };
    nodes.push({ object: "block", type: "reusable-content", isVoid: true, data: { ref } });
  }
  return { ...document, nodes };
}

function referenceBy(random: Random, own: Planned, all: readonly Planned[]): ContentReference {
  const other = random.pick(all);
  // Not in included content, where one broken link counts once for each including page.
  if (own.reusable.length > 0 && random.chance(0.2)) {
    const anchor = { kind: "anchor", anchor: "usage", page: random.pick(own.pages) } as const;
    return random.pick([{ kind: "page", page: createId() } as const, anchor]);
  }
  return random.pick<() => ContentReference>([
    () => ({ kind: "page", page: random.pick(own.pages) }),
    () => ({ kind: "page", page: random.pick(other.pages), space: other.id }),
    () => ({ kind: "file", file: random.pick(own.files) }),
    () => ({ kind: "file", file: random.pick(other.files), space: other.id }),
    () => ({ kind: "space", space: other.id }),
    () => ({ kind: "url", url: "https://example.com/a?b=c#d" }),
  ])();
}

function paragraphTo(ref: ContentReference): Node {
  const leaf = { object: "leaf" as const, text: "there", marks: [] };
  const text: Node = { object: "text", leaves: [leaf] };
  const link: Node = { object: "inline", type: "link", data: { ref }, nodes: [text] };
  return { object: "block", type: "paragraph", nodes: [link] };
}
