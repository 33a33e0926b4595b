/** Settings of the object storage for file contents, from flags and the environment. */
import { UsageError } from "../../errors.ts";
import type { S3Setting } from "../../service/engines/object-storage/s3-setting.ts";

/** Flags of `tome serve`, which take precedence over the environment. */
export interface ObjectStorageFlags {
  readonly endpoint?: string | undefined;
  readonly bucket?: string | undefined;
  readonly region?: string | undefined;
  readonly prefix?: string | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const defaultRegion = "us-east-1";
const defaultKeepDays = 30;
const maximumKeepDays = 3653;

/**
 * @param readSecret reads the file that a variable names
 * @returns undefined if neither an endpoint nor a bucket is set
 * @throws UsageError for an incomplete or invalid setting
 */
export async function findObjectStorageSetting(
  environment: Environment,
  flags: ObjectStorageFlags,
  readSecret: (variable: string, file: string) => Promise<string>,
): Promise<S3Setting | undefined> {
  const endpoint = flags.endpoint ?? environment.TOME_S3_ENDPOINT ?? "";
  const bucket = flags.bucket ?? environment.TOME_S3_BUCKET ?? "";
  if (endpoint === "" && bucket === "") return undefined;
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
    secret: await findSecret(environment, readSecret),
    keepDays: parseKeepDays(environment.TOME_S3_KEEP_DAYS ?? ""),
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

function parseKeepDays(text: string): number {
  if (text === "") return defaultKeepDays;
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= maximumKeepDays) return days;
  throw new UsageError(
    `TOME_S3_KEEP_DAYS must be an integer from 1 to ${maximumKeepDays}, not ${JSON.stringify(text)}.`,
  );
}

async function findSecret(
  { TOME_S3_SECRET: secret, TOME_S3_SECRET_FILE: file }: Environment,
  readSecret: (variable: string, file: string) => Promise<string>,
): Promise<string> {
  if (secret && file) {
    throw new UsageError("TOME_S3_SECRET and TOME_S3_SECRET_FILE are both set. Unset one of them.");
  }
  const value = file ? await readSecret("TOME_S3_SECRET_FILE", file) : secret;
  if (value) return value;
  throw new UsageError("An object storage requires TOME_S3_SECRET or TOME_S3_SECRET_FILE.");
}
