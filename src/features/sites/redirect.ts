/** Redirects of a site: create and update. */

import type { Context, PrintedColumn, Result } from "../../context.ts";
import * as contract from "../../contract/site-redirect.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { asObject } from "../../json/values.ts";
import type { RedirectSite } from "./redirect-destination.ts";
import { openDestinations } from "./redirect-destination.ts";

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "SOURCE", path: "source", as: "title", wide: true },
  { header: "TO", path: "destination.kind" },
  { header: "URL", path: "destination.url", as: "address", wide: true },
  { header: "PAGE", path: "destination.pageId" },
  { header: "SITE SPACE", path: "destination.siteSpaceId" },
  { header: "SECTION", path: "destination.siteSectionId" },
  { header: "CAPTURE", path: "captureWildcard", as: "flag" },
  { header: "PERMANENT", path: "permanent", as: "flag" },
  { header: "DRAFT", path: "draft", as: "flag" },
];

interface RedirectFlags {
  readonly captureWildcard?: boolean;
  readonly draft?: boolean;
  readonly permanent?: boolean;
}

export async function createRedirect(
  context: Context,
  {
    to,
    ...redirect
  }: RedirectSite & RedirectFlags & { readonly source: string; readonly to: string },
): Promise<Result> {
  const client = await context.client();
  const destinations = openDestinations(context, redirect);
  const explain = async (error: unknown) => attributeToFlag(await destinations.explain(error, to));
  const destination = await destinations.named(to, "--to").catch(explain);
  const request = { ...redirect, destination };
  const record = asObject((await client.call(contract.create, request).catch(explain)).value);
  const isDraft = record.draft === true;
  return {
    done: isDraft
      ? `Created a draft redirect from ${record.source} to ${to} (${record.id}). It is not active yet.`
      : `Created a redirect from ${record.source} to ${to} (${record.id}).`,
    ...(isDraft && {
      next: `To activate it: tome site redirect update ${record.id} --no-draft --site ${redirect.siteId}`,
    }),
    record,
    columns,
  };
}

export async function updateRedirect(
  context: Context,
  {
    to,
    ...changes
  }: RedirectSite &
    RedirectFlags & {
      readonly siteRedirectId: string;
      readonly source?: string;
      readonly to?: string;
    },
): Promise<Result> {
  const { organizationId: _, siteId: __, siteRedirectId: ___, ...fields } = changes;
  if (to === undefined && Object.values(fields).every((value) => value === undefined)) {
    throw new UsageError(
      "Specify at least one of --source, --to, --capture, --draft and --permanent.",
      "tome site redirect update --help",
    );
  }
  const sent = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  const client = await context.client();
  const destinations = openDestinations(context, changes);
  const explain = async (error: unknown) =>
    attributeToFlag(await destinations.explain(error, to ?? ""));
  const destination =
    to === undefined ? undefined : await destinations.found(to, "--to").catch(explain);
  const request = { ...changes, ...(destination !== undefined && { destination }) };
  const record = asObject((await client.call(contract.update, request).catch(explain)).value);
  return {
    done: `Changed the redirect from ${record.source}${to === undefined ? "" : ` to ${to}`} (${record.id}).`,
    record,
    columns,
    brief: columns.filter(
      ({ path }) =>
        (to !== undefined && path.startsWith("destination.")) || Object.hasOwn(sent, path),
    ),
  };
}

/** Attributes a refusal of the destination to its flag. */
function attributeToFlag(error: unknown): never {
  if (error instanceof ApiError) error.message = error.message.replace(/^destination\b/, "--to");
  throw error;
}
