import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { collectReferences } from "../../../../src/document/references.ts";
import { getDocuments } from "../../../../src/service/areas/content/texts/documents.ts";
import { withPage } from "../../../../src/service/areas/content/tree/tree-edit.ts";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { everyPage, gitSpace } from "../../../support/git/git-space.ts";

/** The documentation that packages ship, unmodified. */
const shipped = ["fastify", "undici"].slice(0, amount({ short: 1, full: 2 }));
/** In bytes; the few longer pages exceed all others together. */
const longest = amount({ short: 20_000, full: 1_000_000 });

function filesIn(folder: string): Record<string, Uint8Array> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), readFileSync(path)] as const;
      })
      .filter(([, content]) => content.length <= longest),
  );
}

/** Documentation of many chapters, each page with links to others and to an image. */
function written(pages: number): Record<string, string> {
  const files: Record<string, string> = { "README.md": "# Book\n\n[first](part-0/page-0.md)\n" };
  files["img/a.svg"] = "<svg xmlns='http://www.w3.org/2000/svg'/>";
  for (let page = 0; page < pages; page++) {
    const [part, next] = [Math.floor(page / 25), (page + 1) % pages];
    files[`part-${part}/page-${page}.md`] =
      `# Page ${page}\n\n![a](../img/a.svg) Go [on](../part-${Math.floor(next / 25)}/page-${next}.md#part) or [back](../README.md).\n\n## Part\n\n* one\n* two\n`;
  }
  return files;
}

const trees: readonly (readonly [string, Record<string, string | Uint8Array>])[] = [
  ...shipped.map((name) => [name, filesIn(join("node_modules", name, "docs"))] as const),
  ["written", written(amount({ short: 50, full: 400 }))],
];

for (const [name, files] of trees) {
  slowTest(
    `every page of the documentation of ${name} is imported, kept by its id, and exported unchanged`,
    async () => {
      const { imports, exports, edit, tree, workspace, spaceId } = await gitSpace();
      const repository = gitRepository();
      const hasReadme = Object.keys(files).some((path) => /^readme\.md$/i.test(path));
      const start = hasReadme ? {} : { "README.md": "# Start\n" };
      const commit = repository.commit({ ...files, ...start });
      expect((await imports(repository.path)).error).toBeUndefined();
      const content = await tree();
      const pages = everyPage(content.pages).filter(({ git }) => git !== undefined);
      const all = Object.keys({ ...files, ...start }).filter((path) => path.endsWith(".md"));
      expect(pages.map(({ git }) => git?.path).sort()).toEqual(all.sort());
      expect(pages.length).toBeGreaterThan(30);

      const documents = await getDocuments(
        workspace.db,
        spaceId,
        pages.flatMap(({ document }) => document ?? []),
      );
      const references = [...documents.values()].flatMap(collectReferences);
      const inner = references.filter(({ ref }) => ref.kind === "page" || ref.kind === "anchor");
      expect(inner.length).toBeGreaterThan(20);
      const ids = new Set(everyPage(content.pages).map(({ id }) => id));
      for (const { ref } of inner) {
        const page = "page" in ref ? ref.page : undefined;
        if (typeof page === "string") expect(ids).toContain(page);
      }

      expect(await exports(repository.path)).toMatchObject({ state: "success", commit });
      const [some] = pages;
      await edit((now) => withPage(now, some?.id ?? "", { description: "Edited" }));
      expect((await exports(repository.path)).error).toBeUndefined();
      const changed = repository.git("diff", "--name-only", commit, "main").trim();
      expect(changed).toBe(some?.git?.path);
      const edited = await tree();
      expect((await imports(repository.path)).error).toBeUndefined();
      expect((await tree()).pages).toEqual(edited.pages);
    },
  );
}
