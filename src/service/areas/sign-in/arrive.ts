/** Ends a sign-in, in the browser that began it, and leads to where the person wanted to go. */
import type { PublicHandler } from "../../core/public-route.ts";
import { inTransaction } from "../../database/transaction.ts";
import { openArrival } from "./arrival.ts";
import { readRequestCookie, sessionCookie } from "./cookies.ts";
import { enrolPerson } from "./enrol-person.ts";
import { loadProvider } from "./identity-provider.ts";
import { leadOn } from "./next.ts";
import { goTo, refusedPage } from "./pages.ts";
import { openSignIn } from "./sign-ins.ts";
import { useOnce } from "./use-once.ts";

export const arrive: PublicHandler = async (request) => {
  const provider = await loadProvider(request);
  const { db, now, secretBox, query } = request;
  const arrival = await openArrival(secretBox, query.get("with") ?? "", now);
  const sent = await readRequestCookie(request);
  const isAnswer =
    arrival?.provider === provider.id &&
    sent?.provider === provider.id &&
    arrival.request === sent.id;
  if (
    !isAnswer ||
    !(await useOnce(db, ["request", sent.id], { until: new Date(sent.until), now }))
  ) {
    return refusedPage(
      request,
      403,
      "This sign-in was not begun in this browser, or took too long; begin again.",
    );
  }
  const secret = await inTransaction(db, async (transaction) => {
    const user = await enrolPerson(transaction, provider, arrival, request);
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
    return refusedPage(
      request,
      403,
      `${arrival.email} cannot sign in here: the domain of the address is not verified for this organization, or it does not let you join, or you were disabled. Ask one of its admins.`,
    );
  }
  return goTo(leadOn(request.base, sent.next), { "set-cookie": sessionCookie(request, secret) });
};
