/** A writer of the steps of a plan whose platform answers with values that a test chooses. */
import type { Lock } from "../../../src/features/organization-files/lock.ts";
import type { FilesPlan, PlanStep } from "../../../src/features/organization-files/step.ts";
import { AppliedChanges } from "../../../src/features/organization-files/writing/applied.ts";
import { StepWriter } from "../../../src/features/organization-files/writing/write-step.ts";
import { openScriptedClient } from "../network/scripted-client.ts";
import { filesPlan, resourceIds } from "./plan-parts.ts";

interface StepWriterOptions {
  readonly lock: Lock;
  /** Bodies or error statuses by method and path. By default, nothing exists and each write succeeds. */
  readonly responses: Readonly<Record<string, unknown>>;
  readonly plan?: Partial<FilesPlan>;
  readonly isDryRun?: boolean;
}

export function openStepWriter({ lock, responses, plan = {}, isDryRun }: StepWriterOptions) {
  const { client, sent } = openScriptedClient(({ line }) => {
    const value = responses[line.replace(/\?.*/, "")];
    return value ?? (line.startsWith("GET") ? 404 : { id: "NEW" });
  });
  const ids = resourceIds(lock.things, { U1: "ada@x.org" });
  const applied = new AppliedChanges();
  const whole = filesPlan({ ids, lock, ...plan });
  const writer = new StepWriter(whole, client, isDryRun === true ? undefined : client, applied);
  const writes = () => sent.filter((one) => typeof one !== "string" || !one.startsWith("GET"));
  const created: unknown[] = [];
  const create = (one: PlanStep) => writer.create(one, async (made) => void created.push(made));
  /** The digests of the fields of a resource that were applied. */
  const listDigests = (address: string) =>
    Object.fromEntries(
      applied.locked(new Map(), whole).get(address)?.fields ?? new Map<string, string>(),
    );
  return { writer, writes, sent, applied, ids, create, created, listDigests };
}
