/**
 * Webhook of a connected space. GitHub signs the body (X-Hub-Signature-256), and GitLab sends the
 * secret (X-Gitlab-Token). A push only requests a check: the content of the request is not trusted.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { WireRequest, WireResponse } from "../../../../contract/wire.ts";
import { asObject } from "../../../../json/values.ts";
import { createErrorResponse } from "../../../core/deferred-response.ts";
import { scheduleGitCheck } from "../../../core/git-checks.ts";
import type { PublicRequest } from "../../../core/public-route.ts";
import { inTransaction } from "../../../database/transaction.ts";
import type { GitInstallationTable } from "../tables.ts";
import { findInstallation, openWebhookSecret, readConfig } from "./connection-rows.ts";

export async function receiveWebhook(call: PublicRequest): Promise<WireResponse> {
  const { db, path, request } = call;
  const row = await findInstallation(db, path.installationId ?? "");
  // The same response as for a wrong secret, so that ids cannot be tested.
  if (!row) return createErrorResponse(401, forged);
  const secret = await openWebhookSecret(call.secretBox, row);
  if (!isAuthentic(request, secret)) return createErrorResponse(401, forged);
  const push = readPush(request);
  if (push === undefined) return createErrorResponse(400, "The body is not a push event as JSON.");
  const { branch } = readConfig(row);
  if (push.ref === undefined) return respond("The webhook works.");
  if (push.ref !== branch) return respond(`Ignored: the space is connected to ${branch}.`);
  await requestCheck(call, row, push);
  return respond("The space is compared with the branch.", 202);
}

const forged = "The signature or token of the webhook is not valid.";

function isAuthentic({ headers, body = "" }: WireRequest, secret: string): boolean {
  const signature = headers["x-hub-signature-256"];
  if (signature !== undefined) {
    const digest = createHmac("sha256", secret).update(body).digest("hex");
    return isSame(signature, `sha256=${digest}`);
  }
  const token = headers["x-gitlab-token"];
  return token !== undefined && isSame(token, secret);
}

/** Compares digests, because only values of the same length can be compared in constant time. */
function isSame(value: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(value), digest(expected));
}

interface Push {
  /** Undefined for an event that is not a push, such as GitHub's `ping`. */
  readonly ref?: string | undefined;
  readonly forced?: { readonly from: string; readonly to: string };
}

/** @returns undefined for a body that is not valid */
function readPush({ headers, body = "" }: WireRequest): Push | undefined {
  const event = headers["x-github-event"] ?? headers["x-gitlab-event"] ?? "push";
  if (!/^push( hook)?$/i.test(event)) return {};
  const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
  const text = isForm ? (new URLSearchParams(body).get("payload") ?? "") : body;
  let value: ReturnType<typeof asObject>;
  try {
    value = asObject(JSON.parse(text));
  } catch {
    return undefined;
  }
  const { ref, forced, before, after } = value;
  if (typeof ref !== "string") return undefined;
  if (forced !== true || !isCommit(before) || !isCommit(after)) return { ref };
  return { ref, forced: { from: before, to: after } };
}

/** SHA-1 or SHA-256; other values are not stored. */
function isCommit(value: unknown): value is string {
  return typeof value === "string" && /^(?:[\da-f]{40}|[\da-f]{64})$/.test(value);
}

async function requestCheck(
  { db, now, enqueue }: PublicRequest,
  row: GitInstallationTable,
  { forced }: Push,
): Promise<void> {
  const received_at = now.toISOString();
  if (enqueue === undefined) throw new Error("The route has no job queue.");
  await inTransaction(db, async (transaction) => {
    await transaction
      .updateTable("git_installations")
      .set({
        received_at,
        ...(forced && { rewritten: JSON.stringify({ ...forced, at: received_at }) }),
      })
      .where("id", "=", row.id)
      .execute();
    await scheduleGitCheck(
      { db: transaction, enqueue: (job) => enqueue(transaction, job) },
      row.id,
      now,
    );
  });
}

function respond(message: string, status = 200): WireResponse {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message }),
  };
}
