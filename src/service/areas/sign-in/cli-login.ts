/**
 * Authorization of a program on the user's computer, with a loopback redirect (RFC 8252) and PKCE
 * (RFC 7636).
 */

import { randomUUID } from "node:crypto";
import { html } from "../../../document/html/html.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { sealCode } from "./cli-token.ts";
import { findSession, sessionPath } from "./cookies.ts";
import { createRefusedPage, createSignInPage, redirectToLocation } from "./pages.ts";
import type { SignedIn } from "./sign-ins.ts";

interface ToolRequest {
  readonly port: number;
  /** The PKCE challenge: SHA-256 of the verifier in base64url. */
  readonly challenge: string;
  /** Returned unchanged, so that the program can match the response to its request. */
  readonly state: string;
}

function parseToolRequest(query: URLSearchParams): ToolRequest | undefined {
  const port = Number(query.get("port"));
  const challenge = query.get("challenge") ?? "";
  const state = query.get("state") ?? "";
  const isPort = Number.isInteger(port) && port >= 1024 && port <= 65_535;
  const isComplete = [challenge, state].every((one) => /^[\w-]{43}$/.test(one));
  return isPort && isComplete ? { port, challenge, state } : undefined;
}

function buildQuery({ port, challenge, state }: ToolRequest): string {
  return new URLSearchParams({ port: String(port), challenge, state }).toString();
}

/** A code that the program displays as well, so that the user can recognize requests of other programs. */
function toCode(challenge: string): string {
  return challenge.slice(0, 6);
}

export const askForTool: PublicHandler = async (request) => {
  const toolRequest = parseToolRequest(request.query);
  if (!toolRequest) return createInvalidRequestPage(request);
  const signedIn = await findSession(request);
  if (!signedIn) {
    const next = `${sessionPath}/tool?${buildQuery(toolRequest)}`;
    return redirectToLocation(`${request.base}${sessionPath}?${new URLSearchParams({ next })}`);
  }
  const { title } = await request.db
    .selectFrom("organizations")
    .select("title")
    .where("id", "=", signedIn.organization_id)
    .executeTakeFirstOrThrow();
  return renderQuestion(toolRequest, signedIn, title);
};

function renderQuestion(toolRequest: ToolRequest, { user }: SignedIn, organization: string) {
  const { port, challenge, state } = toolRequest;
  return createSignInPage({
    title: "Authorize tome",
    formsTo: `http://127.0.0.1:${port}`,
    content: html`<p>A program on this computer requests access to ${organization} with the permissions of ${user.display_name} (${user.email}) for 30 days. Allow it only if you have just run <code>tome auth login --web</code> and it displays this code: <strong>${toCode(challenge)}</strong></p>
<form method="post" action="${sessionPath}/tool">
<input type="hidden" name="port" value="${port}">
<input type="hidden" name="challenge" value="${challenge}">
<input type="hidden" name="state" value="${state}">
<button name="answer" value="allow">Allow</button>
<button name="answer" value="deny">Deny</button>
</form>`,
  });
}

/** Protected against cross-site requests: the session cookie is SameSite, and host-check.ts checks the origin. */
export const allowTool: PublicHandler = async (request) => {
  const form = new URLSearchParams(request.request.body ?? "");
  const toolRequest = parseToolRequest(form);
  const signedIn = await findSession(request);
  if (!toolRequest || !signedIn) return createInvalidRequestPage(request);
  const callback = new URL(`http://127.0.0.1:${toolRequest.port}/`);
  callback.searchParams.set("state", toolRequest.state);
  if (form.get("answer") === "allow") {
    const code = await sealCode(request.secretBox, {
      id: randomUUID(),
      user: signedIn.user_id,
      organization: signedIn.organization_id,
      provider: signedIn.provider_id,
      challenge: toolRequest.challenge,
      until: request.now.getTime() + 60_000,
    });
    callback.searchParams.set("code", code);
  }
  return redirectToLocation(callback.href);
};

function createInvalidRequestPage(request: PublicRequest) {
  return createRefusedPage(
    request,
    400,
    "Invalid authorization request. Run tome auth login --web to open this page.",
  );
}
