/** External links of a site need a section, which the platform checks only when it creates the link. */
import { UsageError } from "../../../errors.ts";
import type { OrganizationFolder } from "../desired/read-folder.ts";
import type { ResourceIds } from "../ids.ts";
import type { LiveThings } from "../live.ts";
import { getSite } from "../resource.ts";
import type { PlanStep } from "../step.ts";

/** @throws UsageError if a link would be created on a site that has no section */
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
