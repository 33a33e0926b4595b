/**
 * Sign-in to the workspace pages: a program with the token of a user gets a link that is valid once
 * and for a short time, and a browser exchanges it for a session. The link contains no token.
 */
import { randomUUID } from "node:crypto";
import { html } from "../../../document/html/html.ts";
import { ApiError } from "../../../errors.ts";
import { findTokenHolder } from "../../core/access/token-holders.ts";
import { appPath } from "../../core/app-urls.ts";
import { createJsonResponse } from "../../core/deferred-response.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { inTransaction } from "../../database/transaction.ts";
import type { TokenReference } from "../../jobs/principal.ts";
import { useOnce } from "../sign-in/single-use.ts";
import { redirectTo, renderAnonymousPage } from "./layout.ts";
import { buildEmptyCookie, buildSessionCookie, findAppSession, getEndMark } from "./session.ts";

interface SignInLink {
  readonly id: string;
  /** The id of the user. */
  readonly user: string;
  readonly token: TokenReference;
  /** The path of the page that the link opens. */
  readonly path: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

const purpose = "links to workspace pages";
/** In milliseconds. */
const lifetime = 60_000;

/** The paths of workspace pages, without queries and without segments of dots. */
const pagePath = /^\/_app(?:\/[\w-]{1,100}){0,8}$/;

/**
 * Creates a link to the page at `path`. It stores nothing.
 * @throws ApiError 400 for another path, 403 for a token that does not belong to a user
 */
export const createSignInLink: PublicHandler = async (request) => {
  const { base, principal, secretBox, now } = request;
  if (principal?.kind !== "user" || principal.token === undefined) {
    throw new ApiError(403, "Only users can open workspace pages. Use the token of a user.");
  }
  const link: SignInLink = {
    id: randomUUID(),
    user: principal.user,
    token: principal.token,
    path: readPath(request),
    until: now.getTime() + lifetime,
  };
  const code = Buffer.from(await secretBox.seal(JSON.stringify(link), purpose), "base64");
  const query = new URLSearchParams({ code: code.toString("base64url") });
  return createJsonResponse(200, { url: `${base}${appPath}/enter?${query}` });
};

function readPath({ query }: PublicRequest): string {
  const path = query.get("path") ?? "";
  if (pagePath.test(path)) return path;
  throw new ApiError(400, `path must be the path of a workspace page, such as ${appPath}.`, {
    field: "path",
  });
}

/** Exchanges a link for a session. */
export const enter: PublicHandler = async (request) => {
  const { base, db, now } = request;
  const link = await openLink(request);
  // Programs that show a preview of a link request its headers first.
  if (link && request.request.method === "HEAD") return redirectTo(`${base}${appPath}`);
  if (!link || !(await useLink(request, link))) return refuse();
  const holder = await findTokenHolder(db, link.token, now);
  if (holder?.user !== link.user) return refuse();
  const session = { id: randomUUID(), user: link.user, token: link.token };
  return redirectTo(`${base}${link.path}`, {
    "set-cookie": await buildSessionCookie(request, session),
  });
};

async function openLink({ query, secretBox, now }: PublicRequest): Promise<SignInLink | undefined> {
  const code = Buffer.from(query.get("code") ?? "", "base64url").toString("base64");
  const text = await secretBox.open(code, purpose).catch((): undefined => undefined);
  if (text === undefined) return undefined;
  // The text was encrypted by this platform.
  const link: SignInLink = JSON.parse(text);
  return link.until > now.getTime() ? link : undefined;
}

function useLink({ db, now }: PublicRequest, { id, until }: SignInLink): Promise<boolean> {
  return inTransaction(db, (transaction) =>
    useOnce(transaction, ["app link", id], { until: new Date(until), now }),
  );
}

function refuse() {
  return renderAnonymousPage(
    401,
    "This link is not valid",
    html`<p>The link has been used, has expired, or belongs to a token that was revoked. A link is valid once, for one minute. Run the command again:</p>
<p><code>tome open</code></p>`,
  );
}

/** Ends the session. Protected against cross-site requests as the sign-in pages are. */
export const signOut: PublicHandler = async (request) => {
  const { db, now, secretBox } = request;
  const session = await findAppSession({ db, secretBox, now }, request.request.headers.cookie);
  if (!session) {
    const text = html`<p>To sign in, run <code>tome open</code>.</p>`;
    return renderAnonymousPage(401, "You are not signed in", text);
  }
  await inTransaction(db, (transaction) =>
    useOnce(transaction, getEndMark(session), { until: new Date(session.until), now }),
  );
  const text = html`<p>To sign in again, run <code>tome open</code>.</p>`;
  const page = renderAnonymousPage(200, "You are signed out", text);
  return { ...page, headers: { ...page.headers, "set-cookie": buildEmptyCookie(request) } };
};
