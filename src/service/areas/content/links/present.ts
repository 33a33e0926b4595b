/** Presentation of references: the whole target, if the caller may see it. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Link, LinkReference } from "../../../../contract/link.model.ts";
import { findMembership } from "../../../core/access/access.ts";
import type { Call } from "../../../core/handlers.ts";
import {
  type ChangeRequestRow,
  presentChangeRequests,
} from "../../../core/rows/change-request-rows.ts";
import { findCollection, presentCollection } from "../../../core/rows/collection-rows.ts";
import { presentOrganization } from "../../../core/rows/organization-rows.ts";
import {
  findWholeSpace,
  presentOneSpace,
  type SpaceAccess,
} from "../../../core/rows/space-rows.ts";
import { loadUsersById } from "../../../core/rows/users.ts";
import { presentSpecification } from "../../openapi/present.ts";
import { isVisibleTo, selectSpecifications } from "../../openapi/queries.ts";
import { createFileUrls } from "../files/file-download.ts";
import {
  currentContent,
  presentFile,
  presentOptions,
  presentReusableContent,
  presentRevision,
  presentSinglePage,
} from "../present.ts";
import type { ReadableContent } from "../require-content.ts";
import { loadRevisionTree, type Revision, readRevision } from "../revisions.ts";
import type { ContentTree } from "../tree/tree.ts";
import { getTreeIndex } from "../tree/tree-index.ts";
import type { ReferenceLocation } from "./resolve.ts";
import type { ResolvedLink } from "./revision-links.ts";

/** A space with its content, and the data that every reference into it repeats. */
interface LinkedSpace {
  readonly base: string;
  readonly access: SpaceAccess;
  /** The path at which its pages are read, below the space. */
  readonly location: string;
  readonly tree: ContentTree;
  readonly within: Pick<Extract<LinkReference, { kind: "space" }>, "organization" | "space">;
  readonly version: Pick<Extract<LinkReference, { kind: "file" }>, "versionContext">;
  /** The approximate size of a reference into it, in characters. */
  readonly size: number;
  readonly address: Awaited<ReturnType<typeof createFileUrls>>;
}

/** The approximate size of a page in a reference, in characters. */
const sizeOfPage = 1024;

/**
 * The maximum number of pages and files of a revision in a reference. Each reference contains the
 * whole revision, so in a large space a list would consist mostly of revisions.
 */
const mostInRevision = 50;

export type ReferencePresenter = ReturnType<typeof createReferencePresenter>;

/**
 * Presents many references of a response, and reads each space once.
 * @param content the content of its own space; for other spaces, the current content is used
 */
export function createReferencePresenter(call: Call, content: ReadableContent) {
  const spaces = new Map<string, Promise<LinkedSpace | undefined>>();
  const linkedSpace = (spaceId: string) => {
    let linkedSpace = spaces.get(spaceId);
    if (!linkedSpace) {
      linkedSpace = readLinkedSpace(call, spaceId, content);
      spaces.set(spaceId, linkedSpace);
    }
    return linkedSpace;
  };

  async function location(spaceId: string, location: ReferenceLocation): Promise<LinkReference[]> {
    const linked = await linkedSpace(spaceId);
    const reference =
      linked &&
      (location.kind === "page"
        ? presentPage(linked, location.id)
        : presentReusable(linked, location.id));
    if (!reference) return [];
    if (reference.kind !== "page" || location.nodes.length === 0) return [reference];
    return location.nodes.map((node) => ({
      ...reference,
      internalLocation: { type: "node", node },
    }));
  }

  async function target(spaceId: string, ref: ContentReference, from: ReferenceLocation) {
    const other = "space" in ref && typeof ref.space === "string" ? ref.space : spaceId;
    const linked = await linkedSpace(other);
    switch (ref.kind) {
      case "url":
        return { kind: "url" as const, url: ref.url };
      case "collection":
        return presentCollectionReference(call, ref.collection);
      case "user":
        return { kind: "user" as const, user: (await loadUsersById(call, [ref.user]))(ref.user) };
      case "openapi":
        return linked && presentSpecificationReference(call, linked, ref.spec);
      default:
        return linked && presentInSpace(linked, ref, from);
    }
  }

  return {
    location,
    /** The approximate size of a reference into the space, in characters. */
    sizeIn: async (spaceId: string) => (await linkedSpace(spaceId))?.size ?? sizeOfPage,
    /** A link of a space, with all its locations. */
    async link(spaceId: string, resolved: ResolvedLink): Promise<Link> {
      // A broken URL or anchor can still be presented: a URL is a string, and an anchor has a page.
      const { kind } = resolved.ref;
      const isPresentable = resolved.status !== "broken" || kind === "url" || kind === "anchor";
      return {
        status: resolved.status,
        relation: resolved.relation,
        targetReference: isPresentable
          ? await target(spaceId, resolved.ref, resolved.location)
          : undefined,
        locationReferences: await location(spaceId, resolved.location),
      };
    },
  };
}

async function readLinkedSpace(
  call: Call,
  spaceId: string,
  content: ReadableContent,
): Promise<LinkedSpace | undefined> {
  const access = await findWholeSpace(call, spaceId);
  if (!access?.role || access.row.deleted_at !== null) return undefined;
  const { row } = access;
  const organization = await readOrganization(call, row.organization_id);
  if (!organization) return undefined;
  const within = { organization, space: await presentOneSpace(call, row, access.role) };
  const ownContent = content.revision.space === spaceId ? content : undefined;
  const revision = ownContent?.revision ?? (await readRevision(call.db, row.revision_id));
  const tree = ownContent?.tree ?? (await loadRevisionTree(call.db, revision));
  const version = ownContent?.changeRequest
    ? await loadChangeRequestVersion(call, ownContent.changeRequest)
    : await loadVersion(call, revision, tree);
  return {
    base: call.base,
    access,
    location: ownContent?.location ?? currentContent,
    tree,
    within,
    version,
    size: JSON.stringify({ ...within, ...version }).length + sizeOfPage,
    address: await createFileUrls(call, row.id),
  };
}

function presentInSpace(
  linked: LinkedSpace,
  ref: ContentReference,
  from: ReferenceLocation,
): LinkReference | undefined {
  switch (ref.kind) {
    case "space":
      return { kind: "space", ...linked.within };
    case "page":
      return presentPage(linked, ref.page);
    case "anchor": {
      const page = presentPage(linked, ref.page ?? from.id);
      return page && { ...page, internalLocation: { type: "anchor", anchor: ref.anchor } };
    }
    case "file": {
      const file = getTreeIndex(linked.tree).files.get(ref.file);
      const presentedFile = file && presentFile(file, linked.address, { metadata: false });
      return (
        presentedFile && { kind: "file", ...linked.within, ...linked.version, file: presentedFile }
      );
    }
    case "reusable-content":
      return presentReusable(linked, ref.reusableContent);
    default:
      return undefined;
  }
}

/** The revision of the targets; undefined if it is too large to be repeated in each reference. */
async function loadVersion(
  call: Call,
  revision: Revision,
  tree: ContentTree,
): Promise<LinkedSpace["version"]> {
  const { pages, files, reusableContents } = getTreeIndex(tree);
  if (pages.size + files.size + reusableContents.size > mostInRevision) return {};
  const options = presentOptions(call, revision.space, { metadata: false });
  const presentedRevision = await presentRevision(call, revision, options);
  return { versionContext: { type: "revision", revision: presentedRevision } };
}

async function loadChangeRequestVersion(
  call: Call,
  row: ChangeRequestRow,
): Promise<LinkedSpace["version"]> {
  const present = await presentChangeRequests(call, [row]);
  return { versionContext: { type: "changeRequest", changeRequest: present(row) } };
}

function presentPage(linked: LinkedSpace, id: string) {
  const treePage = getTreeIndex(linked.tree).pages.get(id);
  if (!treePage) return undefined;
  const { base, access, location } = linked;
  const options = presentOptions({ base }, access.row.id, { metadata: false, location });
  const page = presentSinglePage(treePage.page, treePage.path, options);
  return { kind: "page" as const, ...linked.within, ...linked.version, page };
}

function presentReusable(linked: LinkedSpace, id: string): LinkReference | undefined {
  const content = getTreeIndex(linked.tree).reusableContents.get(id);
  if (!content) return undefined;
  const reusableContent = presentReusableContent(content, { metadata: false });
  return { kind: "reusable-content", ...linked.within, ...linked.version, reusableContent };
}

async function presentCollectionReference(
  call: Call,
  id: string,
): Promise<LinkReference | undefined> {
  const collectionAccess = await findCollection(call, id);
  if (!collectionAccess?.role) return undefined;
  const organization = await readOrganization(call, collectionAccess.row.organization_id);
  const collection = presentCollection(collectionAccess.row, collectionAccess.role, call.base);
  return organization && { kind: "collection", organization, collection };
}

async function readOrganization(call: Call, id: string) {
  const membership = await findMembership(call, id);
  const row = await call.db
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return membership && row && presentOrganization(row, membership, call.base);
}

async function presentSpecificationReference(
  call: Call,
  { access, within }: LinkedSpace,
  slugOrId: string,
): Promise<LinkReference | undefined> {
  const row = await selectSpecifications(call.db)
    .where("organization_id", "=", access.row.organization_id)
    .where((is) => is.or([is("slug", "=", slugOrId), is("id", "=", slugOrId)]))
    .executeTakeFirst();
  if (!row || !isVisibleTo(row, access.member)) return undefined;
  const openAPISpec = presentSpecification(row, access.member, call.base);
  return { kind: "openapi", organization: within.organization, openAPISpec };
}
