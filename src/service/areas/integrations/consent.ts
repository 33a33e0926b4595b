/**
 * Consent of organizations to the permissions of an integration: given when an admin installs it,
 * and asked for again when a version is released that asks for more.
 */
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import {
  addPermissions,
  InstallationPermissions,
  type Permissions,
  parsePermissions,
  readRequested,
  subtractPermissions,
} from "../../core/installation-permissions.ts";
import { storeSystemEvent } from "../audit/system-event.ts";
import { recordEvent } from "../events/record.ts";
import type { InstallationRow } from "./installations.ts";
import type { IntegrationTable } from "./tables.ts";

/** The column of a new installation: its admin accepts what the newest version asks for. */
export function acceptRequested(row: Pick<IntegrationTable, "manifest" | "target">): string {
  return JSON.stringify(readRequested(row));
}

/**
 * Lets an installation have what the newest version of its integration asks for.
 * @param version the one that the admin has looked at
 * @throws Problem 409 if another version is the newest by now
 */
export async function acceptPermissions(
  call: Call,
  row: InstallationRow,
  version: number,
): Promise<void> {
  if (version !== row.version) {
    throw new Problem(
      409,
      `The newest version of ${row.integration} is ${row.version}, not ${version}; its permissions may differ.`,
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
 * Tells every organization that has to accept a new version so in its audit log. The publishing
 * organization accepts by publishing, as only its admins publish. Each permission is announced to an
 * organization once until it accepts, however many versions a publisher releases.
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
    const known = parseAnnounced(announced) ?? parsePermissions(accepted);
    if (subtractPermissions(requested, known) === undefined) continue;
    await db
      .updateTable("installations")
      .set({ announced: JSON.stringify(addPermissions(requested, known)) })
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

function parseAnnounced(text: string | null): Permissions | undefined {
  return text === null ? undefined : parsePermissions(text);
}
