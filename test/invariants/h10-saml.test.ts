/** H10: a modified SAML response signs in the user that its provider named, or no user. */
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { SamlFault } from "../../src/service/engines/saml/xml.ts";
import { type parties, take } from "../service/engines/saml/reading.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { type Random, randomFrom } from "../support/generators/random.ts";
import {
  assertion,
  ellipticAlgorithm,
  ellipticIdentity,
  response,
  signedResponse,
} from "../support/sign-in/saml.ts";

const byKind = {
  RSA: { xml: signedResponse(), known: {} },
  ECDSA: {
    xml: signedResponse({}, { key: ellipticIdentity.key, algorithm: ellipticAlgorithm("sha256") }),
    known: { certificate: ellipticIdentity.certificate },
  },
};
const evil = assertion({ id: "_evil", email: "admin@example.com" });

/** Modifications of a message in transit. */
const changes: readonly ((xml: string, random: Random) => string)[] = [
  (xml, random) => {
    const at = random.below(xml.length);
    return xml.slice(0, at) + random.pick([..."<>&\"'/=:_aA0 "]) + xml.slice(at + 1);
  },
  (xml, random) => {
    const at = random.below(xml.length);
    return xml.slice(0, at) + xml.slice(at + 1 + random.below(80));
  },
  // An element, or a part of one, is repeated at another position.
  (xml, random) => inserted(xml, random.pick(listElements(xml)), random),
  (xml, random) => {
    const moved = random.pick(listElements(xml));
    return inserted(xml.replace(moved, ""), moved, random);
  },
  (xml, random) => inserted(xml, evil, random),
  (xml, random) => xml.replace(random.pick(listElements(xml)), evil),
  (xml, random) => {
    const [one = "", other = ""] = [random.pick(listValues(xml)), random.pick(listValues(xml))];
    return xml.replace(`"${one}"`, `"${other}"`);
  },
  (xml) => xml.replace("ada@example.com", "admin@example.com"),
  (xml) => xml.replace('ID="_assertion"', 'ID="_other"').replace("</saml:Issuer>", evil),
];

function listElements(xml: string): readonly string[] {
  const names = [...xml.matchAll(/<([\w:]+)[\s>]/g)].map(([, name = ""]) => name);
  const found = names.flatMap(
    (name) => new RegExp(`<${name}[\\s>].*?</${name}>`, "s").exec(xml)?.[0] ?? [],
  );
  return [...found, evil];
}

function listValues(xml: string): readonly string[] {
  return [...[...xml.matchAll(/="([^"]*)"/g)].map(([, value = ""]) => value), ""];
}

function inserted(xml: string, part: string, random: Random): string {
  const positions = [...[...xml.matchAll(/>(?=<)/g)].map(({ index }) => index + 1), xml.length];
  const at = random.pick(positions);
  return xml.slice(0, at) + part + xml.slice(at);
}

/** @returns undefined for a message that is refused */
function signIn(xml: string, known: Partial<typeof parties>) {
  try {
    return take(xml, known);
  } catch (error) {
    if (error instanceof SamlFault) return undefined;
    throw error;
  }
}

slowTest("a changed message signs in the user that the provider named, or is refused", () => {
  const random = randomFrom();
  const tries = amount({ short: 40, all: 120, full: 50_000 });
  const counts = { same: 0, refused: 0 };
  const others = countFaults();
  for (const { xml, known } of Object.values(byKind)) {
    const named = take(xml, known);
    for (let at = 0; at < tries; at++) {
      let changed = xml;
      for (let step = 0; step <= random.below(3); step++) {
        changed = random.pick(changes)(changed, random);
      }
      const found = signIn(changed, known);
      others.add(found !== undefined && !isDeepStrictEqual({ ...named, ...found }, found));
      if (found) expect({ seed: random.seed, changed, found }).toMatchObject({ found: named });
      counts[found ? "same" : "refused"] += 1;
    }
  }
  expect(counts.refused).toBeGreaterThan(tries);
  report(
    "H10",
    `${2 * tries} changed responses, ${counts.refused} refused, ${others.total()} signed in somebody else`,
  );
});

test("a signed message for another recipient, time or request signs in no user", () => {
  const refused = [
    signedResponse({ audience: "https://other.example.com" }),
    signedResponse({ recipient: "https://other.example.com/acs" }),
    signedResponse({ issuer: "https://other.example.com" }),
    signedResponse({ inResponseTo: "" }),
    signedResponse({ now: new Date("2026-03-02T07:00:00Z") }),
    signedResponse({ now: new Date("2026-03-02T09:00:00Z") }),
    signedResponse({}, { key: ellipticIdentity.key, algorithm: ellipticAlgorithm("sha256") }),
    response(assertion()),
  ];
  expect(refused.map((xml) => signIn(xml, {}))).toEqual(refused.map(() => undefined));
});
