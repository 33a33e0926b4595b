/**
 * Handover of a session to a site. The site has its own host and does not receive the session
 * cookie, so the browser is redirected with a short-lived token that ends with the session.
 */

import { html } from "../../../document/html/html.ts";
import { createId } from "../../core/ids.ts";
import type { PublicHandler } from "../../core/public-route.ts";
import { resolveUrl } from "../site-lookup/resolve-url.ts";
import { issueSiteToken } from "../site-lookup/site-token.ts";
import { findSession, sessionPath } from "./cookies.ts";
import { findSiteUrl } from "./destination.ts";
import { createRefusedPage, createSignInPage, redirectToLocation } from "./pages.ts";

export const handOver: PublicHandler = async (request) => {
  const { base, query } = request;
  const to = await findSiteUrl(request, query.get("to") ?? "");
  if (to === undefined) {
    return createRefusedPage(
      request,
      400,
      "The target URL does not belong to a site of this platform.",
    );
  }
  const signedIn = await findSession(request);
  if (!signedIn)
    return redirectToLocation(`${base}${sessionPath}?${new URLSearchParams({ next: to })}`);
  const { user, organization_id, hash } = signedIn;
  const boundRequest = { ...request, boundTo: organization_id };
  const resolution = await resolveUrl(boundRequest, to, { user: user.id, previewClaims: {} });
  if (resolution.kind !== "content" || resolution.site.organization_id !== organization_id) {
    return createSignInPage({
      status: 404,
      title: "Site not found",
      content: html`<p>You are signed in as ${user.email}. No site at this URL is visible to you.</p>
      <p><a href="${base}${sessionPath}">Use another account</a></p>`,
    });
  }
  const { site, siteSpace } = resolution;
  const token = await issueSiteToken(
    { ...request, newId: createId },
    {
      site,
      siteSpace,
      claims: {},
      preview: { user: user.id, token: { store: "sign_ins", hash } },
    },
  );
  const location = new URL(to);
  location.searchParams.set("token", token);
  return redirectToLocation(location.href);
};
