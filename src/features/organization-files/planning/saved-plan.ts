/** Saved plans, which are bound to a platform, organization, tome version and files, and applied once. */
import { dirname, join, relative, resolve } from "node:path";
import type { Context, JsonObject } from "../../../context.ts";
import { ApiError, UsageError } from "../../../errors.ts";
import { computeHash, toCanonicalText } from "../../../json/canonical.ts";
import { asObject, asText, isList } from "../../../json/values.ts";
import { toLockText } from "../lock.ts";
import { type FilesPlan, type FilesPlanInput, formatFilesCommand, toStepRecord } from "../step.ts";

export interface SavedPlan {
  readonly path: string;
  readonly input: Omit<FilesPlanInput, "organizationId">;
  readonly organization: string;
  readonly platform: string;
  readonly version: string;
  /** SHA-256 of each file by name. */
  readonly files: JsonObject;
  /** SHA-256 of the lock, which changes with each apply; "" if there was no lock. */
  readonly lock: string;
  /** SHA-256 of the steps. */
  readonly steps: string;
}

export async function savePlan(context: Context, path: string, plan: FilesPlan): Promise<void> {
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
    // The file contains no values, which may be secret.
    steps: steps.map(({ does, address, title }) => ({ does, address, title })),
  };
  const text = `${JSON.stringify(context.redactions.value(saved), undefined, 2)}\n`;
  await context.saveFile(path, Buffer.from(text), true);
}

function computeStepsDigest({ steps }: FilesPlan): string {
  return computeHash(toCanonicalText(steps.map(toStepRecord)));
}

/** @throws UsageError if the file is not a plan */
export async function readSavedPlan(context: Context, path: string): Promise<SavedPlan> {
  const plan = asObject(await context.readDocument(path));
  if (plan.tome !== "plan" || plan.format !== 1) {
    throw new UsageError(`${path} is neither a folder nor a plan saved with tome plan --save.`);
  }
  const { prune, maxDeletes, adopt } = asObject(plan.options);
  return {
    path,
    input: {
      folder:
        relative(context.cwd, join(dirname(resolve(context.cwd, path)), asText(plan.folder))) ||
        ".",
      prune: prune === true,
      ...(typeof maxDeletes === "string" && { maxDeletes }),
      adopt: isList(adopt) ? adopt.map(asText) : [],
    },
    organization: asText(plan.organization),
    platform: asText(plan.platform),
    version: asText(plan.version),
    files: asObject(plan.files),
    lock: asText(plan.lock),
    steps: asText(plan.digest),
  };
}

/**
 * @throws UsageError if the plan is for another platform, organization, version or files, or was already
 * applied; ApiError 409 if the platform has changed, so that the steps would differ
 */
export function checkSavedPlan({ version }: Context, saved: SavedPlan, plan: FilesPlan): void {
  const { path } = saved;
  const again = formatFilesCommand("plan", plan, "--save", path);
  const refuse = (reason: string): never => {
    throw new UsageError(`${path} ${reason}. Create a new plan. No changes were made.`, again);
  };
  if (saved.platform !== plan.platform) refuse(`is for ${saved.platform}`);
  if (saved.organization !== plan.input.organizationId) {
    refuse(`is for the organization ${saved.organization}`);
  }
  if (saved.version !== version)
    refuse(`was saved by tome ${saved.version}, and this is ${version}`);
  const files = Object.fromEntries([...plan.folder.digests].sort());
  if (toCanonicalText(files) !== toCanonicalText(saved.files))
    refuse(`does not match the files in ${plan.input.folder}`);
  const lock = plan.lockBefore === undefined ? "" : computeHash(toLockText(plan.lockBefore));
  if (lock !== saved.lock) refuse("was already applied, or another plan was applied after it");
  if (computeStepsDigest(plan) === saved.steps) return;
  throw new ApiError(
    409,
    `The organization has changed since ${path} was saved. Create a new plan. No changes were made.`,
    { hint: again },
  );
}
