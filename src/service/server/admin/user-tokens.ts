/** User tokens in administration: list, create, revoke and rotate. */
import type { Input, Output } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import { ApiError } from "../../../errors.ts";
import { parseDuration } from "../../core/clock.ts";
import type { Queries } from "../../database/tables.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { FirstIds } from "../first-start.ts";
import { computeDigest, folderLabel, isExpired, issueToken, revokeToken } from "../tokens.ts";
import type * as contract from "./endpoints.ts";

export interface TokenRequest {
  /**
   * The id, email address or name of a user. Without it and without a role, the token is for the
   * owner.
   */
  readonly user?: string;
  /** The token is for a member with exactly this role, who is created if there is none. */
  readonly role?: Role | "guest";
  /** The id or title of the organization in which the role applies; the first organization if absent. */
  readonly organization?: string;
  readonly label?: string;
  /** A duration such as `90d`. */
  readonly expiresIn?: string;
  /** RFC 3339. */
  readonly expiresAt?: string;
}

interface TokenContext {
  readonly db: Queries;
  readonly now: Date;
  readonly newId: () => string;
  readonly beginning: FirstIds;
  /** The secret of the data folder's token. */
  readonly folderToken: string;
}

/**
 * Number of hash digits that identify a token: 48 bits, so that collisions on a platform are very
 * unlikely.
 */
const idLength = 12;

/** The first digits of the hash. They are not a secret, because they cannot be used to authenticate. */
function toTokenId(hash: string): string {
  return hash.slice(0, idLength);
}

/**
 * @throws ApiError 404 for an unknown user or organization, 409 for an ambiguous name, 400 for an
 * invalid expiry
 */
export async function createToken(
  { db, now, newId, beginning }: TokenContext,
  request: TokenRequest,
): Promise<Output<typeof contract.makeToken>> {
  const expiresAt = resolveExpiry(request, now);
  const { role, user: person, label = role ? `Rehearsal ${role}` : "Made by the admin" } = request;
  if (label === folderLabel) {
    throw new ApiError(
      400,
      `label must not be ${JSON.stringify(folderLabel)}, which is reserved.`,
      {
        field: "label",
      },
    );
  }
  const { findOrganization, findUser } = await import("./named.ts");
  const { findOrCreateSandboxUser } = await import("./sandbox-user.ts");
  return inTransaction(db, async (transaction) => {
    const user = role
      ? await findOrCreateSandboxUser(transaction, role, {
          organization: await findOrganization(
            transaction,
            request.organization ?? beginning.organization,
          ),
          now,
          newId,
        })
      : await findUser(transaction, person ?? beginning.owner);
    const token = await issueToken(transaction, { user, label, now, expiresAt });
    return {
      token,
      user,
      id: toTokenId(computeDigest(token)),
      label,
      expiresAt: expiresAt ?? null,
    };
  });
}

/** Lists the tokens of all users, newest first. */
export async function listTokens({
  db,
  now,
  folderToken,
}: TokenContext): Promise<Output<typeof contract.listTokens>> {
  const folderHash = computeDigest(folderToken);
  const rows = await db
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .select([
      "tokens.hash",
      "tokens.user_id",
      "tokens.label",
      "tokens.created_at",
      "tokens.expires_at",
      "tokens.last_used_at",
      "users.email",
      "users.display_name",
    ])
    .orderBy("tokens.created_at", "desc")
    .orderBy("tokens.hash")
    .execute();
  const items = rows.map((row) => ({
    id: toTokenId(row.hash),
    label: row.label,
    user: row.user_id,
    displayName: row.display_name,
    email: row.email,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    status: isExpired({ expiresAt: row.expires_at }, now) ? "expired" : "active",
    folder: row.hash === folderHash,
  }));
  return { items };
}

/** @throws ApiError 404 for an unknown id, 409 for the data folder's own token, which can only be rotated */
export async function deleteToken(
  { db, folderToken }: TokenContext,
  id: string,
): Promise<Output<typeof contract.revokeToken>> {
  return inTransaction(db, async (transaction) => {
    const token = await findTokenById(transaction, id);
    if (token.hash === computeDigest(folderToken)) {
      throw new ApiError(
        409,
        "The token of the data folder cannot be revoked. Rotate it instead.",
        {
          field: "tokenId",
        },
      );
    }
    await revokeToken(transaction, token.hash);
    return { id: toTokenId(token.hash), label: token.label };
  });
}

/**
 * Replaces a token with a new one for the same user and with the same label. Unless the request
 * sets an expiry, the new token has the same lifetime as the old one, counted from now.
 * @throws ApiError 404 for an unknown id, 409 for the token of another machine's data folder
 */
export async function replaceToken(
  { db, now }: Pick<TokenContext, "db" | "now">,
  id: string,
  request: Pick<Input<typeof contract.rotateToken>, "expiresIn" | "expiresAt">,
): Promise<Output<typeof contract.rotateToken>> {
  const newExpiry = resolveExpiry(request, now);
  return inTransaction(db, async (transaction) => {
    const old = await findTokenById(transaction, id);
    if (old.label === folderLabel) {
      throw new ApiError(
        409,
        "This token belongs to the data folder of another machine. Rotate it on that machine, or revoke it.",
        { field: "tokenId" },
      );
    }
    const expiresAt = newExpiry ?? extendExpiry(old, now);
    const { user_id: user, label } = old;
    const token = await issueToken(transaction, { user, label, now, expiresAt });
    await revokeToken(transaction, old.hash);
    return {
      token,
      user,
      id: toTokenId(computeDigest(token)),
      label,
      expiresAt: expiresAt ?? null,
    };
  });
}

/** Whether the id identifies the token. */
export function identifiesToken(id: string, secret: string): boolean {
  return toTokenId(computeDigest(secret)) === id;
}

/** The response after the data folder's token was rotated. */
export function toFolderAnswer(secret: string, user: string) {
  return {
    token: secret,
    user,
    id: toTokenId(computeDigest(secret)),
    label: folderLabel,
    expiresAt: null,
  };
}

interface UserTokenRow {
  readonly hash: string;
  readonly user_id: string;
  readonly label: string;
  readonly created_at: string;
  readonly expires_at: string | null;
}

async function findTokenById(db: Queries, id: string): Promise<UserTokenRow> {
  const token = /^[\da-f]{12}$/.test(id)
    ? await db
        .selectFrom("tokens")
        .select(["hash", "user_id", "label", "created_at", "expires_at"])
        .where("hash", ">=", id)
        .where("hash", "<", `${id}g`)
        .executeTakeFirst()
    : undefined;
  if (token === undefined) {
    throw new ApiError(404, `No token has the id ${id}.`, { field: "tokenId" });
  }
  return token;
}

function extendExpiry(
  { created_at: createdAt, expires_at: expiresAt }: UserTokenRow,
  now: Date,
): string | undefined {
  if (expiresAt === null) return undefined;
  const lifetime = Date.parse(expiresAt) - Date.parse(createdAt);
  return toExpiry(now.getTime() + lifetime, now, "expiresAt");
}

function resolveExpiry(
  { expiresIn, expiresAt }: Pick<TokenRequest, "expiresIn" | "expiresAt">,
  now: Date,
): string | undefined {
  if (expiresIn !== undefined && expiresAt !== undefined) {
    throw new ApiError(400, "Specify either expiresIn or expiresAt, not both.", {
      field: "expiresIn",
    });
  }
  if (expiresIn !== undefined) {
    const span = parseDuration(expiresIn);
    if (span === undefined) {
      throw new ApiError(400, "expiresIn must be a duration such as 90d or 12h.", {
        field: "expiresIn",
      });
    }
    return toExpiry(now.getTime() + span, now, "expiresIn");
  }
  return expiresAt === undefined ? undefined : toExpiry(Date.parse(expiresAt), now, "expiresAt");
}

/** The last time that has a four-digit year. */
const latest = Date.parse("9999-12-31T23:59:59.999Z");

function toExpiry(time: number, now: Date, field: string): string {
  if (time > now.getTime() && time <= latest) return new Date(time).toISOString();
  throw new ApiError(400, `${field} must be in the future, before the year 10000.`, { field });
}
