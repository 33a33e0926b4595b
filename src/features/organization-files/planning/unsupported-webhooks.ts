/** Refusal of webhooks in files for a platform without webhooks. */
import { UsageError } from "../../../errors.ts";
import type { OrganizationReader } from "../../organization/reading.ts";
import type { WantedThings } from "../desired/desired.ts";
import { fileNames } from "../desired/read-folder.ts";
import { listIfSupported } from "../live.ts";

/** @throws UsageError if the files have webhooks and the platform does not support them */
export async function refuseUnsupportedWebhooks(
  reading: OrganizationReader,
  { things }: WantedThings,
): Promise<void> {
  if (![...things.values()].some(({ kind }) => kind === "webhook")) return;
  if ((await listIfSupported(reading)) !== "absent") return;
  throw new UsageError(
    `This platform has no webhooks of organizations. Remove ${fileNames.webhooks}. No changes were made.`,
  );
}
