/**
 * Asks whoever is signed in whether a program on their computer may have a token, as RFC 8252 and 7636
 * describe it: the program listens on the loopback, and proves with a secret that it has asked.
 */

import { randomUUID } from "node:crypto";
import { html } from "../../../document/html/html.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { findSession, sessionPath } from "./cookies.ts";
import { goTo, page, refusedPage } from "./pages.ts";
import type { SignedIn } from "./sign-ins.ts";
import { sealCode } from "./tool-token.ts";

interface Asked {
  readonly port: number;
  /** SHA-256 of what only the program knows, in base64url. */
  readonly challenge: string;
  /** Comes back as it is, so that the program knows its own question. */
  readonly state: string;
}

function askedIn(query: URLSearchParams): Asked | undefined {
  const port = Number(query.get("port"));
  const challenge = query.get("challenge") ?? "";
  const state = query.get("state") ?? "";
  const isPort = Number.isInteger(port) && port >= 1024 && port <= 65_535;
  const isWhole = [challenge, state].every((one) => /^[\w-]{43}$/.test(one));
  return isPort && isWhole ? { port, challenge, state } : undefined;
}

function buildQuery({ port, challenge, state }: Asked): string {
  return new URLSearchParams({ port: String(port), challenge, state }).toString();
}

/** What the program shows as well: somebody else's question has another one. */
function codeWord(challenge: string): string {
  return challenge.slice(0, 6);
}

export const askForTool: PublicHandler = async (request) => {
  const asked = askedIn(request.query);
  if (!asked) return notAsked(request);
  const signedIn = await findSession(request);
  if (!signedIn) {
    const next = `${sessionPath}/tool?${buildQuery(asked)}`;
    return goTo(`${request.base}${sessionPath}?${new URLSearchParams({ next })}`);
  }
  const { title } = await request.db
    .selectFrom("organizations")
    .select("title")
    .where("id", "=", signedIn.organization_id)
    .executeTakeFirstOrThrow();
  return question(asked, signedIn, title);
};

function question(asked: Asked, { user }: SignedIn, organization: string) {
  const { port, challenge, state } = asked;
  return page({
    title: "Let tome act for you?",
    formsTo: `http://127.0.0.1:${port}`,
    content: html`<p>A program on this computer asks for a token, to do what ${user.display_name} (${user.email}) may do in ${organization}, for 30 days. Allow it only if you have just run <code>tome auth login --web</code>, and it shows this code: <strong>${codeWord(challenge)}</strong></p>
<form method="post" action="${sessionPath}/tool">
<input type="hidden" name="port" value="${port}">
<input type="hidden" name="challenge" value="${challenge}">
<input type="hidden" name="state" value="${state}">
<button name="answer" value="allow">Allow</button>
<button name="answer" value="deny">Deny</button>
</form>`,
  });
}

/** Browsers send no session with a form of another site, and host-check.ts refuses its origin. */
export const allowTool: PublicHandler = async (request) => {
  const form = new URLSearchParams(request.request.body ?? "");
  const asked = askedIn(form);
  const signedIn = await findSession(request);
  if (!asked || !signedIn) return notAsked(request);
  const back = new URL(`http://127.0.0.1:${asked.port}/`);
  back.searchParams.set("state", asked.state);
  if (form.get("answer") === "allow") {
    const code = await sealCode(request.secretBox, {
      id: randomUUID(),
      user: signedIn.user_id,
      organization: signedIn.organization_id,
      provider: signedIn.provider_id,
      challenge: asked.challenge,
      until: request.now.getTime() + 60_000,
    });
    back.searchParams.set("code", code);
  }
  return goTo(back.href);
};

function notAsked(request: PublicRequest) {
  return refusedPage(
    request,
    400,
    "This page is for tome auth login --web, which opens it with all that it needs.",
  );
}
