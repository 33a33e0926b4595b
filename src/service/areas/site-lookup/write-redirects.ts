/** Creating, updating and publishing redirects, individually or in bulk. */

import type {
  Destination,
  InputDestination,
  Upsert,
} from "../../../contract/site-redirect.model.ts";
import { getSourceKey } from "../../../contract/site-redirect-values.ts";
import { ApiError } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { countSelected } from "../../core/pages.ts";
import { mostRedirects } from "../sites/redirects/redirect-rows.ts";
import type { SiteRedirectTable } from "../sites/tables.ts";
import {
  type RedirectValidationContext,
  refuseUseless,
  resolveDestination,
} from "./check-redirect.ts";

interface NewRedirect {
  readonly source: string;
  readonly destination: InputDestination;
  readonly draft?: boolean | undefined;
  readonly captureWildcard?: boolean | undefined;
  readonly permanent?: boolean | undefined;
}

/** @throws ApiError 409 if the source already has a redirect, or the site has the maximum number of redirects */
export async function insertRedirect(
  ground: RedirectValidationContext,
  { source, destination, draft = false, captureWildcard = false, permanent = false }: NewRedirect,
): Promise<SiteRedirectTable> {
  const { call, structure } = ground;
  const siteId = structure.site.id;
  await refuseDouble(call, siteId, source, draft);
  await refuseTooMany(call, siteId, draft);
  const now = call.now.toISOString();
  const row: SiteRedirectTable = {
    id: call.newId(),
    site_id: siteId,
    source,
    source_key: getSourceKey(source),
    draft: Number(draft),
    capture_wildcard: Number(captureWildcard),
    permanent: Number(permanent),
    destination: JSON.stringify(await resolveDestination(ground, destination)),
    created_at: now,
    updated_at: null,
    touched_at: now,
  };
  await refuseUseless(ground, row);
  await call.db.insertInto("site_redirects").values(row).execute();
  return row;
}

export interface RedirectChanges {
  readonly source?: string | undefined;
  readonly destination?: Destination | InputDestination | undefined;
  readonly draft?: boolean | undefined;
  readonly captureWildcard?: boolean | undefined;
  readonly permanent?: boolean | undefined;
}

/** @throws ApiError as `insertRedirect` */
export async function updateRedirect(
  ground: RedirectValidationContext,
  row: SiteRedirectTable,
  { source, destination, draft, captureWildcard, permanent }: RedirectChanges,
): Promise<SiteRedirectTable> {
  const { call } = ground;
  const now = call.now.toISOString();
  const updated: SiteRedirectTable = {
    ...row,
    ...(source !== undefined && { source, source_key: getSourceKey(source) }),
    ...(destination !== undefined && {
      destination: JSON.stringify(await resolveDestination(ground, destination)),
    }),
    ...(draft !== undefined && { draft: Number(draft) }),
    ...(captureWildcard !== undefined && { capture_wildcard: Number(captureWildcard) }),
    ...(permanent !== undefined && { permanent: Number(permanent) }),
    updated_at: now,
    touched_at: now,
  };
  if (updated.source_key !== row.source_key || updated.draft !== row.draft) {
    await refuseDouble(call, row.site_id, updated.source, updated.draft === 1, row.id);
  }
  if (updated.draft !== row.draft) await refuseTooMany(call, row.site_id, updated.draft === 1);
  await refuseUseless(ground, updated);
  await call.db.updateTable("site_redirects").set(updated).where("id", "=", row.id).execute();
  return updated;
}

/** The redirect of a site from a source, as a draft or live. */
export async function findBySource(
  { db }: Pick<Call, "db">,
  siteId: string,
  source: string,
  draft: boolean,
): Promise<SiteRedirectTable | undefined> {
  return db
    .selectFrom("site_redirects")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("draft", "=", Number(draft))
    .where("source_key", "=", getSourceKey(source))
    .executeTakeFirst();
}

async function refuseDouble(
  call: Call,
  siteId: string,
  source: string,
  draft: boolean,
  excludedId?: string,
): Promise<void> {
  const other = await findBySource(call, siteId, source, draft);
  if (!other || other.id === excludedId) return;
  const kind = draft ? "draft redirect" : "redirect";
  throw new ApiError(
    409,
    `A ${kind} from ${other.source} already exists: ${other.id}. Update it instead.`,
    { field: "source", hint: `tome site redirect update ${other.id} --site ${siteId}` },
  );
}

async function refuseTooMany({ db }: Call, siteId: string, draft: boolean): Promise<void> {
  const redirects = db
    .selectFrom("site_redirects")
    .where("site_id", "=", siteId)
    .where("draft", "=", Number(draft));
  if ((await countSelected(redirects)) < mostRedirects) return;
  const kind = draft ? "draft redirects" : "redirects";
  throw new ApiError(
    409,
    `The site has reached the limit of ${mostRedirects} ${kind}. Delete some, or replace several with a wildcard redirect.`,
    { field: "source" },
  );
}

export type UpsertResult =
  | { status: "created" | "updated" | "published"; source: string; draft: boolean; id: string }
  | { status: "deleted"; source: string; draft: boolean }
  | { status: "error"; source: string; draft: boolean; error: string };

/** Each upsert succeeds or fails individually. Of several with the same source, only the first is applied. */
export async function upsertRedirects(
  ground: RedirectValidationContext,
  upserts: readonly Upsert[],
): Promise<UpsertResult[]> {
  const processedKeys = new Set<string>();
  const results: UpsertResult[] = [];
  for (const upsert of upserts) {
    const { source, intent = "live" } = upsert;
    const key = `${intent} ${getSourceKey(source)}`;
    const draft = intent === "draft";
    try {
      if (processedKeys.has(key)) {
        throw new ApiError(400, `Duplicate source in this request: ${source}.`);
      }
      processedKeys.add(key);
      results.push(await upsertRedirect(ground, upsert));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      results.push({ status: "error", source, draft, error: error.message });
    }
  }
  return results;
}

async function upsertRedirect(
  ground: RedirectValidationContext,
  upsert: Upsert,
): Promise<UpsertResult> {
  const { source } = upsert;
  if (upsert.intent === "publish") {
    const { id } = await publishDraft(ground, source);
    return { status: "published", source, draft: false, id };
  }
  const draft = upsert.intent === "draft";
  const row = await findBySource(ground.call, ground.structure.site.id, source, draft);
  const { destination, captureWildcard = false, permanent } = upsert;
  if (destination === null) {
    if (!row) {
      const kind = draft ? "draft redirect" : "redirect";
      throw new ApiError(404, `No ${kind} from ${source} found. Nothing was deleted.`);
    }
    await ground.call.db.deleteFrom("site_redirects").where("id", "=", row.id).execute();
    return { status: "deleted", source, draft };
  }
  const fields = { source, destination, captureWildcard, permanent };
  if (row) {
    const { id } = await updateRedirect(ground, row, fields);
    return { status: "updated", source, draft, id };
  }
  const { id } = await insertRedirect(ground, { ...fields, draft });
  return { status: "created", source, draft, id };
}

/** The draft replaces a live redirect from the same source. */
async function publishDraft(
  ground: RedirectValidationContext,
  source: string,
): Promise<SiteRedirectTable> {
  const { call, structure } = ground;
  const draft = await findBySource(call, structure.site.id, source, true);
  if (!draft)
    throw new ApiError(404, `No draft redirect from ${source} found. Nothing was published.`);
  const live = await findBySource(call, structure.site.id, source, false);
  if (!live) return updateRedirect(ground, draft, { draft: false });
  const published = await updateRedirect(ground, live, {
    source: draft.source,
    destination: JSON.parse(draft.destination),
    captureWildcard: draft.capture_wildcard === 1,
    permanent: draft.permanent === 1,
  });
  await call.db.deleteFrom("site_redirects").where("id", "=", draft.id).execute();
  return published;
}
