/** Tokens of the local platform, managed through its administration interface. */

import type { Context, JsonObject, LocalPlatform, PrintedColumn, Result } from "../../context.ts";
import { NameNotFoundError, UsageError } from "../../errors.ts";
import { isDuration } from "../../json/durations.ts";
import { formatZonedTime } from "../../json/local-time.ts";
import { asObject, asText, isList } from "../../json/values.ts";
import { confirm } from "../confirm.ts";
import { asksForData } from "../output-form.ts";
import type { DatabaseFlag } from "./local.ts";
import { requireLocalPlatform } from "./local.ts";

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
  const local = requireLocalPlatform(context, database);
  const body = { ...options, ...parseExpiry(expires) };
  const created = asObject(await local.administer("POST", "/token", body));
  const isForOther = options.role !== undefined || options.user !== undefined;
  if (isForOther)
    context.terminal.note(`Created a token for ${await describeUser(local, created)}.`);
  return showToken(context, created);
}

export async function listTokens(context: Context, { database }: DatabaseFlag): Promise<Result> {
  const { items } = asObject(
    await requireLocalPlatform(context, database).administer("GET", "/tokens"),
  );
  const tokens = isList(items) ? items.map(asObject) : [];
  const shown = asksForData(context.choice) ? tokens : tokens.map(describeUse);
  return { list: [shown], columns, none: "No tokens." };
}

/** Commands with --local use the token of the data folder, and the platform does not record that. */
function describeUse(token: JsonObject): JsonObject {
  const isUnrecorded = token.folder === true && token.lastUsedAt === null;
  return isUnrecorded ? { ...token, lastUsedAt: "not recorded" } : token;
}

export async function revokeToken(
  context: Context,
  { database, tokenId }: DatabaseFlag & { readonly tokenId: string },
): Promise<Result> {
  const local = requireLocalPlatform(context, database);
  const token = await findToken(local, tokenId);
  await confirm(context, "tome local token revoke", () => `Revoke ${describeToken(token)}?`);
  const id = asText(token.id);
  const revoked = asObject(await local.administer("POST", buildTokenPath(id, "revoke")));
  return {
    done: `Revoked the token ${id} (${asText(revoked.label)}).`,
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
  const local = requireLocalPlatform(context, database);
  const token = tokenId === "folder" ? undefined : await findToken(local, tokenId);
  const name =
    token === undefined ? `the token of the data in ${local.location}` : describeToken(token);
  await confirm(
    context,
    "tome local token rotate",
    () => `Replace ${name}? Programs that use it need the new one.`,
  );
  const body = { ...parseExpiry(expires) };
  const id = token === undefined ? tokenId : asText(token.id);
  return showToken(
    context,
    asObject(await local.administer("POST", buildTokenPath(id, "rotate"), body)),
  );
}

/**
 * Prints only the token, so that a script can store it, or the whole record if a format is given.
 */
function showToken({ conceal, choice, terminal }: Context, answer: JsonObject): Result {
  const token = asText(answer.token);
  conceal(token);
  if (choice.format !== undefined || choice.jq !== undefined) return { record: answer };
  if (terminal.outIsTerminal) {
    const { expiresAt } = answer;
    if (typeof expiresAt === "string")
      terminal.note(`The token expires on ${formatZonedTime(expiresAt)}.`);
    terminal.note(
      "The token is not shown again. To use it: TOME_TOKEN=<token> tome <command> --local",
    );
  }
  return { text: `${token}\n` };
}

/**
 * The token with an id or, if none has it, with a label.
 * @throws UsageError if none or several have the label
 */
async function findToken(local: LocalPlatform, word: string): Promise<JsonObject> {
  const { items } = asObject(await local.administer("GET", "/tokens"));
  const all = isList(items) ? items.map(asObject) : [];
  const own = all.find(({ id }) => id === word);
  if (own !== undefined) return own;
  const labeled = all.filter(({ label }) => label === word);
  // A revoked token stays in the list.
  const active = labeled.filter(({ status }) => status !== "revoked");
  const [token, ...others] = active.length > 0 ? active : labeled;
  if (token === undefined) {
    throw new NameNotFoundError(
      `No token has the id or label ${JSON.stringify(word)}.`,
      "tome local token list",
    );
  }
  if (others.length === 0) return token;
  throw new UsageError(
    `The label ${JSON.stringify(word)} belongs to ${others.length + 1} tokens. Use one of these ids:`,
    undefined,
    [token, ...others].map(({ id, email }) => `${asText(id)} (${asText(email)})`),
  );
}

/** The user of a created token: the name and the email address. */
async function describeUser(local: LocalPlatform, created: JsonObject): Promise<string> {
  const { items } = asObject(await local.administer("GET", "/tokens"));
  const all = isList(items) ? items.map(asObject) : [];
  const { displayName, email } = all.find(({ id }) => id === created.id) ?? {};
  return `${asText(displayName)} (${asText(email)})`;
}

function describeToken({ id, label, email }: JsonObject): string {
  return `the token ${asText(id)} (${asText(label)}) of ${asText(email)}`;
}

function buildTokenPath(tokenId: string, action: "revoke" | "rotate"): string {
  return `/tokens/${encodeURIComponent(tokenId)}/${action}`;
}

/** @param expires a duration, or an RFC 3339 time */
function parseExpiry(expires: string | undefined): JsonObject {
  if (expires === undefined) return {};
  // The platform has its own clock, so it computes durations.
  if (isDuration(expires)) return { expiresIn: expires };
  return { expiresAt: expires };
}
