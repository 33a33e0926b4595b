/** Data types of plans and steps. */

import type { JsonObject } from "../../context.ts";
import { retentionDays } from "../../contract/limits.ts";
import { UsageError } from "../../errors.ts";
import { quoteLiterally } from "../../json/shell-word.ts";
import type { WantedThings } from "./desired/desired.ts";
import type { OrganizationFolder } from "./desired/read-folder.ts";
import type { ResourceIds } from "./ids.ts";
import type { LiveThings } from "./live.ts";
import type { Lock, LockRecord } from "./lock.ts";
import type { FieldChange } from "./planning/compare.ts";
import { type DesiredResource, type Live, nounOf, type ResourceKind } from "./resource.ts";

export interface FilesPlanInput {
  readonly organizationId: string;
  readonly folder: string;
  readonly prune?: boolean | undefined;
  readonly maxDeletes?: string | undefined;
  /** Each `<address>=<name or id>`. */
  readonly adopt?: readonly string[] | undefined;
}

export interface PlanStep {
  readonly does: "create" | "update" | "delete";
  readonly address: string;
  readonly kind: ResourceKind;
  readonly title: string;
  /** Absent if the step creates the resource. */
  readonly id?: string;
  readonly changes: readonly FieldChange[];
  readonly wanted?: DesiredResource;
  /** The state at the time of the plan; absent if the step creates the resource. */
  readonly live?: Live;
  /** The id of a deleted space that the step restores instead of creating a new one. */
  readonly restores?: string;
  /** The id of a part of a site that exists again when its space is restored. */
  readonly returnsAs?: string;
  /** Whether restored parts change the order and the default, which are compared again after the restore. */
  readonly followsRestore?: boolean;
  /** Additional information, such as the command that restores a deleted space. */
  readonly note?: string;
}

/** The files, the lock and the platform, which a plan compares. */
export interface OrganizationState {
  readonly wanted: WantedThings;
  readonly locked: ReadonlyMap<string, LockRecord>;
  readonly live: LiveThings;
  readonly ids: ResourceIds;
}

export interface FilesPlan {
  readonly input: FilesPlanInput;
  readonly platform: string;
  readonly folder: OrganizationFolder;
  readonly wanted: WantedThings;
  readonly lock: Lock;
  /** The lock as read from its file; undefined if there was none. */
  readonly lockBefore: Lock | undefined;
  readonly ids: ResourceIds;
  readonly live: LiveThings;
  readonly steps: readonly PlanStep[];
  readonly notes: readonly string[];
}

/** A command for the same folder with the same options. */
export function formatFilesCommand(
  verb: "plan" | "apply",
  { input, ids }: Pick<FilesPlan, "input" | "ids">,
  ...more: readonly string[]
): string {
  const { folder, prune, maxDeletes, adopt = [] } = input;
  // Ids need no quoting, unlike names.
  const adopted = adopt.map((words) => {
    const [address = "", word] = words.split("=");
    if (word === "new") return words;
    return `${address}=id:${ids.findId(address)}`;
  });
  const flags = [
    ...(prune === true ? ["--prune"] : []),
    ...(maxDeletes === undefined ? [] : ["--max-deletes", maxDeletes]),
    ...adopted.flatMap((words) => ["--adopt", words]),
  ];
  return ["tome", verb, folder, ...flags, ...more].join(" ");
}

/** Sentence about the restorability of a deleted resource. */
export function describeRestoring(kind: ResourceKind, title: string): string {
  if (kind === "invitation") return "The invitation will be withdrawn.";
  if (kind !== "space") return `The deletion of the ${nounOf[kind]} is permanent.`;
  return `The space can be restored within ${retentionDays} days: tome space restore ${quoteLiterally(title)}`;
}

/** The action of a step in messages and output. */
export function getActionName(step: PlanStep): PlanStep["does"] | "restore" {
  return (step.restores ?? step.returnsAs) === undefined ? step.does : "restore";
}

/** A step as JSON, for machine-readable output and saved plans. */
export function toStepRecord(step: PlanStep): JsonObject {
  const { address, kind, title, id, changes, note } = step;
  return {
    does: getActionName(step),
    address,
    kind,
    title,
    id: id ?? null,
    changes: changes.map(({ field, from, to, side }) => ({ field, from, to, side })),
    note: note ?? null,
  };
}

/** @throws UsageError for a step whose resource is not in the files */
export function toExpectedStep({ wanted, address }: PlanStep): DesiredResource {
  if (wanted !== undefined) return wanted;
  throw new UsageError(`${address} is not in any file.`);
}
