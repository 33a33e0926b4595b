/** Settings of the local platform from the environment. */
import type { ObjectStorageFlags } from "../../client/running-platform.ts";
import { type JobRole, jobRoles } from "../../contract/job-roles.ts";
import { UsageError } from "../../errors.ts";
import { type Environment, readInteger, readSecret, readSecretFile } from "./environment-values.ts";

/** Ten years, so that a typing error does not keep events forever. */
const maximumAuditDays = 3653;

/**
 * Settings that apply whether or not the platform is served.
 * @param database the URL of a PostgreSQL database; the data is in a folder if it is absent
 * @throws UsageError for an incomplete or invalid setting
 */
export async function findPlatformSettings(
  environment: Environment,
  database: string | undefined,
  objectStorage: ObjectStorageFlags = {},
) {
  const { TOME_TRANSLATE_URL: address, TOME_TRANSLATE_KEY: key, TOME_GIT_SSH_KEYS } = environment;
  return {
    allowPrivate: environment.TOME_ALLOW_PRIVATE === "true" ? true : undefined,
    sshKeys: TOME_GIT_SSH_KEYS
      ? (await import("./ssh-keys.ts")).findSshKeys(environment)
      : undefined,
    jobSlots: readInteger(environment, "TOME_JOB_CONCURRENCY", { minimum: 1, maximum: 64 }),
    translator: { address: address === "" ? undefined : address, key },
    model: await findModel(environment),
    database: database === undefined ? undefined : await findDatabase(environment, database),
    sealingKey: await readSecret(environment, "TOME_SEALING_KEY"),
    fileStorage: await findFileStorage(environment, objectStorage),
    auditDays: readInteger(environment, "TOME_AUDIT_DAYS", {
      minimum: 1,
      maximum: maximumAuditDays,
    }),
  };
}

const defaultCheckInterval = 300;
const rateLimits = { minimum: 1, maximum: 1_000_000 };

/**
 * Settings of a server. Flags take precedence over them.
 * @throws UsageError for an invalid setting
 */
export function findServerSettings(environment: Environment) {
  return {
    jobRole: findJobRole(environment),
    rateLimit: readInteger(environment, "TOME_RATE_LIMIT", rateLimits),
    organizationRateLimit: readInteger(environment, "TOME_ORGANIZATION_RATE_LIMIT", rateLimits),
    /** The interval between two checks of a connected Git branch. */
    gitCheckSeconds:
      readInteger(environment, "TOME_GIT_CHECK_SECONDS", { minimum: 10, maximum: 86_400 }) ??
      defaultCheckInterval,
  };
}

function findJobRole({ TOME_JOBS: text = "" }: Environment): JobRole | undefined {
  const role = jobRoles.find((name) => name === text);
  if (role !== undefined || text === "") return role;
  const hint = /^\d+$/.test(text) ? ` Set TOME_JOB_CONCURRENCY=${text} instead.` : "";
  throw new UsageError(`TOME_JOBS must be both, none or only.${hint}`);
}

/** Loads its module only if an object storage is configured. */
async function findFileStorage(environment: Environment, flags: ObjectStorageFlags) {
  const { TOME_S3_ENDPOINT, TOME_S3_BUCKET } = environment;
  if (!(flags.endpoint ?? TOME_S3_ENDPOINT) && !(flags.bucket ?? TOME_S3_BUCKET)) return undefined;
  const { findObjectStorageSetting } = await import("./object-storage.ts");
  return findObjectStorageSetting(environment, flags);
}

/** The language model, if one is configured. */
async function findModel(environment: Environment) {
  const { TOME_MODEL_URL: url, TOME_MODEL: name } = environment;
  if (!url && !name) return undefined;
  if (!url || !name) throw new UsageError("Set both TOME_MODEL_URL and TOME_MODEL.");
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isPlain =
    parsed !== undefined &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.username + parsed.password === "";
  if (!isPlain) {
    throw new UsageError(
      "TOME_MODEL_URL must be an http or https URL without a user name and password.",
    );
  }
  return { url, name, key: await readSecret(environment, "TOME_MODEL_KEY") };
}

async function findDatabase(environment: Environment, database: string) {
  const password = await readSecretFile(environment, "TOME_DATABASE_PASSWORD_FILE");
  const url = password === undefined ? database : withPassword(database, password);
  const connections = readInteger(environment, "TOME_DATABASE_CONNECTIONS", {
    minimum: 2,
    maximum: 500,
  });
  return { url, ...(connections !== undefined && { connections }) };
}

/** An invalid URL is refused when the database is opened. */
function withPassword(database: string, password: string): string {
  if (!URL.canParse(database)) return database;
  const url = new URL(database);
  url.password = encodeURIComponent(password);
  return url.href;
}
