import { isDeepStrictEqual } from "node:util";
import { afterAll, expect, test } from "vitest";
import { type Endpoint, getMethod } from "../../src/contract/endpoint.ts";
import type { FieldsBack, Inverse } from "../../src/contract/inverse.ts";
import { findInverse } from "../../src/contract/inverses.ts";
import { holdsDigest } from "../../src/history/digests.ts";
import type { HistoryEntry } from "../../src/history/history-entry.ts";
import { isSame } from "../../src/history/state.ts";
import { asObject, isObject, type JsonObject } from "../../src/json/values.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { openUndoPlatform } from "../support/platforms/undo-platform.ts";
import { endpoints } from "../support/requests/made.ts";

/**
 * Operations one after another, each with separate data, because created resources slow down an
 * organization.
 */
const cases = amount({ short: 1, all: 4, full: 200 });
const tries = 12;

/** Operations by which another user can change the result of the first one. */
const again = endpoints.flatMap((endpoint): [Endpoint, Inverse][] => {
  const inverse = getMethod(endpoint) === "GET" ? undefined : findInverse(endpoint.operation);
  const isRepeatable =
    inverse !== undefined &&
    "how" in inverse &&
    (inverse.how === "fields" || inverse.how === "roles");
  return isRepeatable && getMethod(endpoint) !== "DELETE" ? [[endpoint, inverse]] : [];
});

/** With all of them, each operation 200 times. */
const organizations = amount({ short: 1, full: again.length });
const { seed: first } = randomFrom();
const seeds = Array.from({ length: organizations }, (_, at) => first + at * cases);
let refused = 0;
const overwritten = countFaults();
afterAll(() =>
  report("U2", `${refused} states changed since were refused, ${overwritten.total()} overwritten`),
);

test.each(seeds)(
  "undo does not overwrite later changes, exits with 6 and sends nothing: TOME_SEED=%i",
  async (seed) => {
    const random = randomFrom(seed);
    const before = refused;
    const { act, entries, everything, inputFor, meanwhile, run } = await openUndoPlatform("Probe");
    // Few random changes may have no case that counts; then there are more.
    const isEnough = (one: number) => one >= cases && (refused > before || one >= again.length);
    for (let one = 0; !isEnough(one); one++) {
      const [endpoint, inverse] = again[(random.seed + one) % again.length] ?? random.pick(again);
      for (let attempt = 0; attempt < tries; attempt++) {
        await meanwhile(endpoint, await inputFor(endpoint, random));
        const mine = await act(endpoint, await inputFor(endpoint, random));
        if (mine === undefined) continue;
        const theirs = await act(endpoint, await inputFor(endpoint, random));
        if (theirs?.after === undefined || mine.before === undefined) continue;
        if (!isOverwritten(mine.before, mine.after ?? {}, theirs.after)) continue;
        if (inverse.how === "fields" && !wouldGiveBack(inverse, mine, mine.before, theirs.after)) {
          continue;
        }
        const wanted = await everything();
        const count = (await entries()).length;
        const ran = await run(`undo ${mine.entry}`);
        const about = `TOME_SEED=${random.seed}\n${JSON.stringify(mine)}\n${JSON.stringify(theirs)}\n${ran.stdout}${ran.stderr}`;
        const now = await everything();
        overwritten.add(!isDeepStrictEqual(now, wanted));
        expect(now, about).toEqual(wanted);
        expect((await entries()).length, about).toBe(count);
        expect(ran.code, about).toBe(6);
        refused++;
        break;
      }
    }
    expect(refused).toBeGreaterThan(before);
  },
);

/** Whether the other change left a value that is neither my result nor the previous one. */
function isOverwritten(before: JsonObject, mine: JsonObject, theirs: JsonObject): boolean {
  /** A user's id may be any text, even `__proto__`. */
  const own = (object: JsonObject, name: string) =>
    Object.hasOwn(object, name) ? object[name] : undefined;
  return Object.entries(theirs).some(([name, value]) => {
    // Roles are stored by user and team.
    if ((name === "users" || name === "teams") && isObject(value)) {
      return isOverwritten(asObject(own(before, name)), asObject(own(mine, name)), value);
    }
    const isMine = Object.hasOwn(mine, name) && !isSame(value, own(mine, name));
    return isMine && !isSame(value, own(before, name));
  });
}

/**
 * Whether an undo has a request to send: a write without fields, of secrets, or of values that
 * cannot be sent has none, and reports that or that the state is the same. If a space had an icon
 * and an emoji, the icon is restored, because only that one was shown.
 */
function wouldGiveBack(
  { instead = {} }: FieldsBack,
  { input }: HistoryEntry,
  before: JsonObject,
  now: JsonObject,
): boolean {
  return Object.keys(input).some((sent) => {
    const upper = Object.keys(instead).find((one) => instead[one] === sent && before[one]);
    const name = upper ?? sent;
    const old = before[name];
    return !holdsDigest(old) && old !== undefined && old !== null && !isSame(old, now[name]);
  });
}
