import { isDeepStrictEqual } from "node:util";
import { afterAll, expect, test } from "vitest";
import { type Endpoint, getMethod } from "../../src/contract/endpoint.ts";
import type { FieldsBack, Inverse } from "../../src/contract/inverse.ts";
import { findInverse } from "../../src/contract/inverses.ts";
import { holdsDigest } from "../../src/history/digests.ts";
import type { HistoryEntry } from "../../src/history/history-entry.ts";
import { isSame } from "../../src/history/state.ts";
import { isObject, type JsonObject, objectIn } from "../../src/json/values.ts";
import { amount, report } from "../support/amount.ts";
import { countFaults } from "../support/fault-count.ts";
import { endpoints } from "../support/made.ts";
import { randomFrom } from "../support/random.ts";
import { openUndoPlatform } from "../support/undo-platform.ts";

/** Operations one after another, each in a state of its own; what they make makes an organization slower. */
const cases = amount({ short: 6, full: 200 });
const tries = 12;

/** Operations by which somebody else can change what the first one has changed. */
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
    for (let one = 0; one < cases; one++) {
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

/** Whether theirs left something of mine that is neither what I left nor what was there before. */
function isOverwritten(before: JsonObject, mine: JsonObject, theirs: JsonObject): boolean {
  /** A person's id may be any text, `__proto__` too. */
  const own = (object: JsonObject, name: string) =>
    Object.hasOwn(object, name) ? object[name] : undefined;
  return Object.entries(theirs).some(([name, value]) => {
    // Roles are kept by their holders.
    if ((name === "users" || name === "teams") && isObject(value)) {
      return isOverwritten(objectIn(own(before, name)), objectIn(own(mine, name)), value);
    }
    const isMine = Object.hasOwn(mine, name) && !isSame(value, own(mine, name));
    return isMine && !isSame(value, own(before, name));
  });
}

/**
 * Whether an undo has something to send: a write of no fields, of secrets, or of what cannot be sent
 * without a value has not, and says so or that all is as it was. Where a space had an icon and an
 * emoji, what goes back is the icon, as only that one was shown.
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
