/** Refusal of parts of the files that the platform does not support. */
import { UsageError } from "../../../errors.ts";
import type { OrganizationReader } from "../../organization/organization-reader.ts";
import type { WantedThings } from "../desired/desired.ts";
import { fileNames, type OrganizationFolder } from "../desired/read-folder.ts";
import type { ResourceIds } from "../ids.ts";
import { type LiveThings, listIfSupported } from "../live.ts";
import { getSite } from "../resource.ts";
import type { PlanStep } from "../step.ts";

/**
 * The platform checks only when it creates an external link that its site has a section.
 * @throws UsageError if a link would be created on a site that has no section
 */
export function refuseLinksWithoutSections({
  folder,
  steps,
  live,
  ids,
}: {
  readonly folder: OrganizationFolder;
  /** The steps that create and update. */
  readonly steps: readonly PlanStep[];
  readonly live: LiveThings;
  readonly ids: ResourceIds;
}): void {
  const sections = [
    ...[...live.values()]
      .filter(({ kind }) => kind === "section")
      .map(({ kind, id }) => ids.getAddress(kind, id)),
    ...steps
      .filter(({ does, kind }) => does === "create" && kind === "section")
      .map(({ address }) => address),
  ];
  // The site of a section that is in no file is not known here.
  if (sections.some((address) => address.startsWith("id:"))) return;
  for (const { does, kind, address, wanted } of steps) {
    if (does !== "create" || kind !== "link" || wanted === undefined) continue;
    const site = getSite(address);
    if (sections.some((one) => getSite(one) === site)) continue;
    throw new UsageError(
      `${folder.formatLine(wanted.location)}: ${address} is an external link, which requires a section on ${site}. Add a section to its structure. No changes were made.`,
    );
  }
}

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
