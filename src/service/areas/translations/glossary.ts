/** Handlers for the glossary of an organization, and its use in translations. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/translation-glossary.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, createNotFoundError, requireMembership } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, countSelected, inOrder } from "../../core/pages.ts";
import type { Queries } from "../../database/tables.ts";
import type { GlossaryEntryTable, GlossaryTermTable, TranslationTable } from "./tables.ts";

/** Maximum number of entries of an organization. */
const maxEntries = 5000;

interface ListedGlossaryEntry extends GlossaryEntryTable {
  /** The term in the language of the order; empty if the entry has none. */
  readonly order_term: string;
}

export const handlers = {
  /** Ordered by age, oldest first, or by the terms of a language. */
  async list({ organizationId, orderBy, ...paging }, call) {
    await requireMembership(call, organizationId);
    return buildPage<
      ListedGlossaryEntry & { terms: readonly GlossaryTermTable[] },
      Output<typeof contract.get>
    >({
      page: paging.page,
      limit: paging.limit,
      list: `glossary of organization ${organizationId}, ordered by ${orderBy ?? "age"}`,
      read: async (after, take) => {
        const rows = await selectGlossaryEntries(call.db, organizationId, orderBy)
          .$call((query) => inOrder(query, ["order_term", "created_at", "id"], after))
          .limit(take)
          .execute();
        const terms = await readTerms(call.db, rows);
        return rows.map((row) => ({ ...row, terms: terms.get(row.id) ?? [] }));
      },
      key: (row) => [row.order_term, row.created_at, row.id],
      show: (row) => presentGlossaryEntry(row, row.terms, call.base),
    });
  },

  async get({ organizationId, glossaryEntryId }, call) {
    await requireMembership(call, organizationId);
    const row = await requireGlossaryEntry(call.db, organizationId, glossaryEntryId);
    const terms = await readTerms(call.db, [row]);
    return presentGlossaryEntry(row, terms.get(row.id) ?? [], call.base);
  },

  /** All operations, or none. */
  async put({ organizationId, operations }, call) {
    const { role } = await requireMembership(call, organizationId);
    authorize(role, "updateGlossaryEntries");
    for (const [index, operation] of operations.entries()) {
      if (operation.type === "insert") {
        await insertGlossaryEntry(call, organizationId, operation.translations);
        continue;
      }
      const row = await findGlossaryEntry(call.db, organizationId, operation.id);
      if (!row) throw createUnknownGlossaryEntryError(index, operation.id);
      await call.db.deleteFrom("glossary_terms").where("entry_id", "=", row.id).execute();
      if (operation.type === "delete") {
        await call.db.deleteFrom("glossary_entries").where("id", "=", row.id).execute();
        continue;
      }
      await insertTerms(call.db, row.id, operation.translations);
      await call.db
        .updateTable("glossary_entries")
        .set({ updated_at: call.now.toISOString() })
        .where("id", "=", row.id)
        .execute();
    }
    await requireCapacity(call.db, organizationId);
    return undefined;
  },
} satisfies Handlers<typeof contract>;

type GlossaryTerms = Readonly<Partial<Record<string, string>>>;

/** The terms of a translation: the term to use, by the term of the source language. */
export async function readGlossary(
  db: Queries,
  row: Pick<TranslationTable, "organization_id" | "source_language" | "language">,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("glossary_entries")
    .innerJoin("glossary_terms as source", "source.entry_id", "glossary_entries.id")
    .innerJoin("glossary_terms as target", "target.entry_id", "glossary_entries.id")
    .select(["source.term as source", "target.term as target"])
    .where("glossary_entries.organization_id", "=", row.organization_id)
    .where("source.language", "=", row.source_language)
    .where("target.language", "=", row.language)
    // Of equal terms, the newest entry applies.
    .orderBy("glossary_entries.created_at")
    .orderBy("glossary_entries.id")
    .execute();
  return new Map(rows.map(({ source, target }) => [source, target]));
}

function selectGlossaryEntries(db: Queries, organizationId: string, orderBy: string | undefined) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom("glossary_entries")
        .leftJoin("glossary_terms", (join) =>
          join
            .onRef("glossary_terms.entry_id", "=", "glossary_entries.id")
            .on("glossary_terms.language", "=", orderBy ?? ""),
        )
        .selectAll("glossary_entries")
        .select((row) => row.fn.coalesce("glossary_terms.term", row.val("")).as("order_term"))
        .where("glossary_entries.organization_id", "=", organizationId)
        .as("entries"),
    )
    .selectAll();
}

function findGlossaryEntry(db: Queries, organizationId: string, id: string) {
  return db
    .selectFrom("glossary_entries")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** @throws ApiError 404 */
async function requireGlossaryEntry(
  db: Queries,
  organizationId: string,
  id: string,
): Promise<GlossaryEntryTable> {
  const row = await findGlossaryEntry(db, organizationId, id);
  if (!row) throw createNotFoundError("glossary entry", id, "glossaryEntryId");
  return row;
}

async function readTerms(
  db: Queries,
  rows: readonly GlossaryEntryTable[],
): Promise<ReadonlyMap<string, readonly GlossaryTermTable[]>> {
  const terms = new Map<string, GlossaryTermTable[]>(rows.map(({ id }) => [id, []]));
  if (terms.size === 0) return terms;
  const found = await db
    .selectFrom("glossary_terms")
    .selectAll()
    .where("entry_id", "in", [...terms.keys()])
    .orderBy("language")
    .execute();
  for (const term of found) terms.get(term.entry_id)?.push(term);
  return terms;
}

export async function insertGlossaryEntry(
  { db, now, newId }: Pick<Call, "db" | "now" | "newId">,
  organizationId: string,
  terms: GlossaryTerms,
): Promise<void> {
  const id = newId();
  const time = now.toISOString();
  const row = { id, organization_id: organizationId, created_at: time, updated_at: time };
  await db.insertInto("glossary_entries").values(row).execute();
  await insertTerms(db, id, terms);
}

async function insertTerms(db: Queries, entryId: string, terms: GlossaryTerms): Promise<void> {
  const rows = Object.entries(terms).flatMap(([language, term]) =>
    term === undefined ? [] : [{ entry_id: entryId, language, term }],
  );
  await db.insertInto("glossary_terms").values(rows).execute();
}

async function requireCapacity(db: Queries, organizationId: string): Promise<void> {
  const entries = db.selectFrom("glossary_entries").where("organization_id", "=", organizationId);
  if ((await countSelected(entries)) <= maxEntries) return;
  throw new ApiError(
    409,
    `The glossary can have at most ${maxEntries} entries. Delete entries first.`,
  );
}

function createUnknownGlossaryEntryError(index: number, id: string): ApiError {
  return new ApiError(
    400,
    `operations[${index}].id ${id} is not an entry of the glossary. No changes were made.`,
    { field: "operations", hint: "tome translation glossary list" },
  );
}

function presentGlossaryEntry(
  row: GlossaryEntryTable,
  terms: readonly GlossaryTermTable[],
  base: string,
): Output<typeof contract.get> {
  return {
    object: "glossary-entry",
    id: row.id,
    translations: Object.fromEntries(terms.map(({ language, term }) => [language, term])),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    urls: {
      location: `${base}/v1/orgs/${row.organization_id}/translations-glossary/${row.id}`,
    },
  };
}
