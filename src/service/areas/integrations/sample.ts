/** Seeding of the integrations of the sample workspace: one installed, with events, and a public one. */
import type { TraceLine } from "../../../contract/integration-event.model.ts";
import type { SampleContext } from "../../core/area.ts";
import { traceLine } from "../integration-events/record.ts";
import { acceptRequested } from "./installations/consent.ts";
import { getDefaultSettings } from "./manifest.ts";
import { publishIntegration } from "./publish.ts";
import { events, installedName, type SampleEvent, shared, versions } from "./sample-data.ts";

const day = 24 * 60 * 60 * 1000;

/** Runs after the spaces and the second organization, which has the same owner. */
export async function seedIntegrations(seeding: SampleContext): Promise<void> {
  for (const { daysAgo, fields } of versions) {
    const manifest = { ...fields, organization: seeding.organization };
    await publishIntegration(createPublishingCall(seeding, daysAgo), manifest);
  }
  await publishIntegration(createPublishingCall(seeding, shared.daysAgo), {
    ...shared.fields,
    organization: seeding.secondOrganization,
  });
  const installation = await seedInstallation(seeding);
  for (const [index, event] of events.entries()) {
    await seedEvent(seeding, installation, index + 1, event);
  }
}

function createPublishingCall({ db, owner, now }: SampleContext, daysAgo: number) {
  return { db, caller: owner, now: new Date(now.getTime() - daysAgo * day) };
}

/**
 * On the day of the first event, which reports it.
 * @returns its id
 */
async function seedInstallation(seeding: SampleContext): Promise<string> {
  const id = seeding.newId();
  const time = subtractDays(seeding, events[0]?.daysAgo ?? 0).toISOString();
  const integration = await seeding.db
    .selectFrom("integrations")
    .select(["manifest", "target"])
    .where("name", "=", installedName)
    .executeTakeFirstOrThrow();
  await seeding.db
    .insertInto("installations")
    .values({
      id,
      integration: installedName,
      organization_id: seeding.organization,
      status: "active",
      configuration: JSON.stringify(
        getDefaultSettings(versions.at(-1)?.fields.configurations?.account),
      ),
      external_ids: "[]",
      created_at: time,
      updated_at: time,
      space_selection: "all",
      site_selection: "all",
      accepted: acceptRequested(integration),
    })
    .execute();
  return id;
}

async function seedEvent(
  seeding: SampleContext,
  installationId: string,
  number: number,
  event: SampleEvent,
): Promise<void> {
  const id = seeding.newId();
  const time = subtractDays(seeding, event.daysAgo);
  const content = await createEventContent(seeding, event);
  await seeding.db
    .insertInto("integration_events")
    .values({
      id,
      integration: installedName,
      number,
      installation_id: installationId,
      organization_id: seeding.organization,
      payload: JSON.stringify({ eventId: id, installationId, ...content }),
      delivery: event.taken ? "taken" : "failed",
      reason: event.taken ? null : "The integration rejected it.",
      attempts: event.attempts.length,
      trace: JSON.stringify(buildTrace(time, event)),
      created_at: time.toISOString(),
    })
    .execute();
  await seeding.db
    .updateTable("integration_feeds")
    .set({ last_event: number })
    .where("integration", "=", installedName)
    .execute();
}

async function createEventContent({ db, organization }: SampleContext, { space }: SampleEvent) {
  if (space === undefined) return { type: "installation_setup", status: "active" };
  const row = await db
    .selectFrom("spaces")
    .select(["id", "revision_id"])
    .where("organization_id", "=", organization)
    .where("title", "=", space)
    .executeTakeFirstOrThrow();
  return { type: "space_content_updated", spaceId: row.id, revisionId: row.revision_id };
}

/** Each attempt takes a second. */
function buildTrace(time: Date, { attempts, taken }: SampleEvent): TraceLine[] {
  const later = (seconds: number) => new Date(time.getTime() + seconds * 1000);
  const attemptLines = attempts.map((report, index) => {
    const isDelivered = taken && index === attempts.length - 1;
    return traceLine(
      later(index + 1),
      isDelivered ? "info" : "warn",
      `Attempt ${index + 1}: ${report}`,
    );
  });
  const last = traceLine(later(attempts.length), "error", "Failed; it is not sent again.");
  const first = traceLine(time, "debug", "Recorded; waiting to be sent to the tunnel.");
  return [first, ...attemptLines, ...(taken ? [] : [last])];
}

function subtractDays({ now }: SampleContext, daysAgo: number): Date {
  return new Date(now.getTime() - daysAgo * day);
}
