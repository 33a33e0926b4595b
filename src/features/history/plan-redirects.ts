/** Makes redirects what they were, by their sources. */
import type { RedirectsBack } from "../../contract/inverse.ts";
import { mostRedirectsAtOnce } from "../../contract/site-redirect-values.ts";
import { getRedirectName, redirectsBack } from "../../history/redirects.ts";
import { computeDifferences, isSame } from "../../history/state.ts";
import { textIn } from "../../json/values.ts";
import type { Invertible, Reading } from "./reading.ts";
import {
  buildOperation,
  changedSince,
  type Known,
  onlyPath,
  type Plan,
  type Request,
} from "./request-plan.ts";

/** Those that are as they were already are left alone, whoever made them so. */
export function planRedirects(
  { entry }: Invertible,
  inverse: RedirectsBack,
  known: Known,
  reading: Reading,
): Plan {
  const endpoint = buildOperation(inverse.by, reading);
  const isBack = computeDifferences(known.before, known.now).length === 0;
  const all = isBack ? [] : redirectsBack(known.before, known.now);
  const requests: Request[] = [];
  for (let at = 0; at < all.length; at += mostRedirectsAtOnce) {
    const redirects = all.slice(at, at + mostRedirectsAtOnce);
    requests.push({ endpoint, input: { ...onlyPath(endpoint, entry.input), redirects } });
  }
  const sources = all.map(({ source }) => textIn(source));
  const more = sources.length > 3 ? ` and ${sources.length - 3} more` : "";
  const isTheirs = (key: string) => !isSame(known.before[key], known.now[key]);
  return {
    says: `make redirects from ${sources.slice(0, 3).join(", ")}${more} what they were`,
    requests,
    changed: changedSince(known).filter(isTheirs).map(getRedirectName),
    notes: [],
    deletes: false,
  };
}
