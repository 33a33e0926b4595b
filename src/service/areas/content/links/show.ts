/** References as the API tells them: whole things, as far as the caller may see them. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Link, Reference } from "../../../../contract/link.model.ts";
import { membershipIn } from "../../../core/access.ts";
import { findCollection, presentCollection } from "../../../core/collection-rows.ts";
import type { Call } from "../../../core/handlers.ts";
import { presentOrganization } from "../../../core/organization-rows.ts";
import { type FoundSpace, findWholeSpace, presentSpace } from "../../../core/space-rows.ts";
import { usersById } from "../../../core/users.ts";
import { isSeenBy, presentSpecification, selectSpecifications } from "../../openapi/rows.ts";
import { fileAddresses } from "../file-download.ts";
import { readTree } from "../revisions.ts";
import { presentSinglePage, telling } from "../show-pages.ts";
import { presentFile } from "../show-revision.ts";
import type { Tree } from "../tree.ts";
import { indexOf } from "../tree-index.ts";
import type { SettledLink } from "./report.ts";
import type { Location } from "./resolve.ts";

/** A space with its content and all that references into it repeat. */
interface Shelf {
  readonly base: string;
  readonly found: FoundSpace;
  readonly tree: Tree;
  readonly within: Pick<Extract<Reference, { kind: "space" }>, "organization" | "space">;
  readonly address: Awaited<ReturnType<typeof fileAddresses>>;
}

export type Shower = ReturnType<typeof createShower>;

/** Shows many references of one answer, and reads each space once. */
export function createShower(call: Call) {
  const shelves = new Map<string, Promise<Shelf | undefined>>();
  const shelf = (spaceId: string) => {
    let known = shelves.get(spaceId);
    if (!known) {
      known = readShelf(call, spaceId);
      shelves.set(spaceId, known);
    }
    return known;
  };

  async function location(spaceId: string, where: Location): Promise<Reference[]> {
    const held = await shelf(spaceId);
    const shown =
      held && (where.kind === "page" ? pageOn(held, where.id) : reusableOn(held, where.id));
    if (!shown) return [];
    if (shown.kind !== "page" || where.nodes.length === 0) return [shown];
    return where.nodes.map((node) => ({ ...shown, internalLocation: { type: "node", node } }));
  }

  async function target(spaceId: string, ref: ContentReference, from: Location) {
    const other = "space" in ref && typeof ref.space === "string" ? ref.space : spaceId;
    const held = await shelf(other);
    switch (ref.kind) {
      case "url":
        return { kind: "url" as const, url: ref.url };
      case "collection":
        return collectionOf(call, ref.collection);
      case "user":
        return { kind: "user" as const, user: (await usersById(call, [ref.user]))(ref.user) };
      case "openapi":
        return held && specificationOf(call, held, ref.spec);
      default:
        return held && inShelf(held, ref, from);
    }
  }

  return {
    location,
    /** A link of a space, with all places where it stands. */
    async link(spaceId: string, found: SettledLink): Promise<Link> {
      // A broken address or anchor can be told all the same: the one is a text, the other has a page.
      const { kind } = found.ref;
      const there = found.status !== "broken" || kind === "url" || kind === "anchor";
      return {
        status: found.status,
        relation: found.relation,
        targetReference: there ? await target(spaceId, found.ref, found.location) : undefined,
        locationReferences: await location(spaceId, found.location),
      };
    },
  };
}

async function readShelf(call: Call, spaceId: string): Promise<Shelf | undefined> {
  const found = await findWholeSpace(call, spaceId);
  if (!found?.role || found.row.deleted_at !== null) return undefined;
  const { row } = found;
  const organization = await organizationOf(call, row.organization_id);
  if (!organization) return undefined;
  return {
    base: call.base,
    found,
    tree: await readTree(call.db, row.revision_id),
    within: { organization, space: presentSpace(row, found.role, call.base) },
    address: await fileAddresses(call, row.id),
  };
}

function inShelf(held: Shelf, ref: ContentReference, from: Location): Reference | undefined {
  switch (ref.kind) {
    case "space":
      return { kind: "space", ...held.within };
    case "page":
      return pageOn(held, ref.page);
    case "anchor": {
      const page = pageOn(held, ref.page ?? from.id);
      return page && { ...page, internalLocation: { type: "anchor", anchor: ref.anchor } };
    }
    case "file": {
      const file = indexOf(held.tree).files.get(ref.file);
      const shown = file && presentFile(file, held.address, { metadata: false });
      return shown && { kind: "file", ...held.within, ...version(held), file: shown };
    }
    case "reusable-content":
      return reusableOn(held, ref.reusableContent);
    default:
      return undefined;
  }
}

function version({ found }: Shelf) {
  return { versionContext: { type: "revision" as const, revision: found.row.revision_id } };
}

function pageOn(held: Shelf, id: string) {
  const placed = indexOf(held.tree).pages.get(id);
  if (!placed) return undefined;
  const told = telling({ base: held.base }, held.found.row.id, { metadata: false });
  const page = presentSinglePage(placed.page, placed.path, told);
  return { kind: "page" as const, ...held.within, ...version(held), page };
}

function reusableOn(held: Shelf, id: string): Reference | undefined {
  const content = indexOf(held.tree).reusableContents.get(id);
  if (!content) return undefined;
  const reusableContent = { id, title: content.title };
  return { kind: "reusable-content", ...held.within, ...version(held), reusableContent };
}

async function collectionOf(call: Call, id: string): Promise<Reference | undefined> {
  const found = await findCollection(call, id);
  if (!found?.role) return undefined;
  const organization = await organizationOf(call, found.row.organization_id);
  const collection = presentCollection(found.row, found.role, call.base);
  return organization && { kind: "collection", organization, collection };
}

async function organizationOf(call: Call, id: string) {
  const membership = await membershipIn(call, id);
  const row = await call.db
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return membership && row && presentOrganization(row, membership, call.base);
}

/** @param named the slug or the id */
async function specificationOf(
  call: Call,
  { found, within }: Shelf,
  named: string,
): Promise<Reference | undefined> {
  const row = await selectSpecifications(call.db)
    .where("organization_id", "=", found.row.organization_id)
    .where((is) => is.or([is("slug", "=", named), is("id", "=", named)]))
    .executeTakeFirst();
  if (!row || !isSeenBy(row, found.member)) return undefined;
  const openAPISpec = presentSpecification(row, found.member, call.base);
  return { kind: "openapi", organization: within.organization, openAPISpec };
}
