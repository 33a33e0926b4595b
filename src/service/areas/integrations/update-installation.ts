/** Changes an installation: its settings, and whether it works on all spaces and docs sites. */
import type { Input } from "../../../contract/endpoint.ts";
import type { update } from "../../../contract/integration-installation.ts";
import type { Call } from "../../core/handlers.ts";
import { recordEvent } from "../events/record.ts";
import { checkSettings, readManifest, statusWith } from "./manifest.ts";
import type { InstallationTable } from "./tables.ts";

type InstallationChanges = Omit<Input<typeof update>, "integrationName" | "installationId">;

/** The new settings replace all previous ones; the status depends on them. */
export async function updateInstallation(
  call: Call,
  row: InstallationTable,
  { configuration, externalIds, space_selection, site_selection }: InstallationChanges,
): Promise<void> {
  const integration = await call.db
    .selectFrom("integrations")
    .select("manifest")
    .where("name", "=", row.integration)
    .executeTakeFirstOrThrow();
  const { account } = readManifest(integration).configurations ?? {};
  const before: Record<string, unknown> = JSON.parse(row.configuration);
  if (configuration) checkSettings(account, configuration);
  const after = configuration ?? before;
  const status = configuration && row.status !== "paused" ? statusWith(account, after) : row.status;
  await call.db
    .updateTable("installations")
    .set({
      status,
      updated_at: call.now.toISOString(),
      configuration: JSON.stringify(after),
      ...(externalIds && { external_ids: JSON.stringify(externalIds) }),
      ...(space_selection && { space_selection }),
      ...(site_selection && { site_selection }),
    })
    .where("id", "=", row.id)
    .execute();
  const previous = { status: row.status, configuration: before };
  await recordEvent(call, { type: "installation_setup", installationId: row.id, status, previous });
}
