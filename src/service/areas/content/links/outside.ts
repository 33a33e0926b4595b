/** Whether what a space refers to outside of itself is there. */
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { Call } from "../../../core/handlers.ts";
import { readTree } from "../revisions.ts";
import type { Tree } from "../tree.ts";
import { indexOf } from "../tree-index.ts";
import { readLinked } from "./read-linked.ts";
import { hasAnchor, type LinkStatus } from "./resolve.ts";

/** Spaces and the rest that references name, of one organization; whoever may see them. */
interface World {
  readonly trees: ReadonlyMap<string, Tree>;
  /** Pages with the anchors that are asked for: `space page anchor`. */
  readonly anchors: ReadonlySet<string>;
  /** `collection id`, `user id`, `openapi slug`. */
  readonly things: ReadonlySet<string>;
}

/**
 * The truth, also of what the caller may not see: a link is not broken because of who looks.
 * @param spaceId the space that refers
 * @returns the status of each of the references
 */
export async function statusesOutside(
  call: Pick<Call, "db">,
  spaceId: string,
  refs: readonly ContentReference[],
): Promise<(ref: ContentReference) => LinkStatus> {
  if (refs.length === 0) return () => "broken";
  const world = await worldOf(call, spaceId, refs);
  return (ref) => (isThere(ref, world) ? "ok" : "broken");
}

function isThere(ref: ContentReference, { trees, anchors, things }: World): boolean {
  const tree = "space" in ref && typeof ref.space === "string" ? trees.get(ref.space) : undefined;
  switch (ref.kind) {
    case "collection":
      return things.has(`collection ${ref.collection}`);
    case "user":
      return things.has(`user ${ref.user}`);
    case "openapi":
      return things.has(`openapi ${ref.spec}`);
    case "space":
      return tree !== undefined;
    case "page":
      return tree !== undefined && indexOf(tree).pages.has(ref.page);
    case "file":
      return tree !== undefined && indexOf(tree).files.has(ref.file);
    case "reusable-content":
      return tree !== undefined && indexOf(tree).reusableContents.has(ref.reusableContent);
    case "anchor":
      return ref.page === undefined
        ? tree !== undefined
        : anchors.has(`${ref.space} ${ref.page} ${ref.anchor}`);
    case "url":
      return true;
  }
}

async function worldOf(
  { db }: Pick<Call, "db">,
  spaceId: string,
  refs: readonly ContentReference[],
): Promise<World> {
  const { organization_id: organization } = await db
    .selectFrom("spaces")
    .select("organization_id")
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  const named = (kind: ContentReference["kind"], name: string) =>
    refs.flatMap((ref) => {
      const value: unknown = ref.kind === kind ? Reflect.get(ref, name) : undefined;
      return typeof value === "string" ? [value] : [];
    });
  const things = new Set<string>();
  const collections = named("collection", "collection");
  if (collections.length > 0) {
    const rows = await db
      .selectFrom("collections")
      .select("id")
      .where("organization_id", "=", organization)
      .where("id", "in", collections)
      .execute();
    for (const { id } of rows) things.add(`collection ${id}`);
  }
  const users = named("user", "user");
  if (users.length > 0) {
    const rows = await db
      .selectFrom("members")
      .select("user_id")
      .where("organization_id", "=", organization)
      .where("user_id", "in", users)
      .execute();
    for (const { user_id } of rows) things.add(`user ${user_id}`);
  }
  const specifications = named("openapi", "spec");
  if (specifications.length > 0) {
    const rows = await db
      .selectFrom("specifications")
      .select(["id", "slug"])
      .where("organization_id", "=", organization)
      .where((is) => is.or([is("slug", "in", specifications), is("id", "in", specifications)]))
      .execute();
    for (const { id, slug } of rows) things.add(`openapi ${id}`).add(`openapi ${slug}`);
  }
  return { things, ...(await treesOf(db, organization, refs)) };
}

async function treesOf(
  db: Call["db"],
  organization: string,
  refs: readonly ContentReference[],
): Promise<Pick<World, "trees" | "anchors">> {
  const trees = new Map<string, Tree>();
  const anchors = new Set<string>();
  const ids = refs.flatMap((ref) =>
    "space" in ref && typeof ref.space === "string" ? [ref.space] : [],
  );
  if (ids.length === 0) return { trees, anchors };
  const rows = await db
    .selectFrom("spaces")
    .select(["id", "revision_id"])
    .where("organization_id", "=", organization)
    .where("deleted_at", "is", null)
    .where("id", "in", [...new Set(ids)])
    .execute();
  for (const { id, revision_id } of rows) {
    const tree = await readTree(db, revision_id);
    trees.set(id, tree);
    const wanted = refs.filter((ref) => ref.kind === "anchor" && ref.space === id);
    if (wanted.length === 0) continue;
    const linked = await readLinked(db, id, tree);
    for (const ref of wanted) {
      if (ref.kind !== "anchor" || ref.page === undefined) continue;
      if (hasAnchor(linked, ref.page, ref.anchor)) anchors.add(`${id} ${ref.page} ${ref.anchor}`);
    }
  }
  return { trees, anchors };
}
