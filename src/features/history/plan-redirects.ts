/** Inverse of redirect changes: restores redirects by source. */
import type { RedirectsBack } from "../../contract/inverse.ts";
import { mostRedirectsAtOnce } from "../../contract/site-redirect-values.ts";
import { getRedirectName, redirectsBack } from "../../history/redirects.ts";
import { computeDifferences, isSame } from "../../history/state.ts";
import { textIn } from "../../json/values.ts";
import type { Invertible, UndoContext } from "./reading.ts";
import {
  buildOperation,
  changedSince,
  onlyPath,
  type UndoPlan,
  type UndoRequest,
  type WriteStates,
} from "./request-plan.ts";

/** Redirects that already have their previous state are skipped. */
export function planRedirects(
  { entry }: Invertible,
  inverse: RedirectsBack,
  known: WriteStates,
  reading: UndoContext,
): UndoPlan {
  const endpoint = buildOperation(inverse.by, reading);
  const isBack = computeDifferences(known.before, known.now).length === 0;
  const all = isBack ? [] : redirectsBack(known.before, known.now);
  const requests: UndoRequest[] = [];
  for (let start = 0; start < all.length; start += mostRedirectsAtOnce) {
    const redirects = all.slice(start, start + mostRedirectsAtOnce);
    requests.push({ endpoint, input: { ...onlyPath(endpoint, entry.input), redirects } });
  }
  const sources = all.map(({ source }) => textIn(source));
  const more = sources.length > 3 ? ` and ${sources.length - 3} more` : "";
  const isChanged = (key: string) => !isSame(known.before[key], known.now[key]);
  return {
    says: `restore the redirects from ${sources.slice(0, 3).join(", ")}${more}`,
    requests,
    changed: changedSince(known).filter(isChanged).map(getRedirectName),
    notes: [],
    deletes: false,
  };
}
