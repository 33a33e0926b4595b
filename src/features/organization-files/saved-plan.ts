/** A plan in a file: bound to its platform, organization, version of tome and files, and applied once. */
import { dirname, join, relative, resolve } from "node:path";
import type { Context, JsonObject } from "../../context.ts";
import { Problem, UsageError } from "../../errors.ts";
import { canonicalText, computeHash } from "../../json/canonical.ts";
import { isList, objectIn, textIn } from "../../json/values.ts";
import { toLockText } from "./lock.ts";
import { commandFor, type Plan, type PlanInput, toStepRecord } from "./step.ts";

export interface SavedPlan {
  readonly path: string;
  readonly input: Omit<PlanInput, "organizationId">;
  readonly organization: string;
  readonly platform: string;
  readonly version: string;
  /** SHA-256 of each file by its name. */
  readonly files: JsonObject;
  /** SHA-256 of the lock, which changes when it is applied; "" if there was none. */
  readonly lock: string;
  /** SHA-256 of what it would do. */
  readonly steps: string;
}

export async function savePlan(context: Context, path: string, plan: Plan): Promise<void> {
  const { input, platform, folder, lockBefore, steps } = plan;
  const { organizationId, prune, maxDeletes, adopt } = input;
  const beside = relative(dirname(resolve(context.cwd, path)), resolve(context.cwd, input.folder));
  const saved = {
    tome: "plan",
    format: 1,
    version: context.version,
    platform,
    organization: organizationId,
    folder: beside || ".",
    options: { prune: prune === true, maxDeletes: maxDeletes ?? null, adopt: [...(adopt ?? [])] },
    files: Object.fromEntries([...folder.digests].sort()),
    lock: lockBefore === undefined ? "" : computeHash(toLockText(lockBefore)),
    digest: computeStepsDigest(plan),
    // Values are in no file.
    steps: steps.map(({ does, address, title }) => ({ does, address, title })),
  };
  const text = `${JSON.stringify(context.redactions.value(saved), undefined, 2)}\n`;
  await context.saveFile(path, Buffer.from(text), true);
}

function computeStepsDigest({ steps }: Plan): string {
  return computeHash(canonicalText(steps.map(toStepRecord)));
}

/** @throws UsageError if it is no plan */
export async function readSavedPlan(context: Context, path: string): Promise<SavedPlan> {
  const plan = objectIn(await context.readDocument(path));
  if (plan.tome !== "plan" || plan.format !== 1) {
    throw new UsageError(`${path} is neither a folder nor a plan that tome plan --save wrote.`);
  }
  const { prune, maxDeletes, adopt } = objectIn(plan.options);
  return {
    path,
    input: {
      folder:
        relative(context.cwd, join(dirname(resolve(context.cwd, path)), textIn(plan.folder))) ||
        ".",
      prune: prune === true,
      ...(typeof maxDeletes === "string" && { maxDeletes }),
      adopt: isList(adopt) ? adopt.map(textIn) : [],
    },
    organization: textIn(plan.organization),
    platform: textIn(plan.platform),
    version: textIn(plan.version),
    files: objectIn(plan.files),
    lock: textIn(plan.lock),
    steps: textIn(plan.digest),
  };
}

/**
 * @throws UsageError if it is for something else, or was applied already; Problem 409 if the platform has
 * changed since, so that something else would be done
 */
export function checkSavedPlan({ version }: Context, saved: SavedPlan, plan: Plan): void {
  const { path } = saved;
  const again = commandFor("plan", plan, "--save", path);
  const refuse = (what: string): never => {
    throw new UsageError(`${path} ${what}; plan again. Nothing was changed.`, again);
  };
  if (saved.platform !== plan.platform) refuse(`is for ${saved.platform}`);
  if (saved.organization !== plan.input.organizationId) {
    refuse(`is for the organization ${saved.organization}`);
  }
  if (saved.version !== version)
    refuse(`was made by tome ${saved.version}, and this is ${version}`);
  const files = Object.fromEntries([...plan.folder.digests].sort());
  if (canonicalText(files) !== canonicalText(saved.files)) refuse("is for other files than these");
  const lock = plan.lockBefore === undefined ? "" : computeHash(toLockText(plan.lockBefore));
  if (lock !== saved.lock) refuse("was applied already, or another one was since");
  if (computeStepsDigest(plan) === saved.steps) return;
  throw new Problem(
    409,
    `The organization has changed since ${path} was made, so something else would be done; plan again. Nothing was changed.`,
    { hint: again },
  );
}
