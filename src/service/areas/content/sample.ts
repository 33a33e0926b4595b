/**
 * Seeding of the content of the sample workspace: pages with links between spaces, a few of them
 * broken.
 */
import { addKeys } from "../../../document/keys.ts";
import { parseMarkdown } from "../../../document/markdown.ts";
import type { SampleContext } from "../../core/area.ts";
import { putFile } from "./files/blobs.ts";
import { commitRevision } from "./revisions.ts";
import { type SampleContent, sampleSpaces } from "./sample/spaces.ts";
import { type DraftPlan, planDrafts, writePlan } from "./tree/drafts.ts";
import { emptyTree, type TreeFile } from "./tree/tree.ts";
import { getTreeIndex } from "./tree/tree-index.ts";

interface PlannedSpace {
  readonly sample: SampleContent;
  readonly space: {
    readonly id: string;
    readonly revision_id: string;
    readonly created_at: string;
  };
  readonly plan: DraftPlan;
}

export async function seedContent(seeding: SampleContext): Promise<void> {
  const organizations = [seeding.organization, seeding.secondOrganization];
  const plans: PlannedSpace[] = [];
  for (const sample of sampleSpaces) {
    const space = await seeding.db
      .selectFrom("spaces")
      .select(["id", "revision_id", "created_at"])
      .where("title", "=", sample.space)
      .where("organization_id", "in", organizations)
      // If several have the title, the sample is the oldest.
      .orderBy("created_at")
      .executeTakeFirst();
    if (!space) throw new Error(`The sample has no space ${sample.space}.`);
    const files = await seedFiles(seeding, space.id, sample);
    const tree = { ...emptyTree, files, variables: sample.variables ?? {} };
    const now = new Date(computeWriteTime(space));
    plans.push({ sample, space, plan: planDrafts({ ...seeding, now }, tree, sample.pages) });
  }
  for (const planned of plans) await seedSpace(seeding, planned, plans);
  await seedInstructions(seeding);
}

async function seedInstructions({ db, organization, owner, now }: SampleContext): Promise<void> {
  const instructions = JSON.stringify(addKeys(parseMarkdown(instructionsForAgents)));
  const columns = { instructions, updated_at: now.toISOString(), updated_by: owner };
  await db
    .insertInto("agent_instructions")
    .values({ organization_id: organization, ...columns })
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(columns))
    .execute();
}

async function seedFiles(
  { db, newId }: SampleContext,
  space: string,
  sample: SampleContent,
): Promise<TreeFile[]> {
  const files: TreeFile[] = [];
  for (const { bytes, ...attributes } of sample.files ?? []) {
    files.push({ id: newId(), ...attributes, ...(await putFile(db, space, bytes)) });
  }
  return files;
}

/**
 * The time at which all pages existed: soon after the creation of the space, and before its change
 * requests.
 */
function computeWriteTime({ created_at }: PlannedSpace["space"]): string {
  return new Date(Date.parse(created_at) + 60 * 60 * 1000).toISOString();
}

/** The first revision has no pages, the second one has all of them. */
async function seedSpace(
  seeding: SampleContext,
  planned: PlannedSpace,
  plans: readonly PlannedSpace[],
): Promise<void> {
  const { space, plan } = planned;
  const { db, newId, owner: author } = seeding;
  const texts = new Map(
    [...plan.texts].map(([id, text]) => [
      id,
      text.replace(/\{\{([^\s{}][^{}\n]*)\}\}/g, (_, to) => resolveSampleUrl(plans, to)),
    ]),
  );
  const tree = await writePlan(db, space.id, { tree: plan.tree, texts });
  let parent = space.revision_id;
  const versions = [
    { at: space.created_at, pages: [] },
    { at: computeWriteTime(space), pages: tree.pages },
  ];
  for (const { at, pages } of versions) {
    const now = new Date(at);
    const revision = await commitRevision(
      { db, newId, now },
      { space: space.id, parents: [parent], type: "edits", tree: { ...tree, pages }, author },
    );
    parent = revision.id;
  }
  await db.updateTable("spaces").set({ revision_id: parent }).where("id", "=", space.id).execute();
}

/** `User guide` is a space, `User guide/alerts/routes#order` an anchor on one of its pages. */
function resolveSampleUrl(plans: readonly PlannedSpace[], to: string): string {
  const [title, ...path] = to.split("/");
  const target = plans.find(({ sample }) => sample.space === title);
  if (!target) throw new Error(`The sample has no space ${title}.`);
  if (path.length === 0) return `/spaces/${target.space.id}`;
  const [slug = "", anchor] = path.join("/").split("#");
  const page = getTreeIndex(target.plan.tree).byPath.get(slug)?.page;
  if (!page) throw new Error(`The sample has no page ${to}.`);
  return `/spaces/${target.space.id}/pages/${page.id}${anchor === undefined ? "" : `#${anchor}`}`;
}

const instructionsForAgents = `Answer from the **User guide** first, and say which page you read.

* Say *Lumen* for the product, never *the platform*
* Give a command only where the documentation has it
* Do not repeat what is in the *Operations* collection: it is not for customers
`;
