import { afterAll, expect, test } from "vitest";
import { getMethod } from "../../src/contract/endpoint.ts";
import type { Inverse } from "../../src/contract/inverse.ts";
import { findInverse } from "../../src/contract/inverses.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { openUndoPlatform, type UndoPlatform } from "../support/platforms/undo-platform.ts";
import { endpoints } from "../support/requests/made.ts";

/**
 * Operations one after another, each with separate data, because created resources slow down an
 * organization.
 */
const cases = amount({ short: 1, all: 5, full: 200 });
/** How often an input is tried that the platform may refuse. */
const tries = 12;

const invertible = endpoints.flatMap((endpoint) => {
  if (getMethod(endpoint) === "GET" || endpoint.reads) return [];
  const inverse = findInverse(endpoint.operation);
  return inverse !== undefined && "how" in inverse ? [[endpoint, inverse] as const] : [];
});

/** With all of them, each operation 200 times. */
const organizations = amount({ short: 1, full: invertible.length });
const { seed: first } = randomFrom();
const seeds = Array.from({ length: organizations }, (_, at) => first + at * cases);
const counted = { undone: 0, told: 0 };
afterAll(() => report("U1", `${counted.undone} undone, ${counted.told} told`));

test.each(seeds)(
  "undo restores the previous state, or names the differences: TOME_SEED=%i",
  async (seed) => {
    const random = randomFrom(seed);
    const faults: string[] = [];
    const platform = await openUndoPlatform("Probe");
    /** The state after the last case, if nothing was done since. */
    let known: ReadonlyMap<string, unknown> | undefined;
    for (let one = 0; one < cases; one++) {
      const [endpoint, inverse] =
        invertible[(random.seed + one) % invertible.length] ?? random.pick(invertible);
      await tryOne(platform, endpoint, inverse);
    }
    expect(faults.join("\n\n"), `TOME_SEED=${random.seed}`).toBe("");

    async function tryOne(
      { act, everything, inputFor, meanwhile, run }: UndoPlatform,
      endpoint: (typeof invertible)[number][0],
      inverse: Inverse,
    ) {
      for (let attempt = 0; attempt < tries; attempt++) {
        if (
          inverse.how === "fields" &&
          (await meanwhile(endpoint, await inputFor(endpoint, random)))
        )
          known = undefined;
        const input = await inputFor(endpoint, random);
        known ??= await everything();
        const before = known;
        const entry = await act(endpoint, input);
        // A refused request changes nothing (S7).
        if (entry === undefined) continue;
        const { code, stderr, stdout } = await run(`undo ${entry.entry} --yes`);
        const about = `${endpoint.operation} ${JSON.stringify(input)} ${stdout} ${stderr} ${JSON.stringify(entry)}`;
        const after = await everything();
        known = after;
        if (code === 0) {
          const differs = differencesBetween(before, after);
          if (differs.length > 0)
            faults.push(`${about.slice(0, 1500)}\n  ${differs.slice(0, 6).join("\n  ")}`);
          counted.undone++;
        } else {
          // There is no other client, so nothing can have changed since.
          if (code === 6 || stderr === "") faults.push(about.slice(0, 2500));
          counted.told++;
        }
        return;
      }
    }
  },
);

/** The differences between two responses, with both values. */
function differencesBetween(one: unknown, other: unknown, at = ""): string[] {
  if (one instanceof Map && other instanceof Map) {
    return [...one].flatMap(([name, value]) => differencesBetween(value, other.get(name), name));
  }
  if (JSON.stringify(one) === JSON.stringify(other)) return [];
  const isDeep = (value: unknown) => typeof value === "object" && value !== null;
  if (!isDeep(one) || !isDeep(other)) {
    return [`${at}: ${JSON.stringify(one)} is ${JSON.stringify(other)}`.slice(0, 300)];
  }
  const names = new Set([...Object.keys(Object(one)), ...Object.keys(Object(other))]);
  return [...names].flatMap((name) =>
    differencesBetween(Object(one)[name], Object(other)[name], `${at}.${name}`),
  );
}
