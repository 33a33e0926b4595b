/**
 * Lets a browser that is signed in into a docs site, which is a host of its own and sees no session: the
 * site gets a short-lived token in its address, which ends with the session.
 */

import { html } from "../../../document/html/html.ts";
import { newId } from "../../core/ids.ts";
import type { PublicHandler } from "../../core/public-route.ts";
import { resolveUrl } from "../published/resolve-url.ts";
import { issueSiteToken } from "../published/site-token.ts";
import { findSession, sessionPath } from "./cookies.ts";
import { siteAddressIn } from "./next.ts";
import { goTo, page, refusedPage } from "./pages.ts";

export const handOver: PublicHandler = async (request) => {
  const { base, query } = request;
  const to = siteAddressIn(base, query.get("to") ?? "");
  if (to === undefined) {
    return refusedPage(request, 400, "The address to go to is of no docs site of this platform.");
  }
  const signedIn = await findSession(request);
  if (!signedIn) return goTo(`${base}${sessionPath}?${new URLSearchParams({ next: to })}`);
  const { user, organization_id, hash } = signedIn;
  const own = { ...request, boundTo: organization_id };
  const found = await resolveUrl(own, to, { user: user.id, previewClaims: {} });
  if (found.kind !== "content" || found.site.organization_id !== organization_id) {
    return page({
      status: 404,
      title: "There is nothing for you to see there",
      content: html`<p>You are signed in as ${user.email}, who sees no docs site at that address.</p>
<p><a href="${base}${sessionPath}">Sign out or in</a></p>`,
    });
  }
  const { site, siteSpace } = found;
  const token = await issueSiteToken(
    { ...request, newId },
    {
      site,
      siteSpace,
      claims: {},
      preview: { user: user.id, standing: { store: "sign_ins", hash } },
    },
  );
  const location = new URL(to);
  location.searchParams.set("token", token);
  return goTo(location.href);
};
