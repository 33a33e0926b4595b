/** Creating, changing and publishing redirects, one by one or many at once. */
import type {
  Destination,
  InputDestination,
  Upsert,
} from "../../../contract/site-redirect.model.ts";
import { getSourceKey } from "../../../contract/site-redirect-values.ts";
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { mostRedirects } from "../sites/redirect-rows.ts";
import type { SiteRedirectTable } from "../sites/tables.ts";
import { type RedirectGround, refuseUseless, resolveDestination } from "./check-redirect.ts";

interface NewRedirect {
  readonly source: string;
  readonly destination: InputDestination;
  readonly draft?: boolean | undefined;
  readonly captureWildcard?: boolean | undefined;
  readonly permanent?: boolean | undefined;
}

/** @throws Problem 409 if the site has a redirect from there, or as many as it may have */
export async function insertRedirect(
  ground: RedirectGround,
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

/** @throws Problem as for a new one */
export async function updateRedirect(
  ground: RedirectGround,
  row: SiteRedirectTable,
  { source, destination, draft, captureWildcard, permanent }: RedirectChanges,
): Promise<SiteRedirectTable> {
  const { call } = ground;
  const now = call.now.toISOString();
  const changed: SiteRedirectTable = {
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
  if (changed.source_key !== row.source_key || changed.draft !== row.draft) {
    await refuseDouble(call, row.site_id, changed.source, changed.draft === 1, row.id);
  }
  if (changed.draft !== row.draft) await refuseTooMany(call, row.site_id, changed.draft === 1);
  await refuseUseless(ground, changed);
  await call.db.updateTable("site_redirects").set(changed).where("id", "=", row.id).execute();
  return changed;
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
  own?: string,
): Promise<void> {
  const other = await findBySource(call, siteId, source, draft);
  if (!other || other.id === own) return;
  const kind = draft ? "draft redirect" : "redirect";
  throw new Problem(
    409,
    `source ${source} has a ${kind} already, ${other.id} from ${other.source}; change that one.`,
    { field: "source", hint: `tome site redirect update ${other.id} --site ${siteId}` },
  );
}

async function refuseTooMany({ db }: Call, siteId: string, draft: boolean): Promise<void> {
  const { count } = await db
    .selectFrom("site_redirects")
    .select((row) => row.fn.countAll().as("count"))
    .where("site_id", "=", siteId)
    .where("draft", "=", Number(draft))
    .executeTakeFirstOrThrow();
  if (Number(count) < mostRedirects) return;
  const kind = draft ? "draft redirects" : "redirects";
  throw new Problem(
    409,
    `A docs site has at most ${mostRedirects} ${kind}, and this one has as many; delete some, or let one with a * stand for several.`,
    { field: "source" },
  );
}

export type UpsertResult =
  | { status: "created" | "updated" | "published"; source: string; draft: boolean; id: string }
  | { status: "deleted"; source: string; draft: boolean }
  | { status: "error"; source: string; draft: boolean; error: string };

/** Each is done or refused by itself; of several with one source, the first counts. */
export async function upsertRedirects(
  ground: RedirectGround,
  upserts: readonly Upsert[],
): Promise<UpsertResult[]> {
  const done = new Set<string>();
  const results: UpsertResult[] = [];
  for (const upsert of upserts) {
    const { source, intent = "live" } = upsert;
    const key = `${intent} ${getSourceKey(source)}`;
    const draft = intent === "draft";
    try {
      if (done.has(key)) {
        throw new Problem(400, `source ${source} is in this request before; name it once.`);
      }
      done.add(key);
      results.push(await upsertRedirect(ground, upsert));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      results.push({ status: "error", source, draft, error: error.message });
    }
  }
  return results;
}

async function upsertRedirect(ground: RedirectGround, upsert: Upsert): Promise<UpsertResult> {
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
      throw new Problem(404, `There is no ${kind} from ${source}; nothing was deleted.`);
    }
    await ground.call.db.deleteFrom("site_redirects").where("id", "=", row.id).execute();
    return { status: "deleted", source, draft };
  }
  const given = { source, destination, captureWildcard, permanent };
  if (row) {
    const { id } = await updateRedirect(ground, row, given);
    return { status: "updated", source, draft, id };
  }
  const { id } = await insertRedirect(ground, { ...given, draft });
  return { status: "created", source, draft, id };
}

/** The live redirect from the same source, if there is one, becomes what the draft is. */
async function publishDraft(ground: RedirectGround, source: string): Promise<SiteRedirectTable> {
  const { call, structure } = ground;
  const draft = await findBySource(call, structure.site.id, source, true);
  if (!draft) throw new Problem(404, `There is no draft redirect from ${source} to publish.`);
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
