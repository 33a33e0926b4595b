/** Revisions of a space with their authors and change requests. */

import type { ApiClient, Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import * as contract from "../../contract/revision.ts";
import * as space from "../../contract/space.ts";
import { NameNotFoundError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { trimCharacter } from "../../json/trim.ts";
import { asObject, asObjects, asText, isList } from "../../json/values.ts";
import { isForPerson } from "../output-form.ts";

interface RevisionListInput {
  readonly spaceId: string;
  readonly page?: string;
  /** Number of revisions to examine. */
  readonly depth?: number;
}

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "CHANGE REQUEST", path: "mergedFrom.subject", as: "title", wide: true },
  { header: "NUMBER", path: "mergedFrom.number", as: "number" },
  { header: "AUTHOR", path: "mergedFrom.createdBy.displayName" },
  { header: "MERGED BY", path: "mergedFrom.mergedBy.displayName" },
  { header: "TYPE", path: "type" },
  { header: "COMMIT", path: "git.message", wide: true },
  { header: "CREATED", path: "createdAt", as: "time" },
];

export const usualDepth = 50;

export async function listRevisions(
  context: Context,
  { spaceId, page, depth = usualDepth }: RevisionListInput,
): Promise<Result> {
  const client = await context.client({ many: depth > 1 });
  const choice = page === undefined ? undefined : await fetchChoice(context, client, spaceId, page);
  const progress = context.terminal.progress("Reading revisions …");
  const rows: JsonObject[] = [];
  let count = 0;
  let next = asText(asObject((await client.call(space.get, { spaceId })).value).revision);
  try {
    for (; next !== "" && count < depth; count += 1) {
      progress.update(`Reading revisions … ${count}`);
      const [revision, isChosen] = await Promise.all([
        readRevision(client, spaceId, next),
        choice?.takes(next) ?? true,
      ]);
      if (isChosen) rows.push(revision);
      next = isList(revision.parents) ? asText(revision.parents[0]) : "";
    }
  } finally {
    progress.stop();
  }
  if (next === "" && rows.length === 0 && choice?.unknown) throw choice.unknown;
  const older = `Examined the latest ${formatCount(count, "revision")}. To examine older ones, use --depth <n>.`;
  return {
    list: [rows],
    columns,
    order: "Newest first.",
    none: "None of the revisions changed the page.",
    next: listWords(rows, spaceId),
    notes: () => [
      ...(isForPerson(context) && rows.some(isUnsigned) ? [unsigned] : []),
      ...(next === "" ? [] : [older]),
    ],
  };
}

const unsigned =
  "The API does not return the authors of imports and of edits outside change requests.";

function isUnsigned({ type, mergedFrom }: JsonObject): boolean {
  return type === "edits" && asObject(mergedFrom).createdBy === undefined;
}

/** The changed text of a merged revision is that of its change request. */
function listWords(rows: readonly JsonObject[], spaceId: string): string | undefined {
  const merged = rows.map(({ mergedFrom }) => asObject(mergedFrom).number);
  const number = merged.find((one) => typeof one === "number");
  if (number === undefined) return undefined;
  return `To show the changed text of a change request: tome cr diff ${number} --space ${spaceId}`;
}

/** Omits the content, which is large and shown by `revision get`. */
async function readRevision(client: ApiClient, spaceId: string, revisionId: string) {
  const query = { spaceId, revisionId, computed: false };
  const { value } = await client.call(contract.get, query);
  const { pages: _, files: __, reusableContents: ___, ...revision } = asObject(value);
  return revision;
}

/** Finds the revisions that changed a page. */
interface RevisionFilter {
  readonly takes: (revisionId: string) => Promise<boolean>;
  /** Reason why the page does not exist now. */
  readonly unknown: NameNotFoundError | undefined;
}

/** A deleted page is identified by the path or title in the latest revision that changed it. */
async function fetchChoice(
  { lookUp }: Context,
  client: ApiClient,
  spaceId: string,
  word: string,
): Promise<RevisionFilter> {
  const reference = { of: ["page"], word, label: "--page", within: { spaceId } } as const;
  const match = await lookUp(reference).catch((error: unknown) => {
    if (error instanceof NameNotFoundError) return error;
    throw error;
  });
  const unknown = match instanceof NameNotFoundError ? match : undefined;
  let id = match instanceof NameNotFoundError ? undefined : match.id;
  const path = trimCharacter(word, "/");
  const takes = async (revisionId: string) => {
    const query = { spaceId, revisionId, limit: 1000, metadata: false, computed: false };
    const { changes } = asObject((await client.call(contract.changes, query)).value);
    const pages = asObjects(changes).map(({ page }) => asObject(page));
    const named = pages.find((page) => page.path === path || page.title === word);
    id ??= named && asText(named.id);
    return id !== undefined && pages.some((page) => page.id === id);
  };
  return { takes, unknown };
}
