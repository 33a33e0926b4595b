/** Handlers of imports. */

import type * as contract from "../../../contract/content-import.ts";
import type { Input } from "../../../contract/endpoint.ts";
import { ApiError } from "../../../errors.ts";
import { authorize, createNotFoundError, requireMembership } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { buildPage, inOrder, listRowsWithTexts } from "../../core/pages.ts";
import { readChangeRequest } from "../../core/rows/change-request-rows.ts";
import { refuseFinal } from "../../core/rows/change-request-states.ts";
import { readTree } from "../content/revisions.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { findSite } from "../sites/queries.ts";
import { requireImportableSpace } from "./permission.ts";
import {
  going,
  type ImportRow,
  mayView,
  presentImport,
  requireImport,
  selectImports,
} from "./rows.ts";

export const handlers = {
  /** Newest first. */
  async list({ organizationId, space, changeRequest, site, status, ...options }, call) {
    const { role } = await requireMembership(call, organizationId);
    const states = status === "active" ? going : status === undefined ? [] : [status];
    return buildPage({
      ...options,
      list: `imports of organization ${organizationId} ${JSON.stringify([space, changeRequest, site, status])}`,
      ...listRowsWithTexts(
        (after, take) =>
          selectImports(call, organizationId, role)
            .$if(space !== undefined, (rows) => rows.where("imports.space_id", "=", space ?? ""))
            .$if(changeRequest !== undefined, (rows) =>
              rows.where("imports.change_request_id", "=", changeRequest ?? ""),
            )
            .$if(site !== undefined, (rows) =>
              rows.where((is) =>
                is.or([
                  is("imports.site_id", "=", site ?? ""),
                  is("imports.space_id", "in", (all) =>
                    all
                      .selectFrom("site_spaces")
                      .select("site_spaces.space_id")
                      .where("site_spaces.site_id", "=", site ?? ""),
                  ),
                ]),
              ),
            )
            .$if(states.length > 0, (rows) => rows.where("imports.status", "in", states))
            .$call((rows) => inOrder(rows, ["imports.created_at", "imports.id"], after, "desc"))
            .limit(take),
        ["imports.pages", "imports.source"],
      ),
      key: (row) => [row.created_at, row.id],
      keep: (row: ImportRow) => mayView(row, role),
      show: (row) => presentImport(row, call.base),
    });
  },

  async start({ organizationId, source, target, site }, call) {
    const { row: space } = await requireImportableSpace(call, organizationId, target);
    const changeRequest = await requireTarget(call, space, target);
    if (site !== undefined && !(await findSite(call, organizationId, site))) {
      throw createNotFoundError("docs site", site, "site");
    }
    if (source.type === "file") throw await refuseFiles(call, organizationId, source.files);
    if (!/^https?:$/.test(new URL(source.url).protocol)) {
      throw new ApiError(
        400,
        `source.url is ${source.url}, but must begin with https:// or http://.`,
        {
          field: "source.url",
        },
      );
    }
    const id = call.newId();
    const now = call.now.toISOString();
    const row = {
      id,
      organization_id: organizationId,
      space_id: space.id,
      change_request_id: changeRequest ?? null,
      page_id: target.page ?? null,
      site_id: site ?? null,
      source: JSON.stringify(source),
      status: "pending" as const,
      reason: null,
      pages: "[]",
      created_by: call.caller,
      created_at: now,
      updated_at: now,
      started_at: null,
      completed_at: null,
    };
    await call.db.insertInto("imports").values(row).execute();
    await call.enqueue({
      kind: "run-import",
      payload: { importId: id },
      organization: organizationId,
    });
    return presentImport((await requireImport(call, organizationId, id)).row, call.base);
  },

  async get({ organizationId, importRunId }, call) {
    const { row } = await requireImport(call, organizationId, importRunId);
    return presentImport(row, call.base);
  },

  async cancel({ organizationId, importRunId }, call) {
    const { row, role } = await requireImport(call, organizationId, importRunId);
    authorize(role, "cancelImportRun");
    const changed = { status: "cancelled" as const, updated_at: call.now.toISOString() };
    const { numUpdatedRows } = await call.db
      .updateTable("imports")
      .set(changed)
      .where("id", "=", row.id)
      .where("status", "in", going)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return presentImport({ ...row, ...changed }, call.base);
    throw new ApiError(
      400,
      `Import ${row.id} is ${row.status}. Only a pending or running import can be canceled.`,
      { field: "importRunId" },
    );
  },
} satisfies Handlers<typeof contract>;

type ImportTarget = Input<typeof contract.start>["target"];

/**
 * @returns the id of the change request, which may be given by its number
 * @throws ApiError 404 for a missing resource, 409 for a change request that is merged or archived,
 * 400 for a page that cannot contain pages
 */
async function requireTarget(
  { db }: Call,
  space: { readonly id: string; readonly revision_id: string },
  { changeRequest, page }: ImportTarget,
): Promise<string | undefined> {
  const row =
    changeRequest === undefined ? undefined : await readChangeRequest(db, space.id, changeRequest);
  if (row) refuseFinal(row, "Importing content");
  if (page !== undefined) {
    const tree = await readTree(db, (row ?? space).revision_id);
    const type = getTreeIndex(tree).pages.get(page)?.page.type;
    if (type === undefined) throw createNotFoundError("page", page, "target.page");
    if (type !== "document" && type !== "group") {
      throw new ApiError(400, `Page ${page} has the type ${type}, which cannot contain pages.`, {
        field: "target.page",
      });
    }
  }
  return row?.id;
}

/** Uploaded files cannot be imported. */
async function refuseFiles(
  { db }: Call,
  organizationId: string,
  keys: readonly string[],
): Promise<ApiError> {
  for (const key of keys) {
    const upload = await db
      .selectFrom("uploads")
      .select("hash")
      .where("key", "=", key)
      .where("organization_id", "=", organizationId)
      .where("kind", "=", "import_file")
      .executeTakeFirst();
    if (upload?.hash == null) {
      return new ApiError(400, `No uploaded file has the key ${key}.`, { field: "source.files" });
    }
  }
  return new ApiError(
    501,
    "The local platform imports websites only. To import a folder of Markdown, run tome space create --from-folder or tome git import.",
  );
}
