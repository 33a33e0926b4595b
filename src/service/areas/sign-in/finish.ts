/** Completes a sign-in in the browser that started it, and redirects to the requested page. */
import type { PublicHandler } from "../../core/public-route.ts";
import { inTransaction } from "../../database/transaction.ts";
import { createSessionCookie, readRequestCookie } from "./cookies.ts";
import { resolveRedirectTarget } from "./destination.ts";
import { openArrival } from "./encrypted-result.ts";
import { enrollUser } from "./enroll-user.ts";
import { recordFailure } from "./failures.ts";
import { applyGroupTeams } from "./group-teams.ts";
import { loadProvider } from "./identity-provider.ts";
import { createRefusedPage, redirectToLocation } from "./pages.ts";
import { openSignIn } from "./sign-ins.ts";
import { useOnce } from "./single-use.ts";

export const arrive: PublicHandler = async (request) => {
  const provider = await loadProvider(request);
  const { db, now, secretBox, query } = request;
  const arrival = await openArrival(secretBox, query.get("with") ?? "", now);
  const sentRequest = await readRequestCookie(request);
  const isResponse =
    arrival?.provider === provider.id &&
    sentRequest?.provider === provider.id &&
    arrival.request === sentRequest.id;
  if (
    !isResponse ||
    !(await useOnce(db, ["request", sentRequest.id], {
      until: new Date(sentRequest.until),
      now,
    }))
  ) {
    const reason = "This sign-in was started in another browser, or it has expired. Try again.";
    // The provider confirmed the user, so that not any client can record a failure.
    if (arrival?.provider === provider.id) {
      await recordFailure(request, provider, `${arrival.email}: ${reason}`);
    }
    return createRefusedPage(request, 403, reason);
  }
  const secret = await inTransaction(db, async (transaction) => {
    const user = await enrollUser(transaction, provider, arrival, request);
    if (user !== undefined && arrival.teams !== undefined) {
      await applyGroupTeams(transaction, provider, user, arrival.teams, now);
    }
    return (
      user &&
      openSignIn(transaction, {
        kind: "browser",
        user,
        organization: provider.organization_id,
        provider: provider.id,
        now,
        end: arrival.sessionEnd === undefined ? undefined : new Date(arrival.sessionEnd),
      })
    );
  });
  if (secret === undefined) {
    const reason = `${arrival.email} cannot sign in to this organization. The email domain may not be verified, the organization may not allow you to join, an admin may have removed you, or your membership may be disabled. Ask an admin of the organization.`;
    await recordFailure(request, provider, reason);
    return createRefusedPage(request, 403, reason);
  }
  return redirectToLocation(await resolveRedirectTarget(request, sentRequest.next), {
    "set-cookie": createSessionCookie(request, secret),
  });
};
