/** Tokens of the local platform, managed through its administration interface. */

import type { Context, JsonObject, LocalPlatform, PrintedColumn, Result } from "../../context.ts";
import { isDuration } from "../../json/durations.ts";
import { formatLocalTime } from "../../json/local-time.ts";
import { isList, objectIn, textIn } from "../../json/values.ts";
import { confirm } from "../confirm.ts";
import type { DatabaseFlag } from "./local.ts";
import { localIn } from "./local.ts";

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "LABEL", path: "label", as: "title" },
  { header: "USER", path: "email" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "CREATED", path: "createdAt", as: "time" },
  { header: "EXPIRES", path: "expiresAt", as: "time", nothing: "never" },
  { header: "LAST USED", path: "lastUsedAt", as: "time", nothing: "never" },
];

export async function createToken(
  context: Context,
  {
    database,
    expires,
    ...options
  }: DatabaseFlag & {
    readonly role?: string;
    readonly user?: string;
    readonly organization?: string;
    readonly label?: string;
    readonly expires?: string;
  },
): Promise<Result> {
  const local = localIn(context, database);
  const body = { ...options, ...parseExpiry(expires) };
  return showToken(context, objectIn(await local.administer("POST", "/token", body)));
}

export async function listTokens(context: Context, { database }: DatabaseFlag): Promise<Result> {
  const { items } = objectIn(await localIn(context, database).administer("GET", "/tokens"));
  return {
    list: [isList(items) ? items.map(objectIn) : []],
    columns,
    none: "No tokens.",
  };
}

export async function revokeToken(
  context: Context,
  { database, tokenId }: DatabaseFlag & { readonly tokenId: string },
): Promise<Result> {
  const local = localIn(context, database);
  await confirm(
    context,
    "tome local token revoke",
    async () => `Revoke ${await describeToken(local, tokenId)}?`,
  );
  const revoked = objectIn(await local.administer("POST", pathTo(tokenId, "revoke")));
  return {
    done: `Revoked the token ${tokenId} (${textIn(revoked.label)}).`,
    record: { ...revoked, revoked: true },
  };
}

export async function rotateToken(
  context: Context,
  {
    database,
    tokenId = "folder",
    expires,
  }: DatabaseFlag & { readonly tokenId?: string; readonly expires?: string },
): Promise<Result> {
  const local = localIn(context, database);
  await confirm(context, "tome local token rotate", async () =>
    tokenId === "folder"
      ? `Replace the token of the data in ${local.location}? Programs that use it need the new one.`
      : `Replace ${await describeToken(local, tokenId)}? Programs that use it need the new one.`,
  );
  const body = { ...parseExpiry(expires) };
  return showToken(
    context,
    objectIn(await local.administer("POST", pathTo(tokenId, "rotate"), body)),
  );
}

/**
 * Prints only the token, so that a script can store it, or the whole record if a format is given.
 */
function showToken({ conceal, choice, terminal }: Context, answer: JsonObject): Result {
  const token = textIn(answer.token);
  conceal(token);
  if (choice.format !== undefined || choice.jq !== undefined) return { record: answer };
  if (terminal.outIsTerminal) {
    const { expiresAt } = answer;
    if (typeof expiresAt === "string")
      terminal.note(`The token expires on ${formatLocalTime(expiresAt)}.`);
    terminal.note(
      "The token is not shown again. To use it: TOME_TOKEN=<token> tome <command> --local",
    );
  }
  return { text: `${token}\n` };
}

async function describeToken(local: LocalPlatform, tokenId: string): Promise<string> {
  const { items } = objectIn(await local.administer("GET", "/tokens"));
  const token = isList(items) ? items.map(objectIn).find(({ id }) => id === tokenId) : undefined;
  if (token === undefined) return `the token ${tokenId}`;
  return `the token ${tokenId} (${textIn(token.label)}) of ${textIn(token.email)}`;
}

function pathTo(tokenId: string, action: "revoke" | "rotate"): string {
  return `/tokens/${encodeURIComponent(tokenId)}/${action}`;
}

/** @param expires a duration, or an RFC 3339 time */
function parseExpiry(expires: string | undefined): JsonObject {
  if (expires === undefined) return {};
  // The platform has a clock of its own, so it computes durations.
  if (isDuration(expires)) return { expiresIn: expires };
  return { expiresAt: expires };
}
