/** Redirects that a write changes, by their source: `live =/old`. */
import type { RedirectsBack } from "../contract/inverse.ts";
import { getSourceKey } from "../contract/site-redirect-values.ts";
import { asObject, asObjects, asText, type JsonObject, type JsonValue } from "../json/values.ts";
import { fill, listPages, type ReadPath } from "./read-path.ts";

/** The restorable fields of a redirect. A recreated redirect has a new id, which nothing refers to. */
const kept = ["source", "destination", "captureWildcard", "permanent"] as const;

/**
 * The redirects that a write names; missing ones are null.
 * @param more redirects that it named before, by their keys, because a deleted one cannot be found
 *   by id
 */
export async function readRedirects(
  inverse: RedirectsBack,
  input: JsonObject,
  read: ReadPath,
  more: readonly string[] = [],
): Promise<JsonObject> {
  const id = inverse.one === undefined ? undefined : asText(input[inverse.one]);
  const state = new Map<string, JsonValue>();
  for (const key of [...more, ...listKeys(input)]) state.set(key, null);
  const path = fill(inverse.look, input);
  for (const intent of ["live", "draft"]) {
    const isNeeded = id !== undefined || [...state.keys()].some((key) => key.startsWith(intent));
    if (!isNeeded) continue;
    for await (const page of listPages(intent === "draft" ? `${path}?draft=true` : path, read)) {
      for (const one of asObjects(asObject(page).items)) {
        const key = getKey(intent, asText(one.source));
        if (one.id === id || state.has(key)) state.set(key, pickKeptFields(one));
      }
    }
  }
  return Object.fromEntries(state);
}

function pickKeptFields(one: JsonObject): JsonObject {
  return Object.fromEntries(
    kept.flatMap((name): [string, JsonValue][] => {
      const { [name]: value } = one;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function getKey(intent: string, source: string): string {
  return `${intent} ${getSourceKey(source)}`;
}

/** The readable name of the redirect of a key: `the draft from /old/*`. */
export function getRedirectName(key: string): string {
  const [, intent, star, path] = /^(\w+) ([=*])(.*)$/.exec(key) ?? [];
  return `the ${intent === "draft" ? "draft" : "redirect"} from ${path}${star === "*" ? "*" : ""}`;
}

/** Publishing a draft changes both lists. */
function listKeys({ redirects }: JsonObject): readonly string[] {
  return asObjects(redirects).flatMap(({ source, intent }) => {
    const both = intent === "publish" ? ["live", "draft"] : [asText(intent) || "live"];
    return both.map((one) => getKey(one, asText(source)));
  });
}

/** The input of a bulk request that restores redirects, without those that did not change. */
export function restoreRedirects(before: JsonObject, now: JsonObject): readonly JsonObject[] {
  return Object.entries(before).flatMap(([key, old]): JsonObject[] => {
    const there = asObject(now[key]);
    const intent = key.startsWith("draft ") ? "draft" : "live";
    if (old !== null) return [{ ...asObject(old), intent }];
    return there.source === undefined ? [] : [{ source: there.source, intent, destination: null }];
  });
}
