/** Handlers for API specifications. */
import type { SpecificationSource } from "../../../contract/openapi.model.ts";
import type * as contract from "../../../contract/openapi.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, requireMembership } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, listRowsWithTexts } from "../../core/pages.ts";
import type { Queries } from "../../database/tables.ts";
import { presentSpecification } from "./present.ts";
import { type ProcessingJob, processingKind } from "./process.ts";
import {
  findSpecification,
  isVisibleTo,
  requireSpecification,
  type SpecificationRow,
  selectSpecifications,
} from "./queries.ts";
import type { SpecificationTable } from "./tables.ts";

export const handlers = {
  async list({ organizationId, ...options }, call) {
    const { role } = await requireMembership(call, organizationId);
    return buildPage({
      ...options,
      list: `specifications of organization ${organizationId}`,
      ...listRowsWithTexts(
        (after, take) =>
          selectSpecifications(call.db)
            .where("organization_id", "=", organizationId)
            .$if(after !== undefined, (query) => query.where("slug", ">", after?.[0] ?? ""))
            .orderBy("slug")
            .limit(take),
        ["last_errors"],
      ),
      key: (row) => [row.slug],
      keep: (row) => isVisibleTo(row, role),
      show: (row) => presentSpecification(row, role, call.base),
    });
  },

  async create({ organizationId, slug, source }, call) {
    const key = { organizationId, specSlug: slug };
    const { role, row } = await findSpecification(call, key);
    authorize(role, "createOpenAPISpec");
    if (row) {
      throw new ApiError(
        409,
        `An API specification with the slug ${slug} already exists. Choose another slug, or replace its source.`,
        { field: "slug", hint: `tome openapi put ${slug}` },
      );
    }
    await addSpecification(call, organizationId, slug, source);
    return presentCurrent(call, key);
  },

  async get(key, call) {
    const { role, row } = await requireSpecification(call, key);
    return presentSpecification(row, role, call.base);
  },

  async put({ source, ...key }, call) {
    const { role, row } = await findSpecification(call, key);
    authorize(role, "createOrUpdateOpenAPISpecBySlug");
    if (row) await replaceSource(call, row, source);
    else await addSpecification(call, key.organizationId, key.specSlug, source);
    return presentCurrent(call, key);
  },

  async update({ visibility, ...key }, call) {
    const { role, row } = await requireSpecification(call, key);
    authorize(role, "updateOpenAPISpecBySlug");
    if (row.visibility !== visibility) {
      await call.db
        .updateTable("specifications")
        .set({ visibility, updated_at: call.now.toISOString() })
        .where("id", "=", row.id)
        .execute();
    }
    return presentCurrent(call, key);
  },

  async remove(key, call) {
    const { role, row } = await findSpecification(call, key);
    if (!row) return false;
    authorize(role, "deleteOpenAPISpecBySlug");
    await removeSpecification(call.db, row.id);
    return true;
  },
} satisfies Handlers<typeof contract>;

async function presentCurrent(...[call, key]: Parameters<typeof requireSpecification>) {
  const { role, row } = await requireSpecification(call, key);
  return presentSpecification(row, role, call.base);
}

/** @returns the id of the new row */
async function addSpecification(
  call: Call,
  organizationId: string,
  slug: string,
  source: SpecificationSource,
): Promise<string> {
  const id = call.newId();
  const now = call.now.toISOString();
  await call.db
    .insertInto("specifications")
    .values({
      id,
      organization_id: organizationId,
      slug,
      ...listColumns(source),
      source_number: 1,
      processing_state: "pending",
      visibility: "private",
      last_version_id: null,
      last_processed_at: null,
      last_error_code: null,
      last_errors: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await requestProcessing(call, organizationId, { specificationId: id, sourceNumber: 1 });
  return id;
}

/** The result of the previous source stays visible until the new one is processed. */
async function replaceSource(
  call: Call,
  { id, organization_id, source_number }: SpecificationRow,
  source: SpecificationSource,
): Promise<void> {
  const job = { specificationId: id, sourceNumber: source_number + 1 };
  await call.db
    .updateTable("specifications")
    .set({
      ...listColumns(source),
      source_number: job.sourceNumber,
      processing_state: "pending",
      updated_at: call.now.toISOString(),
    })
    .where("id", "=", id)
    .execute();
  await requestProcessing(call, organization_id, job);
}

function requestProcessing(call: Call, organization: string, job: ProcessingJob): Promise<void> {
  return call.enqueue({ kind: processingKind, payload: job, organization });
}

/** @throws ApiError 400 for text that cannot be stored, or a URL that contains credentials */
function listColumns(
  source: SpecificationSource,
): Pick<SpecificationTable, "source_url" | "source_text"> {
  if ("text" in source) {
    // PostgreSQL cannot store it.
    if (source.text.includes("\0")) {
      throw new ApiError(400, "source.text contains a NUL character (U+0000). Remove it.", {
        field: "source.text",
      });
    }
    return { source_url: null, source_text: source.text };
  }
  const { username, password } = new URL(source.url);
  if (username !== "" || password !== "") {
    throw new ApiError(
      400,
      "source.url contains credentials, which would be visible to the whole organization. Remove them, or send source.text instead.",
      { field: "source.url" },
    );
  }
  return { source_url: source.url, source_text: null };
}

/** Deletes a specification with its versions. A queued job for it becomes a no-op. */
async function removeSpecification(db: Queries, id: string): Promise<void> {
  const versions = db
    .selectFrom("specification_versions")
    .select("id")
    .where("specification_id", "=", id);
  await db.deleteFrom("specification_contents").where("version_id", "in", versions).execute();
  await db.deleteFrom("specification_versions").where("specification_id", "=", id).execute();
  await db.deleteFrom("specifications").where("id", "=", id).execute();
}
