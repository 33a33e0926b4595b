/** A plan and its steps, as data. */
import type { JsonObject } from "../../context.ts";
import { retentionDays } from "../../contract/limits.ts";
import { UsageError } from "../../errors.ts";
import type { Change } from "./compare.ts";
import type { Ids } from "./ids.ts";
import type { LiveThings } from "./live.ts";
import type { Lock } from "./lock.ts";
import type { OrganizationFolder } from "./read-folder.ts";
import { type Kind, type Live, nounOf, type Wanted } from "./thing.ts";
import type { WantedThings } from "./wanted.ts";

export interface PlanInput {
  readonly organizationId: string;
  readonly folder: string;
  readonly prune?: boolean | undefined;
  readonly maxDeletes?: string | undefined;
  /** Each `<address>=<name or id>`. */
  readonly adopt?: readonly string[] | undefined;
}

export interface Step {
  readonly does: "create" | "update" | "delete";
  readonly address: string;
  readonly kind: Kind;
  /** What people call it. */
  readonly title: string;
  /** Absent for what is created. */
  readonly id?: string;
  readonly changes: readonly Change[];
  readonly wanted?: Wanted;
  /** As it was when the plan was made; absent for what is created. */
  readonly live?: Live;
  /** What else there is to say: that it was gone, how it is brought back. */
  readonly note?: string;
}

export interface Plan {
  readonly input: PlanInput;
  readonly platform: string;
  readonly folder: OrganizationFolder;
  readonly wanted: WantedThings;
  readonly lock: Lock;
  /** The lock as it was in its file; undefined if there was none. */
  readonly lockBefore: Lock | undefined;
  readonly ids: Ids;
  readonly live: LiveThings;
  readonly steps: readonly Step[];
  readonly notes: readonly string[];
}

/** A command that is about the same folder, in the same way. */
export function commandFor(
  verb: "plan" | "apply",
  { input, ids }: Pick<Plan, "input" | "ids">,
  ...more: readonly string[]
): string {
  const { folder, prune, maxDeletes, adopt = [] } = input;
  // By id, as names may have blanks.
  const adopted = adopt.map((words) => {
    const [address = ""] = words.split("=");
    return `${address}=id:${ids.findId(address)}`;
  });
  const flags = [
    ...(prune === true ? ["--prune"] : []),
    ...(maxDeletes === undefined ? [] : ["--max-deletes", maxDeletes]),
    ...adopted.flatMap((words) => ["--adopt", words]),
  ];
  return ["tome", verb, folder, ...flags, ...more].join(" ");
}

/** What can be brought back of a deleted thing, and for how long. */
export function restoring(kind: Kind, id: string): string {
  if (kind !== "space") return `A ${nounOf[kind]} is deleted for good.`;
  return `It can be restored for ${retentionDays} days: tome space restore ${id}`;
}

/** A step as data, for programs and for a saved plan. */
export function toStepRecord({ does, address, kind, title, id, changes, note }: Step): JsonObject {
  return {
    does,
    address,
    kind,
    title,
    id: id ?? null,
    changes: changes.map(({ field, from, to, side }) => ({ field, from, to, side })),
    note: note ?? null,
  };
}

/** @throws UsageError for a step of a kind that was not planned for */
export function toExpectedStep({ wanted, address }: Step): Wanted {
  if (wanted !== undefined) return wanted;
  throw new UsageError(`${address} is in no file.`);
}
