/**
 * Consent of organizations to the permissions of an integration: given when an admin installs it,
 * and requested again when a version requests more.
 */
import { ApiError } from "../../../../errors.ts";
import {
  type AcceptedPermissions,
  addPermissions,
  InstallationPermissions,
  parsePermissions,
  readRequested,
  subtractPermissions,
} from "../../../core/access/installation-permissions.ts";
import type { Call } from "../../../core/handlers.ts";
import { storeSystemEvent } from "../../audit/system-event.ts";
import { recordEvent } from "../../integration-events/record.ts";
import type { IntegrationTable } from "../tables.ts";
import type { InstallationRow } from "./installations.ts";

/**
 * The column of a new installation: its admin accepts the permissions that the newest version
 * requests.
 */
export function acceptRequested(row: Pick<IntegrationTable, "manifest" | "target">): string {
  return JSON.stringify(readRequested(row));
}

/**
 * Grants an installation the permissions that the newest version of its integration requests.
 * @param version the version that the admin has reviewed
 * @throws ApiError 409 if there is a newer version
 */
export async function acceptPermissions(
  call: Call,
  row: InstallationRow,
  version: number,
): Promise<void> {
  if (version !== row.version) {
    throw new ApiError(
      409,
      `The newest version of ${row.integration} is ${row.version}, not ${version}. Review its permissions before you accept them.`,
      {
        field: "version",
        hint: `tome integration installation get ${row.integration} ${row.id}`,
      },
    );
  }
  await call.db
    .updateTable("installations")
    .set({
      accepted: acceptRequested(row),
      announced: null,
      updated_at: call.now.toISOString(),
    })
    .where("id", "=", row.id)
    .execute();
  const { status } = row;
  const previous = { status, configuration: JSON.parse(row.configuration) };
  await recordEvent(call, { type: "installation_setup", installationId: row.id, status, previous });
}

/**
 * Announces a new version in the audit log of every organization that must accept it. The
 * publishing organization accepts by publishing, because only its admins can publish. Each
 * permission is announced to an organization once until it accepts, regardless of the number of
 * versions.
 */
export async function announceVersion(call: Call, integration: IntegrationTable): Promise<void> {
  const { db } = call;
  const { name, organization_id: owner, version, title, manifest, target } = integration;
  await db
    .updateTable("installations")
    .set({ accepted: acceptRequested(integration), announced: null })
    .where("integration", "=", name)
    .where("organization_id", "=", owner)
    .execute();
  const installations = await db
    .selectFrom("installations")
    .select(["id", "organization_id", "accepted", "announced"])
    .where("integration", "=", name)
    .where("organization_id", "<>", owner)
    .orderBy("id")
    .execute();
  for (const { id, organization_id, accepted, announced } of installations) {
    const { pending } = InstallationPermissions.resolve({ accepted, manifest, target });
    if (pending === undefined) continue;
    const requested = readRequested(integration);
    const announcedPermissions = parseAnnounced(announced) ?? parsePermissions(accepted);
    if (subtractPermissions(requested, announcedPermissions) === undefined) continue;
    await db
      .updateTable("installations")
      .set({ announced: JSON.stringify(addPermissions(requested, announcedPermissions)) })
      .where("id", "=", id)
      .execute();
    await storeSystemEvent(call, organization_id, {
      action: "publishIntegration",
      actor: { type: "integration", id: name, label: title },
      target: { type: "installation", id, label: name },
      payload: { version, pendingPermissions: { ...pending } },
    });
  }
}

function parseAnnounced(text: string | null): AcceptedPermissions | undefined {
  return text === null ? undefined : parsePermissions(text);
}
