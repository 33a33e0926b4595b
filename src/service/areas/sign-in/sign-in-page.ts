/** The page for signing in and out, which shows the current session. */
import { html } from "../../../document/html/html.ts";
import { isActiveProvider } from "../../core/access/token-holders.ts";
import { findDomainOwner } from "../../core/domains.ts";
import { getEmailDomain } from "../../core/email-domains.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import type { Queries } from "../../database/tables.ts";
import { buildServiceUrls } from "../people/sso/saml-rows.ts";
import {
  createEmptySessionCookie,
  findSession,
  readSessionSecret,
  sessionPath,
} from "./cookies.ts";
import { resolveRedirectTarget } from "./destination.ts";
import { createRefusedPage, createSignInPage, redirectToLocation } from "./pages.ts";
import { endSignIn, type SignedIn } from "./sign-ins.ts";

export const signInPage: PublicHandler = async (request) => {
  const next = request.query.get("next") ?? "";
  const email = request.query.get("email") ?? "";
  const signedIn = await findSession(request);
  if (signedIn && next !== "")
    return redirectToLocation(await resolveRedirectTarget(request, next));
  if (signedIn) return createUserPage(request, signedIn);
  return email === "" ? askForEmail(next) : listProviderLinks(request, email, next);
};

/** Deletes the session in the database and in the browser. */
export const signOut: PublicHandler = async (request) => {
  const secret = readSessionSecret(request);
  if (secret === undefined)
    return createRefusedPage(request, 401, "You are not signed in in this browser.");
  await endSignIn(request.db, secret);
  return redirectToLocation(request.base + sessionPath, {
    "set-cookie": createEmptySessionCookie(request),
  });
};

async function createUserPage(
  { db }: PublicRequest,
  { user, organization_id, expires_at }: SignedIn,
) {
  const { title } = await db
    .selectFrom("organizations")
    .select("title")
    .where("id", "=", organization_id)
    .executeTakeFirstOrThrow();
  return createSignInPage({
    title: "You are signed in",
    content: html`<p>${user.display_name} (${user.email}), ${title}. The session expires at ${expires_at}. In this browser, you can open all sites of the organization that are visible to you.</p>
<form method="post" action="${sessionPath}/out"><button>Sign out</button></form>
<p>Signing out does not end the session at your identity provider.</p>`,
  });
}

function askForEmail(next: string) {
  return createSignInPage({
    title: "Sign in",
    content: html`<form method="get" action="${sessionPath}">
<label for="email">Work email address</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus>
<input type="hidden" name="next" value="${next}">
<button>Continue</button>
</form>`,
  });
}

/** Lists links instead of redirecting, because `form-action` blocks redirects to another site. */
async function listProviderLinks(request: PublicRequest, email: string, next: string) {
  const domain = getEmailDomain(email);
  const providers = domain === undefined ? [] : await findProviders(request.db, domain);
  if (providers.length === 0) {
    return createSignInPage({
      status: 404,
      title: "Single sign-on is not available",
      content: html`<p>No organization with a SAML provider has verified the domain of ${email}. An admin can set up both with <code>tome saml create</code> and <code>tome org domain add</code>.</p>
<p><a href="${sessionPath}?${new URLSearchParams({ next }).toString()}">Use another email address</a></p>`,
    });
  }
  const query = new URLSearchParams({ next }).toString();
  return createSignInPage({
    title: "Sign in",
    content: html`<ul>${providers.map(
      (provider) =>
        html`<li><a href="${buildServiceUrls(provider, request.base).service.startURL}?${query}">${provider.label}</a> for ${provider.title}</li>`,
    )}</ul>`,
  });
}

/** The active providers of the organization that has verified the domain. */
async function findProviders(db: Queries, domain: string) {
  const owner = await findDomainOwner(db, domain);
  if (owner === undefined) return [];
  const rows = await db
    .selectFrom("saml_providers")
    .innerJoin("organizations", "organizations.id", "saml_providers.organization_id")
    .selectAll("saml_providers")
    .select("organizations.title")
    .where("organizations.id", "=", owner)
    .orderBy("saml_providers.created_at")
    .orderBy("saml_providers.id")
    .execute();
  return rows.filter(isActiveProvider);
}
