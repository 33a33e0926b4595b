/** Normalization of backups for comparison: ids are replaced by names derived from positions. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

interface Page {
  readonly id: string;
  readonly type: string;
  readonly pages?: readonly Page[];
  readonly [field: string]: unknown;
}

interface Content {
  readonly pages: readonly Page[];
  readonly files: readonly { readonly id: string; readonly name: string; readonly size: number }[];
  readonly reusableContents: readonly { readonly id: string }[];
}

interface Node {
  readonly nodes?: readonly Node[];
  readonly [field: string]: unknown;
}

/**
 * The content of a backup. Content that a restore cannot recreate is represented by its replacement: an
 * empty page for a group, a page with the link for a link, and inlined text for reusable content.
 */
export function getContent(folder: string): unknown {
  const at = (path: string) => JSON.parse(readFileSync(join(folder, "spaces", path), "utf8"));
  const keys = readdirSync(join(folder, "spaces")).toSorted();
  const names = new Map<string, string>();
  const contents = keys.map((key) => {
    const content: Content = at(`${key}/revision.json`);
    const { id } = at(`${key}/space.json`) as { readonly id: string };
    names.set(id, key);
    nameAll(content, id, key, names);
    return [key, id, content] as const;
  });
  return Object.fromEntries(
    contents.map(([key, space, { pages, files, reusableContents }]) => {
      const plainly = (value: unknown) => plain(value, space, names);
      const document = (id: string): readonly Node[] => at(`${key}/documents/${id}.json`).nodes;
      const reusable = new Set(reusableContents.map(({ id }) => id));
      const included = (nodes: readonly Node[]): readonly Node[] =>
        nodes.flatMap((node) => {
          const id = idIncluded(node);
          if (id !== undefined && reusable.has(id)) return included(document(id));
          return [{ ...node, ...(node.nodes && { nodes: included(node.nodes) }) }];
        });
      const getText = (page: Page) => {
        if (page.type === "link") return plainly(linkTo(page));
        return page.type === "document" ? plainly(included(document(page.id))) : [];
      };
      const fileNames = files.map(({ name, size }) => ({ name, size }));
      return [
        key,
        { pages: pages.map((page) => getPage(page, getText, plainly)), files: fileNames },
      ];
    }),
  );
}

/** Pages of different spaces can have the same id, for example in a translation. */
function nameAll(
  { pages, files }: Content,
  space: string,
  key: string,
  names: Map<string, string>,
): void {
  const walk = (some: readonly Page[], above: string) => {
    for (const [at, { id, pages: below = [] }] of some.entries()) {
      names.set(`${space} ${id}`, `${above}/${at}`);
      walk(below, `${above}/${at}`);
    }
  };
  walk(pages, key);
  for (const [at, { id }] of files.entries()) names.set(`${space} ${id}`, `${key}/file ${at}`);
}

function idIncluded({ type, data }: Node): string | undefined {
  if (type !== "reusable-content") return undefined;
  return (data as { readonly ref: { readonly reusableContent: string } }).ref.reusableContent;
}

function linkTo({ title, target }: Page): readonly Node[] {
  const text = { object: "text", leaves: [{ object: "leaf", text: title, marks: [] }] };
  const link = { object: "inline", type: "link", data: { ref: target }, nodes: [text] };
  return [{ object: "block", type: "paragraph", nodes: [link] }];
}

/** The default value of a new page. */
const layoutOfNew = {
  ...{ width: "default", cover: true, coverSize: "hero", coverMask: "none", title: true },
  ...{ description: true, tableOfContents: true, outline: true, pagination: true },
  ...{ metadata: true, tags: true, actions: true, anchors: true },
};

function getPage(
  page: Page,
  getText: (page: Page) => unknown,
  plainly: (value: unknown) => unknown,
): unknown {
  const { title, emoji, icon, hidden, type } = page;
  const isDocument = type === "document";
  const { description, layout, cover, variables } = page;
  return {
    ...{ title, emoji, icon, hidden },
    ...(isDocument
      ? { description, layout, variables, cover: plainly(cover) }
      : { layout: layoutOfNew }),
    text: getText(page),
    pages: (page.pages ?? []).map((one) => getPage(one, getText, plainly)),
  };
}

/** Removes the keys of blocks, which are ids as well. @param home the space to which its ids belong */
function plain(value: unknown, home: string, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return names.get(`${home} ${value}`) ?? names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => plain(one, home, names));
  if (typeof value !== "object" || value === null) return value;
  const space = "kind" in value && "space" in value ? String(value.space) : home;
  const entries = Object.entries(value).filter(([name]) => name !== "key" || !("object" in value));
  return Object.fromEntries(entries.map(([name, one]) => [name, plain(one, space, names)]));
}
