/** Plans of organization files, with responses that a test chooses. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePlan } from "../../../src/features/organization-files/planning/plan.ts";
import type { ResourceKind } from "../../../src/features/organization-files/resource.ts";
import type { FilesPlan, FilesPlanInput } from "../../../src/features/organization-files/step.ts";
import { openScriptedContext } from "../commands/scripted-context.ts";
import { temporaryFolder } from "../machine/folder.ts";

type Files = Readonly<Record<string, unknown>>;

interface Scripted {
  readonly files: Files;
  /** Resources of the lock by address. */
  readonly lock?: Files;
  /** Responses by path; others are empty lists. */
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly input?: Partial<FilesPlanInput>;
  readonly created?: Readonly<Record<string, { readonly kind: ResourceKind; readonly id: string }>>;
}

/** A plan without a platform. */
export async function planScripted({
  files,
  lock,
  responses = {},
  input,
  created = {},
}: Scripted): Promise<FilesPlan> {
  const cwd = temporaryFolder();
  // Most organizations have no such folder.
  if (Object.keys(files).some((name) => name.startsWith("sites/"))) mkdirSync(join(cwd, "sites"));
  const head = { tome: "organization", version: 1, platform: "https://a.example" };
  const texts = {
    ...files,
    ...(lock && { "tome.lock.json": { ...head, organization: "O1", serial: 1, things: lock } }),
  };
  for (const [name, value] of Object.entries(texts)) {
    writeFileSync(join(cwd, name), JSON.stringify(value));
  }
  const { context } = openScriptedContext({
    answer: ({ line }) => responses[line.replace(/^GET |\?.*/g, "")] ?? { items: [] },
    more: {
      cwd,
      env: {},
      settings: { baseUrl: { value: head.platform } },
      lookUp: async ({ word }: { readonly word: string }) => ({ id: word }),
    },
  });
  const request = { organizationId: "O1", folder: ".", ...input };
  return makePlan(context, request, new Map(Object.entries(created)));
}
