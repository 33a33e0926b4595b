/** The page at which people say who they are, and see it once they are signed in. */
import { html } from "../../../document/html/html.ts";
import { findDomainOwner } from "../../core/domains.ts";
import { getEmailDomain } from "../../core/email-domains.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { isActiveProvider } from "../../core/token-holders.ts";
import type { Queries } from "../../database/tables.ts";
import { buildServiceUrls } from "../people/saml-rows.ts";
import { findSession, noSessionCookie, sessionPath, sessionSecret } from "./cookies.ts";
import { leadOn } from "./next.ts";
import { goTo, page, refusedPage } from "./pages.ts";
import { endSignIn, type SignedIn } from "./sign-ins.ts";

export const signInPage: PublicHandler = async (request) => {
  const next = request.query.get("next") ?? "";
  const email = request.query.get("email") ?? "";
  const signedIn = await findSession(request);
  if (signedIn && next !== "") return goTo(leadOn(request.base, next));
  if (signedIn) return whoPage(request, signedIn);
  return email === "" ? askForEmail(next) : waysIn(request, email, next);
};

/** The browser forgets its session, and so does the platform. */
export const signOut: PublicHandler = async (request) => {
  const secret = sessionSecret(request);
  if (secret === undefined) return refusedPage(request, 401, "Nobody is signed in here.");
  await endSignIn(request.db, secret);
  return goTo(request.base + sessionPath, { "set-cookie": noSessionCookie(request) });
};

async function whoPage({ db }: PublicRequest, { user, organization_id, expires_at }: SignedIn) {
  const { title } = await db
    .selectFrom("organizations")
    .select("title")
    .where("id", "=", organization_id)
    .executeTakeFirstOrThrow();
  return page({
    title: "You are signed in",
    content: html`<p>${user.display_name} (${user.email}), in ${title}, until ${expires_at}. Sites of this organization that you may see open in this browser.</p>
<form method="post" action="${sessionPath}/out"><button>Sign out</button></form>
<p>The identity provider keeps a session of its own, which this does not end.</p>`,
  });
}

function askForEmail(next: string) {
  return page({
    title: "Sign in",
    content: html`<form method="get" action="${sessionPath}">
<label for="email">Your email address at work</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus>
<input type="hidden" name="next" value="${next}">
<button>Continue</button>
</form>`,
  });
}

/** Links and no redirect, as browsers do not let a form lead to another site here. */
async function waysIn(request: PublicRequest, email: string, next: string) {
  const domain = getEmailDomain(email);
  const ways = domain === undefined ? [] : await providersFor(request.db, domain);
  if (ways.length === 0) {
    return page({
      status: 404,
      title: "Nobody signs you in here",
      content: html`<p>No organization with SAML has verified the domain of ${email}. An admin sets both up: <code>tome saml create</code> and <code>tome org domain add</code>.</p>
<p><a href="${sessionPath}?${new URLSearchParams({ next }).toString()}">Another address</a></p>`,
    });
  }
  const query = new URLSearchParams({ next }).toString();
  return page({
    title: "Sign in",
    content: html`<ul>${ways.map(
      (way) =>
        html`<li><a href="${buildServiceUrls(way, request.base).service.startURL}?${query}">${way.label}</a> for ${way.title}</li>`,
    )}</ul>`,
  });
}

/** Of the one organization for which the domain is verified. */
async function providersFor(db: Queries, domain: string) {
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
