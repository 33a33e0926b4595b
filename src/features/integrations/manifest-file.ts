/** The manifest file of an integration: a request body, or the format of the published CLI. */
import { dirname, resolve } from "node:path";
import type { Context, JsonObject, JsonValue } from "../../context.ts";
import { isReservedVariable } from "../../contract/reserved-variables.ts";
import { UsageError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { asObject } from "../../json/values.ts";

/** Name of the values in `envs` that apply without --env. */
const defaultEnvironment = "default";

/** Fields that flags replace, so that their files and variables are not read. */
interface ReplacedFields {
  readonly script: boolean;
  readonly icon: boolean;
  readonly previewImages: boolean;
  /** Names of the secrets that flags contain. */
  readonly secrets: readonly string[];
}

export interface ManifestFile {
  /** Name of the integration; undefined if the file has none. */
  readonly name: string | undefined;
  /** Fields of the request. */
  readonly fields: JsonObject;
}

/**
 * Reads a manifest. Paths of images and of the script are relative to it, and must be in its
 * folder. A script that is a path is bundled; any other text is the script itself.
 * @param environment name of the values in `envs` that override the manifest
 * @throws UsageError for an unknown environment, a missing or reserved environment variable, or a
 * file that cannot be read or bundled
 */
export async function readManifestFile(
  context: Context,
  path: string,
  environment: string | undefined,
  replaced: ReplacedFields,
): Promise<ManifestFile> {
  const value = await context.readDocument(path);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`The manifest ${path} must contain a JSON or YAML object.`);
  }
  const { name, envs, ...common } = asObject(value);
  const fields: Record<string, JsonValue | undefined> = {
    ...common,
    ...selectEnvironment(envs, environment, path),
  };
  if (typeof name === "string") {
    // The published CLI requires neither.
    fields.description ??= "";
    fields.scopes ??= [];
  }
  if (fields.secrets !== undefined) {
    fields.secrets = resolveSecrets(fields.secrets, context.env, replaced.secrets);
  }
  const files = openForeignFolder(dirname(resolve(context.cwd, path)), dirname(path));
  const readImage = async (image: JsonValue | undefined) =>
    isImagePath(image) ? (await files.readBytes(image)).toString("base64") : image;
  if (!replaced.icon) fields.icon = await readImage(fields.icon);
  if (!replaced.previewImages && Array.isArray(fields.previewImages)) {
    const images: JsonValue[] = [];
    for (const image of fields.previewImages) images.push((await readImage(image)) ?? null);
    fields.previewImages = images;
  }
  if (!replaced.script && isScriptPath(fields.script)) {
    const source = await files.resolve(fields.script);
    const { bundleScript } = await import("./bundle-script.ts");
    fields.script = await bundleScript(source, fields.script, files.path);
    fields.runtime ??= "v2";
  }
  return { name: typeof name === "string" ? name : undefined, fields: withoutUndefined(fields) };
}

function selectEnvironment(
  envs: JsonValue | undefined,
  environment: string | undefined,
  path: string,
): JsonObject {
  const environments = asObject(envs);
  const selected = environment ?? defaultEnvironment;
  if (Object.hasOwn(environments, selected)) return asObject(environments[selected]);
  if (environment === undefined) return {};
  const names = Object.keys(environments);
  throw new UsageError(
    `The manifest ${path} has no environment ${JSON.stringify(environment)}. ${names.length === 0 ? "Omit --env." : `Use one of ${names.join(", ")}.`}`,
  );
}

/** Base64 has no period. */
function isImagePath(value: JsonValue | undefined): value is string {
  return typeof value === "string" && value.includes(".");
}

const scriptPath = /^[^\s;(){}"'`]{1,1000}\.(?:[cm]?[jt]s|[jt]sx)$/;

function isScriptPath(value: JsonValue | undefined): value is string {
  return typeof value === "string" && scriptPath.test(value);
}

/** Messages never contain a value, because it is secret. */
function resolveSecrets(
  secrets: JsonValue,
  env: Context["env"],
  replaced: readonly string[],
): JsonValue {
  if (typeof secrets !== "object" || secrets === null || Array.isArray(secrets)) return secrets;
  const entries = Object.entries(secrets)
    .filter(([key]) => !replaced.includes(key))
    .map(([key, value]): [string, JsonValue] => [key, resolveSecret(key, value ?? null, env)]);
  return Object.fromEntries(entries);
}

const variable = /\$\{\{\s{0,10}env\.(\w{1,200})\s{0,10}\}\}/g;
const onePassword = /\$\{\{\s*"?op:\/\//;

function resolveSecret(key: string, value: JsonValue, env: Context["env"]): JsonValue {
  if (typeof value !== "string") return value;
  if (onePassword.test(value)) {
    throw new UsageError(
      `The secret ${key} of the manifest is stored in 1Password, which tome does not read. Add --secret ${key}=VALUE, or set the environment variable ${key} and add --secret ${key}.`,
    );
  }
  return value.replace(variable, (_, name: string) => {
    // The script receives the secret, and its author may not be the user who publishes it.
    if (isReservedVariable(name)) {
      throw new UsageError(
        `The secret ${key} of the manifest cannot use the variable ${name}, which is reserved for tome, CI systems or cloud providers. Add --secret ${key}=VALUE.`,
      );
    }
    const found = env[name];
    if (found !== undefined && found !== "") return found;
    throw new UsageError(
      `The secret ${key} of the manifest requires the environment variable ${name}, which is not set. Set it, or add --secret ${key}=VALUE.`,
    );
  });
}

function withoutUndefined(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined),
  );
}
