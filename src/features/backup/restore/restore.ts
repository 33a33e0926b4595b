/** `tome backup restore`: restores the spaces of a backup to the same or another organization. */
import type { Context, PrintedColumn, Result } from "../../../context.ts";
import * as collection from "../../../contract/collection.ts";
import * as changeRequest from "../../../contract/cr.ts";
import * as space from "../../../contract/space.ts";
import { IncompleteError, UsageError } from "../../../errors.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { asObject, asObjects } from "../../../json/values.ts";
import { confirm } from "../../confirm.ts";
import { formatExamined } from "../../safety-checks/examined-count.ts";
import { lockCreations } from "../../safety-checks/existing-titles.ts";
import { type BackedUpSpace, openBackedUpSpace } from "../backed-up-space.ts";
import { findBackup, loadManifest, readRecordedJson } from "../folder.ts";
import type { BackupManifest } from "../manifest.ts";
import { checkPlatform } from "../platform.ts";
import { checkEarlierRestores } from "./earlier-restores.ts";
import { executeRestore, type RestoredOutcome, type RestorePlan } from "./execute.ts";
import { openRestoreJournal, type RestoreJournal } from "./restore-journal.ts";
import {
  findMissingCollections,
  type RestoreTarget,
  resolveRestoreMode,
  toCollectionInput,
  toSpaceInput,
} from "./restore-targets.ts";
import { listSitePositions } from "./site-positions.ts";

interface RestoreInput {
  readonly folder: string;
  readonly space?: readonly string[];
  readonly to?: string;
  readonly asChangeRequest?: boolean;
  readonly otherPlatform?: boolean;
  readonly again?: boolean;
}

const columns: readonly PrintedColumn[] = [
  { header: "STATUS", path: "status", as: "state" },
  { header: "SPACE", path: "title", as: "title", wide: true },
  { header: "ID", path: "id", as: "id" },
  { header: "PAGES", path: "pages", as: "number" },
  { header: "FILES", path: "files", as: "number" },
  { header: "CHANGE REQUEST", path: "changeRequest", as: "id" },
  { header: "REASON", path: "why", wide: true },
];

export async function restore(context: Context, input: RestoreInput): Promise<Result> {
  const { folder, asChangeRequest = false } = input;
  const root = await findBackup(context, folder);
  const manifest = await loadManifest(root);
  checkPlatform(context, manifest, input.otherPlatform === true);
  const backups = await chooseSpaces(root, manifest, input);
  const organizationId = input.to ?? manifest.organization.id;
  const client = await context.client({ many: true });
  const isSame = organizationId === manifest.organization.id;
  const target: RestoreTarget = { client, organizationId, isSame };
  const journal = await openRestoreJournal(context, root, {
    backup: manifest.end,
    organization: organizationId,
    only: input.space ?? [],
    asChangeRequest,
  });
  const progress = context.terminal.progress("Reading the spaces …");
  try {
    const reader = await context.client({ lookup: true, many: true });
    const readTarget = { ...target, client: reader };
    const plan = await buildPlan(root, manifest, readTarget, backups, input, journal);
    const again = input.again === true;
    const source = { backedUp: manifest.end, command: formatCommand(input), again };
    for (const note of await checkEarlierRestores(readTarget, plan, journal, source)) {
      context.terminal.note(note);
    }
    announce(target, plan, journal);
    await ask(context, folder, manifest, plan, asChangeRequest);
    await journal.begin();
    const say = (text: string) => progress.update(text);
    const hasNew = plan.collections.length > 0 || plan.spaces.some(({ way }) => way === "new");
    const lock = async () => {
      if (!hasNew) return async () => {};
      const release = await lockCreations(context, organizationId);
      // Another run may have restored the same backup while this one waited.
      await checkEarlierRestores(readTarget, plan, journal, source).catch(async (error) => {
        await release();
        throw error;
      });
      return release;
    };
    const options = { say, asChangeRequest, backedUp: manifest.end, lock };
    const outcomes = await executeRestore(target, plan, journal, options);
    const scope = { root, folder, organizationId: isSame ? undefined : organizationId };
    return await describe(outcomes, manifest, journal, scope);
  } finally {
    progress.stop();
    await journal.close();
  }
}

/** The command with the flags that select its scope. */
function formatCommand({ folder, space: names = [], to, asChangeRequest }: RestoreInput): string {
  const flags = [
    ...names.map(
      (name) => `--space ${/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`}`,
    ),
    ...(to === undefined ? [] : [`--to ${to}`]),
    ...(asChangeRequest === true ? ["--as-change-request"] : []),
  ];
  return ["tome backup restore", folder, ...flags].join(" ");
}

/** @throws UsageError for a space that is not in the backup, or a damaged file */
async function chooseSpaces(
  root: string,
  manifest: BackupManifest,
  { folder, space: names }: RestoreInput,
): Promise<readonly BackedUpSpace[]> {
  const entries = manifest.spaces.filter(
    ({ key, id, title }) =>
      names === undefined || [key, id, title].some((name) => names.includes(name)),
  );
  const missing = names?.find(
    (name) => !entries.some(({ key, id, title }) => [key, id, title].includes(name)),
  );
  if (missing !== undefined) {
    const keys = manifest.spaces.map(({ key }) => key).join(", ");
    throw new UsageError(`No space ${missing} found in ${folder}. Available spaces: ${keys}.`);
  }
  const spaces: BackedUpSpace[] = [];
  for (const entry of entries) spaces.push(await openBackedUpSpace(root, manifest, entry));
  return spaces;
}

async function buildPlan(
  root: string,
  manifest: BackupManifest,
  target: RestoreTarget,
  backups: readonly BackedUpSpace[],
  { space: names }: RestoreInput,
  journal: RestoreJournal,
): Promise<RestorePlan> {
  const spaces: RestorePlan["spaces"][number][] = [];
  for (const backup of backups) {
    const way = await resolveRestoreMode(target, backup, journal.getState(backup.entry.key));
    spaces.push({ backup, way });
  }
  const entry = manifest.files.find(({ path }) => path === "organization.json");
  const organization = entry === undefined ? undefined : await readRecordedJson(root, entry);
  const all = asObjects(asObject(organization).collections);
  const needed =
    names === undefined
      ? "all"
      : spaces.filter(({ way }) => way === "new").map(({ backup }) => backup);
  return { collections: await findMissingCollections(target, all, needed, journal), spaces };
}

/** A dry run ends here: the edits depend on ids that the platform has not assigned yet. */
function announce(
  target: RestoreTarget,
  { collections, spaces }: RestorePlan,
  journal: RestoreJournal,
): void {
  const { client } = target;
  client.announceAll([
    ...collections.map((one) =>
      client.describe(collection.create, toCollectionInput(target, one, journal)),
    ),
    ...spaces.map(({ backup, way }) => {
      if (way === "new")
        return client.describe(space.create, toSpaceInput(target, backup, journal));
      const spaceId = backup.entry.id;
      if (way === "deleted") return client.describe(space.restore, { spaceId });
      return client.describe(changeRequest.create, { spaceId });
    }),
  ]);
}

async function ask(
  context: Context,
  folder: string,
  { end }: BackupManifest,
  { spaces }: RestorePlan,
  asChangeRequest: boolean,
): Promise<void> {
  const existing = spaces.filter(({ way }) => way !== "new");
  if (existing.length === 0 || asChangeRequest) return;
  await confirm(context, `tome backup restore ${folder}`, () => {
    for (const { backup } of existing) context.terminal.note(`- ${backup.entry.title}`);
    return `Restore the content of ${end} in ${formatCount(existing.length, "space")}? Later edits of the same pages will be overwritten.`;
  });
}

async function describe(
  outcomes: readonly RestoredOutcome[],
  manifest: BackupManifest,
  journal: RestoreJournal,
  scope: RestoreSource,
): Promise<Result> {
  const rows = outcomes.map(({ backup, state, status, why }) => ({
    status,
    key: backup.entry.key,
    title: backup.entry.title,
    id: state.id ?? null,
    pages: backup.pages.length,
    files: backup.files.length,
    changeRequest: status === "open" ? (state.changeRequest ?? null) : null,
    why: why.length === 0 ? null : why.join(" "),
  }));
  const incomplete = outcomes.filter(({ status }) => status === "different" || status === "open");
  if (incomplete.every(({ isAsAsked }) => isAsAsked)) await journal.remove();
  const isNew = new Set(outcomes.filter(({ state }) => state.isNew).map(({ state }) => state.key));
  const losses =
    isNew.size === 0
      ? []
      : manifest.cannotBeRestored.filter(({ space: key }) => key === undefined || isNew.has(key));
  const positions = await describeSitePositions(outcomes, manifest, scope);
  return {
    list: [rows],
    columns,
    none: "The backup contains no spaces. No changes were made.",
    notes: () => [
      // A space that exists, or is in the trash, has kept what a backup does not contain.
      ...(losses.length + positions.length > 0 ? ["Not restored:"] : []),
      ...losses.map(({ what, why }) => `- ${what}: ${why}`),
      ...positions,
      formatRestoreScope(outcomes, manifest),
    ],
    unsettled: () => findUnsettled(outcomes),
  };
}

interface RestoreSource {
  /** The resolved folder of the backup. */
  readonly root: string;
  /** The folder as given on the command line. */
  readonly folder: string;
  /** Undefined for the organization of the backup. */
  readonly organizationId: string | undefined;
}

/** Sentences about the places of new spaces on docs sites, and the command that plans them. */
async function describeSitePositions(
  outcomes: readonly RestoredOutcome[],
  manifest: BackupManifest,
  { root, folder, organizationId }: RestoreSource,
): Promise<readonly string[]> {
  const restored = outcomes.filter(({ state }) => state.isNew === true && state.id !== undefined);
  const positions = await listSitePositions(
    root,
    manifest,
    restored.map(({ backup }) => backup.entry.id),
  );
  if (positions.size === 0) return [];
  const lines: string[] = [];
  const adoptions: string[] = [];
  for (const { backup, state } of restored) {
    const own = positions.get(backup.entry.id) ?? [];
    for (const { siteTitle, sectionTitle } of own) {
      const section = sectionTitle === undefined ? "" : `, section ${JSON.stringify(sectionTitle)}`;
      lines.push(
        `- the place of ${JSON.stringify(backup.entry.title)} on the docs site ${JSON.stringify(siteTitle)}${section}: the new space is on no site`,
      );
    }
    const [first] = own;
    if (first !== undefined) adoptions.push(`--adopt ${first.address}=id:${state.id}`);
  }
  const copy = `cp -r ${folder}/organization organization-files`;
  const other = organizationId === undefined ? "" : " && rm organization-files/tome.lock.json";
  const org = organizationId === undefined ? "" : ` --org ${organizationId}`;
  return [
    ...lines,
    `To plan these places: ${copy}${other} && tome plan organization-files${org} ${adoptions.join(" ")}`,
  ];
}

function formatRestoreScope(
  outcomes: readonly RestoredOutcome[],
  { spaces }: BackupManifest,
): string {
  const sum = (count: (one: RestoredOutcome) => number) =>
    outcomes.reduce((total, one) => total + count(one), 0);
  return formatExamined(
    [
      [outcomes.length, "space"],
      [sum(({ backup }) => backup.pages.length), "page"],
      [sum(({ backup }) => backup.files.length), "file"],
    ],
    [
      [
        spaces.length - outcomes.length,
        "space that was not selected",
        "spaces that were not selected",
      ],
    ],
  );
}

function findUnsettled(outcomes: readonly RestoredOutcome[]): IncompleteError | undefined {
  const incomplete = outcomes.filter(({ isAsAsked }) => !isAsAsked);
  const [first] = incomplete;
  if (first === undefined) return undefined;
  const { backup, why } = first;
  return new IncompleteError(
    "partial",
    `${incomplete.length} of ${formatCount(outcomes.length, "space")} ${incomplete.length === 1 ? "was" : "were"} not fully restored. First: ${backup.entry.title}: ${why[0] ?? ""} Run the command again to continue.`,
  );
}
