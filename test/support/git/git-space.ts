/** A space with a user who may sync it with Git, and helpers for its content. */
import type { Output } from "../../../src/contract/endpoint.ts";
import * as git from "../../../src/contract/git.ts";
import * as revision from "../../../src/contract/revision.ts";
import * as space from "../../../src/contract/space.ts";
import { writeMarkdown } from "../../../src/document/markdown.ts";
import {
  commitRevision,
  publishRevision,
  readTree,
} from "../../../src/service/areas/content/revisions.ts";
import { getDocument } from "../../../src/service/areas/content/texts/documents.ts";
import type { ContentPage, ContentTree } from "../../../src/service/areas/content/tree/tree.ts";
import { createId } from "../../../src/service/core/ids.ts";
import type { ServiceOptions } from "../../../src/service/service.ts";
import { openWorkspace, type Workspace } from "../platforms/workspace.ts";

export const main = "refs/heads/main";

export type GitSpace = Awaited<ReturnType<typeof gitSpaceIn>>;

/** Opens a space on a new platform. */
export async function gitSpace(options: ServiceOptions = {}) {
  return gitSpaceIn(await openWorkspace({ allowPrivate: true, ...options }));
}

/** @param workspace a workspace that may send requests to this machine */
export async function gitSpaceIn(workspace: Workspace) {
  const { service, db } = workspace;
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, {
    organizationId,
    title: "Docs",
  });

  type Asked = { ref?: string; [name: string]: unknown };
  const info = (): Promise<Output<typeof git.info>> => workspace.ok(admin, git.info, { spaceId });
  const tree = async (): Promise<ContentTree> => {
    const { revision } = await workspace.ok(admin, space.get, { spaceId });
    return readTree(db, revision);
  };
  return {
    workspace,
    admin,
    organizationId,
    spaceId,
    info,
    tree,
    /** The current revision. */
    async revision(): Promise<Output<typeof revision.get>> {
      const { revision: revisionId } = await workspace.ok(admin, space.get, { spaceId });
      return workspace.ok(admin, revision.get, { spaceId, revisionId });
    },
    async imports(url: string, asked: Asked = {}) {
      await workspace.ok(admin, git.importRepository, { spaceId, url, ref: main, ...asked });
      await service.jobs.finish();
      return info();
    },
    async exports(url: string, asked: Asked = {}) {
      const wanted = { spaceId, url, ref: main, commitMessage: "From the space", ...asked };
      await workspace.ok(admin, git.exportRepository, wanted);
      await service.jobs.finish();
      return info();
    },
    /** The text of a page. */
    async text({ document }: ContentPage): Promise<string> {
      return document === undefined ? "" : writeMarkdown(await getDocument(db, spaceId, document));
    },
    /** Edits the content as a user. */
    async edit(change: (tree: ContentTree) => ContentTree): Promise<void> {
      const call = {
        db,
        now: workspace.now,
        newId: createId,
        enqueue: (job: Parameters<typeof service.jobs.enqueue>[1]) => service.jobs.enqueue(db, job),
      };
      const { revision } = await workspace.ok(admin, space.get, { spaceId });
      const made = await commitRevision(call, {
        space: spaceId,
        parents: [revision],
        type: "edits",
        tree: change(await readTree(db, revision)),
        author: admin,
      });
      await publishRevision(call, made);
    },
  };
}

/** Titles, indented by depth, with a suffix for groups, links and hidden pages. */
export function outline(pages: readonly ContentPage[], depth = 0): string[] {
  return pages.flatMap((page) => [
    `${"  ".repeat(depth)}${page.title}${page.type === "document" ? "" : ` (${page.type})`}${page.hidden ? " (hidden)" : ""}`,
    ...outline(page.pages, depth + 1),
  ]);
}

/** All pages in reading order. */
export function everyPage(pages: readonly ContentPage[]): ContentPage[] {
  return pages.flatMap((page) => [page, ...everyPage(page.pages)]);
}

export function pageCalled({ pages }: ContentTree, title: string): ContentPage {
  const page = everyPage(pages).find((one) => one.title === title);
  if (!page) throw new Error(`There is no page ${title}.`);
  return page;
}
