/** Signing secrets of a webhook: the current one, and previous ones that are valid for some time. */
import { ApiError } from "../../../errors.ts";
import type { SecretBox } from "../../engines/secret-box.ts";
import { toSecretPurpose } from "./signature.ts";
import type { WebhookTable } from "./tables.ts";

interface PreviousSecret {
  /** Encrypted. */
  readonly secret: string;
  readonly expiresAt: string;
}

/** Each one adds a signature to every delivery. */
const maxPrevious = 5;
const hour = 60 * 60 * 1000;

type SecretColumns = Pick<WebhookTable, "id" | "secret" | "previous_secrets">;

/** The previous secrets that are valid, the newest first. */
function listPrevious(
  { previous_secrets: stored }: Pick<WebhookTable, "previous_secrets">,
  now: Date,
): readonly PreviousSecret[] {
  const previous: readonly PreviousSecret[] = JSON.parse(stored);
  return previous.filter(({ expiresAt }) => Date.parse(expiresAt) > now.getTime());
}

/** The time at which only the current secret is valid; undefined if that is now. */
export function findOverlapEnd(
  row: Pick<WebhookTable, "previous_secrets">,
  now: Date,
): string | undefined {
  const times = listPrevious(row, now).map(({ expiresAt }) => expiresAt);
  return times.toSorted().at(-1);
}

/** The secrets with which a delivery is signed, the current one first. */
export async function openSecrets(
  row: SecretColumns,
  now: Date,
  secretBox: SecretBox,
): Promise<readonly string[]> {
  const current = await secretBox.open(row.secret, toSecretPurpose(row.id));
  const previous = listPrevious(row, now).map(({ secret }) =>
    openIfReadable(row, secret, secretBox),
  );
  return [current, ...(await Promise.all(previous)).filter((one) => one !== undefined)];
}

/** Undefined for a secret of another installation, whose data was imported. */
function openIfReadable(
  { id }: Pick<WebhookTable, "id">,
  encrypted: string,
  secretBox: SecretBox,
): Promise<string | undefined> {
  return secretBox.open(encrypted, toSecretPurpose(id)).catch(() => undefined);
}

/**
 * The columns of a webhook with another secret.
 * @param secret in plain text
 * @param overlap in hours; 0 ends the validity of all previous secrets. The current secret as the new one
 * changes only this
 * @throws ApiError 409 if too many previous secrets are valid
 */
export async function replaceSecret(
  row: SecretColumns,
  { secret, overlap }: { readonly secret: string; readonly overlap: number },
  { now, secretBox }: { readonly now: Date; readonly secretBox: SecretBox },
): Promise<Pick<WebhookTable, "secret" | "previous_secrets">> {
  const current = await openIfReadable(row, row.secret, secretBox);
  const isSame = current === secret;
  const encrypted = isSame ? row.secret : await secretBox.seal(secret, toSecretPurpose(row.id));
  if (overlap === 0) return { secret: encrypted, previous_secrets: "[]" };
  if (isSame) return { secret: encrypted, previous_secrets: row.previous_secrets };
  const previous = listPrevious(row, now);
  if (current === undefined)
    return { secret: encrypted, previous_secrets: JSON.stringify(previous) };
  if (previous.length >= maxPrevious) {
    throw new ApiError(
      409,
      `Already ${maxPrevious} previous secrets of the webhook are valid. Wait until one expires, or end their validity with overlap 0.`,
      { field: "overlap" },
    );
  }
  const expiresAt = new Date(now.getTime() + overlap * hour).toISOString();
  const all = [{ secret: row.secret, expiresAt }, ...previous];
  return { secret: encrypted, previous_secrets: JSON.stringify(all) };
}
