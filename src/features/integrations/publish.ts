/** Publication of an integration from a manifest, files and flags. */

import type { Context, JsonValue, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/integration.ts";
import { UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { asObject } from "../../json/values.ts";
import { findCurrentOrganization } from "../auth/current-organization.ts";
import { type ManifestFile, readManifestFile } from "./manifest-file.ts";

export type PublishBody = Input<typeof contract.publish>;

export interface PublishInput {
  readonly integrationName?: string;
  readonly manifest?: string;
  readonly input?: string;
  readonly env?: string;
  readonly organization?: string;
  readonly script?: string;
  readonly icon?: string;
  readonly previewImages?: readonly string[];
  readonly secrets?: readonly string[];
  /** Other flags are fields of the request. */
  readonly [field: string]: JsonValue | undefined;
}

const help = "tome integration publish --help";

export async function publish(context: Context, input: PublishInput): Promise<Result> {
  const request = await buildPublishRequest(context, input);
  const client = await context.client();
  const { value } = await client.call(contract.publish, request);
  const record = asObject(value);
  const isSet =
    input.organization === undefined && request.organization === (await context.parentId("org"));
  const parents = context.describeProjectParents(isSet ? ["org"] : []);
  const done = `Published ${record.name ?? request.integrationName} as version ${record.version ?? "new"}${parents}.`;
  return {
    done,
    record,
    columns: [
      { header: "NAME", path: "name" },
      { header: "VERSION", path: "version", as: "number" },
      { header: "VISIBILITY", path: "visibility" },
      { header: "URL", path: "urls.app", as: "address", wide: true },
    ],
  };
}

/**
 * Flags override the manifest, which overrides the settings.
 * @throws UsageError for an invalid manifest or script, and for files that cannot be read
 */
export async function buildPublishRequest(
  context: Context,
  flags: PublishInput,
): Promise<PublishBody> {
  const request = await readRequest(context, flags);
  await checkRequest(request);
  return request;
}

async function readRequest(context: Context, flags: PublishInput): Promise<PublishBody> {
  const { manifest, input, env, script, icon, previewImages, secrets, ...fields } = flags;
  const files = [manifest, input, script, icon, ...(previewImages ?? [])];
  if (files.filter((path) => path === "-").length > 1) {
    throw new UsageError(
      "Standard input can be read only once. Specify - for one file only.",
      help,
    );
  }
  const overrides = secrets === undefined ? {} : parseSecrets(secrets, context.env);
  const file = await readManifest(context, flags, Object.keys(overrides));
  const request: Record<string, JsonValue | undefined> = { ...file.fields, ...fields };
  request.integrationName = nameFor(file, flags);
  request.organization ??= await findCurrentOrganization(context);
  if (script !== undefined) request.script = await context.readText(script);
  if (icon !== undefined) request.icon = await fetchBase64(context, icon);
  if (previewImages !== undefined) {
    const images: string[] = [];
    for (const path of previewImages) images.push(await fetchBase64(context, path));
    request.previewImages = images;
  }
  if (secrets !== undefined) {
    request.secrets = { ...asObject(file.fields.secrets), ...overrides };
  }
  // Validated as a whole before it is sent.
  return request as PublishBody;
}

async function readManifest(
  context: Context,
  flags: PublishInput,
  overrides: readonly string[],
): Promise<ManifestFile> {
  const { manifest, input, env, script, icon, previewImages } = flags;
  const path = manifest ?? input;
  if (manifest !== undefined && input !== undefined) {
    throw new UsageError("Specify either --manifest or --input, not both.", help);
  }
  if (path === undefined) {
    if (env === undefined) return { name: undefined, fields: {} };
    throw new UsageError("--env selects values of a manifest. Add --manifest <file>.", help);
  }
  return readManifestFile(context, path, env, {
    script: script !== undefined,
    icon: icon !== undefined,
    previewImages: previewImages !== undefined,
    secrets: overrides,
  });
}

/** The manifest contains the integration's name, which belongs in the path of the request. */
function nameFor({ name }: ManifestFile, flags: PublishInput): string {
  const { integrationName, manifest, input } = flags;
  if (name !== undefined && integrationName !== undefined && name !== integrationName) {
    throw new UsageError(
      `The manifest ${manifest ?? input} is for ${JSON.stringify(name)}, not for ${integrationName}. Specify the same name.`,
      help,
    );
  }
  const known = integrationName ?? name;
  if (known !== undefined) return known;
  throw new UsageError(
    "The name of the integration is missing. Specify it as <name>, or in the manifest.",
    help,
  );
}

async function fetchBase64(context: Context, path: string): Promise<string> {
  return Buffer.from(await context.readBytes(path)).toString("base64");
}

/** Messages never contain a value, because it is secret. */
function parseSecrets(words: readonly string[], env: Context["env"]): Record<string, string> {
  const secrets: [string, string][] = words.map((word, index) => {
    const at = word.indexOf("=");
    if (at > 0) return [word.slice(0, at), word.slice(at + 1)];
    const value = at === -1 ? env[word] : undefined;
    if (value !== undefined) return [word, value];
    throw new UsageError(
      at === 0
        ? `--secret must be KEY=value; the key of number ${index + 1} is empty.`
        : `--secret ${/^\w+$/.test(word) ? word : `number ${index + 1}`} has no value. Use KEY=value, or set the environment variable of that name.`,
      help,
    );
  });
  return Object.fromEntries(secrets);
}

/** @throws UsageError that lists every validation error with its flag, if it has one */
async function checkRequest(request: PublishBody): Promise<void> {
  const { check } = await import("../../contract/check.ts");
  const faults = await check(contract.publish.input, request);
  if (faults.length === 0) return;
  const messages = faults.map(({ path, rule }) => `${formatLabel(path)} ${rule}`);
  throw new UsageError(`${[...new Set(messages)].join("; ")}.`, help);
}

function formatLabel([name = "", ...rest]: readonly (string | number)[]): string {
  const flag = findOwn(flags, name);
  const inner = rest.length === 0 ? "" : ` (${rest.join(".")})`;
  return flag === undefined
    ? `The field ${[name, ...rest].join(".")} of the manifest`
    : `--${flag}${inner}`;
}

const flags: Readonly<Record<string, string>> = {
  organization: "org",
  title: "title",
  description: "description",
  summary: "summary",
  runtime: "runtime",
  visibility: "visibility",
  target: "target",
  scopes: "scope",
  categories: "category",
  script: "script",
  icon: "icon",
  previewImages: "preview-image",
  secrets: "secret",
  contentSecurityPolicy: "content-security-policy",
};
