/** Settings of the object storage for file contents, from flags and the environment. */
import type { ObjectStorageFlags } from "../../client/running-platform.ts";
import { UsageError } from "../../errors.ts";
import type { S3Setting } from "../../service/engines/object-storage/s3-setting.ts";
import { type Environment, readInteger, readSecret } from "./environment-values.ts";

const defaultRegion = "us-east-1";
const defaultKeepDays = 30;
const maximumKeepDays = 3653;

/**
 * For an environment or flags with an endpoint or a bucket.
 * @throws UsageError for an incomplete or invalid setting
 */
export async function findObjectStorageSetting(
  environment: Environment,
  flags: ObjectStorageFlags,
): Promise<S3Setting> {
  const endpoint = flags.endpoint ?? environment.TOME_S3_ENDPOINT ?? "";
  const bucket = flags.bucket ?? environment.TOME_S3_BUCKET ?? "";
  requirePart(endpoint, "--s3-endpoint", "TOME_S3_ENDPOINT");
  requirePart(bucket, "--s3-bucket", "TOME_S3_BUCKET");
  const keyId = environment.TOME_S3_KEY_ID ?? "";
  if (keyId === "") throw new UsageError("An object storage requires TOME_S3_KEY_ID.");
  return {
    endpoint: parseEndpoint(endpoint),
    bucket: parseBucket(bucket),
    region: flags.region ?? (environment.TOME_S3_REGION || defaultRegion),
    prefix: parsePrefix(flags.prefix ?? environment.TOME_S3_PREFIX ?? ""),
    keyId,
    secret: await findSecret(environment),
    keepDays:
      readInteger(environment, "TOME_S3_KEEP_DAYS", { minimum: 1, maximum: maximumKeepDays }) ??
      defaultKeepDays,
  };
}

function requirePart(value: string, flag: string, variable: string): void {
  if (value === "") throw new UsageError(`An object storage requires ${flag} or ${variable}.`);
}

/** @throws UsageError for a URL with credentials, a query or a fragment, which requests would lose */
function parseEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === "";
  if (isPlain) return url.href;
  // The text is not repeated, because it may contain a password.
  throw new UsageError(
    "The endpoint of the object storage must be a URL without credentials and query, such as https://s3.example.com.",
  );
}

function parseBucket(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{1,253}[A-Za-z0-9]$/.test(text) && !text.includes(".."))
    return text;
  throw new UsageError(`${JSON.stringify(text)} is not the name of a bucket.`);
}

/** @returns the prefix with a final slash, or an empty text */
function parsePrefix(text: string): string {
  const names = text.split("/").filter((name) => name !== "");
  const isValid = names.every(
    (name) => /^[A-Za-z0-9._-]{1,100}$/.test(name) && !/^\.\.?$/.test(name),
  );
  if (isValid && text.length <= 500) return names.map((name) => `${name}/`).join("");
  throw new UsageError(
    `The prefix of the object storage must consist of letters, digits, dots, hyphens, underscores and slashes, not ${JSON.stringify(text)}.`,
  );
}

async function findSecret(environment: Environment): Promise<string> {
  const secret = await readSecret(environment, "TOME_S3_SECRET");
  if (secret) return secret;
  throw new UsageError("An object storage requires TOME_S3_SECRET or TOME_S3_SECRET_FILE.");
}
