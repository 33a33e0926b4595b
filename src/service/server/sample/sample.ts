/** Seeding of the sample workspace, with data for every list. */
import type { SpaceMergeRules } from "../../../contract/merge-rules.model.ts";
import type { Role } from "../../../contract/roles.ts";
import { ApiError } from "../../../errors.ts";
import { beginContent } from "../../areas/content/space-content.ts";
import { resolveLevel, topLevel } from "../../core/access/levels.ts";
import type { SampleContext } from "../../core/area.ts";
import { addClaim, verifyDomain } from "../../core/domains.ts";
import { createOrganizationRow } from "../../core/rows/organization-rows.ts";
import { rankAtEnd, type SiblingScope } from "../../core/rows/siblings.ts";
import { purgeTime } from "../../core/rows/space-rows.ts";
import type { CollectionTable, Queries, ResolvedLevel } from "../../database/tables.ts";
import { getConcurrencyKey, platform } from "../../jobs/principal.ts";
import {
  content,
  type SampleCollection,
  type SampleItem,
  type SampleSpaceRow,
  sampleDomain,
  people as samplePeople,
  secondOrganization,
} from "./sample-data.ts";

const hour = 60 * 60 * 1000;
const mergeRules: SpaceMergeRules = { type: "inherit" };

/** The data that exists before the areas add their parts. */
type SampleBase = Omit<SampleContext, "people" | "secondOrganization">;

/**
 * @param parts the parts of the areas, in their order
 * @throws ApiError 409 if the sample already exists
 */
export async function seedSample(
  beginning: SampleBase,
  parts: readonly ((seeding: SampleContext) => Promise<void>)[],
): Promise<void> {
  const { db, newId, organization } = beginning;
  await refuseSecond(db);
  const userIds = await seedPeople(beginning);
  await plant(beginning, { organizationId: organization, parentId: null }, topLevel, content);
  await db
    .insertInto("link_invites")
    .values({
      id: newId(),
      organization_id: organization,
      role: "comment",
      created_at: subtractAge(beginning, 20 * 24),
    })
    .execute();
  const secondOrganization = await seedSecondOrganization(beginning, userIds);
  const seeding = { ...beginning, people: userIds, secondOrganization };
  for (const seed of parts) await seed(seeding);
}

async function refuseSecond(db: Queries): Promise<void> {
  const emails = samplePeople.map((person) => person.email);
  const existingUser = await db
    .selectFrom("users")
    .select("email")
    .where("email", "in", emails)
    .executeTakeFirst();
  if (existingUser) {
    throw new ApiError(
      409,
      `The sample workspace already exists (user ${existingUser.email}). Reset the local data before you seed it again.`,
      { hint: "tome local reset" },
    );
  }
}

/** @returns the ids of the users, by email address */
async function seedPeople(seeding: SampleBase): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const person of samplePeople) {
    const id = seeding.newId();
    const joined = person.joinedDaysAgo * 24;
    ids.set(person.email, id);
    await seeding.db
      .insertInto("users")
      .values({
        id,
        display_name: person.name,
        email: person.email,
        photo_url: null,
        created_at: subtractAge(seeding, joined),
      })
      .execute();
    await enroll(seeding, seeding.organization, id, person.role, joined, person.seenHoursAgo);
  }
  return ids;
}

/** @returns its id */
async function seedSecondOrganization(
  seeding: SampleBase,
  ids: ReadonlyMap<string, string>,
): Promise<string> {
  const { title, emailDomains, createdDaysAgo, content: planted } = secondOrganization;
  const id = seeding.newId();
  const age = createdDaysAgo * 24;
  await seeding.db
    .insertInto("organizations")
    .values(createOrganizationRow(id, title, emailDomains, subtractAge(seeding, age)))
    .execute();
  const claimedAt = new Date(seeding.now.getTime() - age * hour);
  for (const domain of emailDomains) await vouch(seeding.db, id, domain, claimedAt);
  await vouch(seeding.db, seeding.organization, sampleDomain, claimedAt);
  await enroll(seeding, id, seeding.owner, "admin", age, 2);
  for (const email of secondOrganization.people) {
    const user = ids.get(email);
    if (user) await enroll(seeding, id, user, "create", age - 48, 90);
  }
  await seedInvited(seeding, id);
  await plant(seeding, { organizationId: id, parentId: null }, topLevel, planted);
  return id;
}

async function vouch(db: Queries, organizationId: string, domain: string, now: Date) {
  await addClaim(db, organizationId, domain, now);
  await verifyDomain(db, { organizationId, domain, by: "operator", now });
}

/** A user of the second organization with an open invitation to the first one. */
async function seedInvited(seeding: SampleBase, secondOrganizationId: string): Promise<void> {
  const { db, owner, organization } = seeding;
  const { name, email, role } = secondOrganization.invited;
  const id = seeding.newId();
  const user = { id, display_name: name, email, photo_url: null };
  const created_at = subtractAge(seeding, 300 * 24);
  await db
    .insertInto("users")
    .values({ ...user, created_at })
    .execute();
  await enroll(seeding, secondOrganizationId, id, "edit", 300 * 24, 70);
  await db
    .insertInto("invitations")
    .values({
      organization_id: organization,
      user_id: id,
      role,
      sso: 0,
      invited_by: owner,
      created_at: subtractAge(seeding, 26),
    })
    .execute();
}

async function enroll(
  seeding: SampleBase,
  organizationId: string,
  userId: string,
  role: Role | null,
  joinedHoursAgo: number,
  seenHoursAgo?: number,
): Promise<void> {
  await seeding.db
    .insertInto("members")
    .values({
      organization_id: organizationId,
      user_id: userId,
      role,
      disabled: 0,
      sso: 0,
      joined_at: subtractAge(seeding, joinedHoursAgo),
      last_seen_at: seenHoursAgo === undefined ? null : subtractAge(seeding, seenHoursAgo),
    })
    .execute();
}

/** Adds items and their content at the end of a list of siblings. */
async function plant(
  seeding: SampleBase,
  shelf: SiblingScope,
  inherited: ResolvedLevel,
  items: readonly SampleItem[],
): Promise<void> {
  for (const item of items) {
    const level = item.level === undefined ? "inherit" : item.level;
    const treeItem = {
      id: seeding.newId(),
      organization_id: shelf.organizationId,
      parent_id: shelf.parentId,
      rank: await rankAtEnd(seeding.db, shelf),
      default_level: level,
      resolved_level: resolveLevel(level, inherited),
      created_at: subtractAge(seeding, item.createdDaysAgo * 24),
    };
    if ("space" in item) {
      await plantSpace(seeding, treeItem, item);
    } else {
      await plantCollection(seeding, treeItem, item);
    }
  }
}

type SampleTreeItem = Pick<
  CollectionTable,
  | "id"
  | "organization_id"
  | "parent_id"
  | "rank"
  | "default_level"
  | "resolved_level"
  | "created_at"
>;

async function plantCollection(
  seeding: SampleBase,
  treeItem: SampleTreeItem,
  item: SampleCollection,
): Promise<void> {
  await seeding.db
    .insertInto("collections")
    .values({
      ...treeItem,
      title: item.collection,
      description: item.description ?? null,
      created_by: seeding.owner,
    })
    .execute();
  const shelf = { organizationId: treeItem.organization_id, parentId: treeItem.id };
  await plant(seeding, shelf, treeItem.resolved_level, item.holds);
}

async function plantSpace(
  seeding: SampleBase,
  treeItem: SampleTreeItem,
  item: SampleSpaceRow,
): Promise<void> {
  const deletedAt =
    item.deletedDaysAgo === undefined ? null : subtractAge(seeding, item.deletedDaysAgo * 24);
  const revision = seeding.newId();
  await seeding.db
    .insertInto("spaces")
    .values({
      ...treeItem,
      title: item.space,
      emoji: item.emoji ?? null,
      icon: null,
      visibility: "private",
      edit_mode: item.locked ? "locked" : "live",
      language: item.language ?? null,
      merge_rules: JSON.stringify(mergeRules),
      revision_id: revision,
      created_by: seeding.owner,
      updated_at: subtractAge(seeding, item.updatedHoursAgo),
      deleted_at: deletedAt,
    })
    .execute();
  await beginContent(seeding, { space: treeItem.id, revision, author: seeding.owner });
  if (deletedAt === null) return;
  await seeding.db
    .insertInto("jobs")
    .values({
      id: seeding.newId(),
      kind: "purge-space",
      payload: JSON.stringify({ spaceId: treeItem.id }),
      run_at: purgeTime(deletedAt).toISOString(),
      attempts: 0,
      state: "waiting",
      last_error: null,
      created_at: deletedAt,
      principal: JSON.stringify(platform),
      organization_id: treeItem.organization_id,
      concurrency_key: getConcurrencyKey(platform),
    })
    .execute();
}

function subtractAge(seeding: SampleBase, hours: number): string {
  return new Date(seeding.now.getTime() - hours * hour).toISOString();
}
