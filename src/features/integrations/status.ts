/** Status of one integration, or of all in an organization or on a space or site. */
import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import * as contract from "../../contract/integration.ts";
import { UsageError } from "../../errors.ts";
import { asObject } from "../../json/values.ts";

interface IntegrationStatusInput {
  readonly integrationName?: string;
  readonly organizationId: string;
  readonly space?: string;
  readonly site?: string;
}

const columns: readonly PrintedColumn[] = [
  { header: "NAME", path: "integration.name" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "TITLE", path: "integration.title", as: "title" },
  { header: "TARGET", path: "target.type" },
  { header: "VERSION", path: "integration.version", as: "number", wide: true },
];

export async function showStatus(context: Context, input: IntegrationStatusInput): Promise<Result> {
  const { integrationName, organizationId, space, site } = input;
  if (space !== undefined && site !== undefined) {
    throw new UsageError(
      "Specify either --space or --site, not both.",
      "tome integration status --help",
    );
  }
  const client = await context.client();
  const isInOrganization = space === undefined && site === undefined;
  if (integrationName !== undefined && isInOrganization) {
    const { value } = await client.call(contract.getStatus, { organizationId, integrationName });
    const record: JsonObject = { name: integrationName, ...asObject(value) };
    return {
      record,
      columns: [
        { header: "NAME", path: "name" },
        { header: "STATUS", path: "status", as: "state" },
      ],
    };
  }
  const rows: JsonObject[] = [];
  const pages = client.pages(contract.listStatuses, {
    organizationId,
    ...(space !== undefined && { target: "space" as const, space }),
    ...(site !== undefined && { target: "site" as const, site }),
  });
  for await (const { items } of pages) {
    for (const status of items) {
      const isIncluded =
        integrationName === undefined || asObject(status.integration).name === integrationName;
      if (isIncluded) rows.push(status);
    }
  }
  return { list: [rows], columns, none: "No integrations installed." };
}
