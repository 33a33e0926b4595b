/** A workspace with an organization, an admin and spaces for docs sites. */
import type { Input, Output } from "../../../../src/contract/endpoint.ts";
import * as site from "../../../../src/contract/site.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as group from "../../../../src/contract/site-section-group.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import * as space from "../../../../src/contract/space.ts";
import type { ServiceOptions } from "../../../../src/service/service.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

export type Structure = Output<typeof site.structure>;

export class SitesFixture {
  constructor(
    readonly workspace: Workspace,
    readonly org: string,
    readonly admin: string,
  ) {}

  async space(title: string): Promise<string> {
    const input = { organizationId: this.org, title };
    return (await this.workspace.ok(this.admin, space.create, input)).id;
  }

  /** A site with a space of each title at its root. */
  async site(...titles: string[]): Promise<string> {
    const spaces: string[] = [];
    for (const title of titles) spaces.push(await this.space(title));
    const input = { organizationId: this.org, title: "Docs", spaces };
    return (await this.workspace.ok(this.admin, site.create, input)).id;
  }

  /** The parents of every operation on a part. */
  of(siteId: string) {
    return { organizationId: this.org, siteId };
  }

  /** A section with a new space of the same title, unless one is given. */
  async section(siteId: string, title: string, spaceId?: string) {
    const of = { ...this.of(siteId), title, spaceId: spaceId ?? (await this.space(title)) };
    return this.workspace.ok(this.admin, section.create, of);
  }

  async group(siteId: string, title: string, sections: string[] = [], parent?: string) {
    const input = { ...this.of(siteId), title, sections, ...(parent && { parent }) };
    return this.workspace.ok(this.admin, group.create, input);
  }

  async add(siteId: string, spaceId: string, sectionId?: string) {
    const input = { ...this.of(siteId), spaceId, ...(sectionId && { sectionId }) };
    return this.workspace.ok(this.admin, siteSpace.create, input);
  }

  /** The operator has verified the domains of the site. */
  async change(
    siteId: string,
    changes: Omit<Input<typeof site.update>, "organizationId" | "siteId">,
  ) {
    for (const name of [changes.hostname, changes.proxy?.split("/")[0]?.toLowerCase()]) {
      if (name) await this.workspace.vouch(this.org, name);
    }
    return this.workspace.ok(this.admin, site.update, { ...this.of(siteId), ...changes });
  }

  get(siteId: string) {
    return this.workspace.ok(this.admin, site.get, this.of(siteId));
  }

  structure(siteId: string, caller = this.admin): Promise<Structure> {
    return this.workspace.ok(caller, site.structure, this.of(siteId));
  }

  published(siteId: string, asked: { shareKey?: string; claims?: string } = {}) {
    return this.workspace.ok(this.admin, site.published, { ...this.of(siteId), ...asked });
  }

  async sections(siteId: string) {
    return (await this.workspace.ok(this.admin, section.list, { ...this.of(siteId), limit: 1000 }))
      .items;
  }

  async siteSpaces(siteId: string, wanted?: boolean) {
    const only = wanted !== undefined && { default: wanted };
    const input = { ...this.of(siteId), limit: 1000, ...only };
    return (await this.workspace.ok(this.admin, siteSpace.list, input)).items;
  }
}

export async function openSitesFixture(options: ServiceOptions = {}): Promise<SitesFixture> {
  return addSitesFixture(await openWorkspace(options));
}

/** Adds another organization to a workspace that several tests share. */
export async function addSitesFixture(workspace: Workspace): Promise<SitesFixture> {
  const org = await workspace.organization();
  return new SitesFixture(workspace, org, await workspace.member(org, "admin"));
}

/** Titles and their content: `Guide*` is a default, `Group[A, B]` a group. */
export function outline(structure: Structure): string {
  return structure.structure.map((item) => itemOutline(item)).join(", ");
}

type Item = Structure["structure"][number];

function itemOutline(item: Item): string {
  const star = "default" in item && item.default ? "*" : "";
  if (item.object === "site-section-group") {
    return `${item.title}[${item.children.map(itemOutline).join(", ")}]`;
  }
  if (item.object === "site-space") return item.title + star;
  if (item.object === "site-external-link") return `${item.title}>${item.url}`;
  return `${item.title}${star}(${item.siteSpaces.map(itemOutline).join(", ")})`;
}
