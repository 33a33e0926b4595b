/** A space with pages and users, for tests of change requests. */

import * as cr from "../../../src/contract/cr.ts";
import type { ContentChange } from "../../../src/contract/cr-content.model.ts";
import type { Role } from "../../../src/contract/roles.ts";
import * as space from "../../../src/contract/space.ts";
import { writeMarkdown } from "../../../src/document/markdown.ts";
import { readTree } from "../../../src/service/areas/content/revisions.ts";
import { getDocuments } from "../../../src/service/areas/content/texts/documents.ts";
import { getTreeIndex } from "../../../src/service/areas/content/tree/tree-index.ts";
import type { ServiceOptions } from "../../../src/service/service.ts";
import { openWorkspace, type Workspace } from "../platforms/workspace.ts";

export class Desk {
  constructor(
    readonly workspace: Workspace,
    readonly org: string,
    readonly admin: string,
    readonly spaceId: string,
  ) {}

  person(role: Role | null): Promise<string> {
    return this.workspace.member(this.org, role);
  }

  /** A new change request. @returns its id */
  async begin(subject = "Better words", who = this.admin): Promise<string> {
    const input = { spaceId: this.spaceId, subject };
    return (await this.workspace.ok(who, cr.create, input)).id;
  }

  edit(changeRequestId: string, changes: ContentChange[], who = this.admin) {
    return this.workspace.ok(who, cr.edit, { spaceId: this.spaceId, changeRequestId, changes });
  }

  /** Replaces the text of a page. */
  write(changeRequestId: string, page: string, markdown: string, who = this.admin) {
    const change: ContentChange = { operation: "update_page", page, document: { markdown } };
    return this.edit(changeRequestId, [change], who);
  }

  get(changeRequestId: string) {
    return this.workspace.ok(this.admin, cr.get, { spaceId: this.spaceId, changeRequestId });
  }

  merge(changeRequestId: string, who = this.admin) {
    return this.workspace.ok(who, cr.merge, { spaceId: this.spaceId, changeRequestId });
  }

  pull(changeRequestId: string) {
    return this.workspace.ok(this.admin, cr.pull, { spaceId: this.spaceId, changeRequestId });
  }

  async mainRevision(): Promise<string> {
    return (await this.workspace.ok(this.admin, space.get, { spaceId: this.spaceId })).revision;
  }

  /** The pages of a revision in reading order, as `path: text`. */
  async pages(revision: string): Promise<string[]> {
    const { db } = this.workspace;
    const ordered = [...getTreeIndex(await readTree(db, revision)).pages.values()];
    const hashes = ordered.flatMap(({ page }) => page.document ?? []);
    const documents = await getDocuments(db, this.spaceId, hashes);
    return ordered.map(({ path, page }) => {
      const document = documents.get(page.document ?? "");
      return `${path}: ${document ? writeMarkdown(document).trim() : ""}`;
    });
  }

  /** Merges pages into the space. @returns their ids, in order */
  async publish(...pages: { title: string; markdown: string }[]): Promise<string[]> {
    const id = await this.begin("Pages");
    await this.edit(
      id,
      pages.map(({ title, markdown }) => ({
        operation: "insert_page",
        title,
        document: { markdown },
      })),
    );
    const { revision } = await this.merge(id);
    const made = [...getTreeIndex(await readTree(this.workspace.db, revision)).pages.values()];
    return made.slice(-pages.length).map(({ page }) => page.id);
  }
}

/** An organization, an admin of it, and a space without pages. */
export async function openDesk(options: ServiceOptions = {}): Promise<Desk> {
  return openDeskIn(await openWorkspace(options));
}

/** @param workspace a workspace that the tests of a file share */
export async function openDeskIn(workspace: Workspace): Promise<Desk> {
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const { id } = await workspace.ok(admin, space.create, { organizationId: org, title: "Guide" });
  return new Desk(workspace, org, admin, id);
}
