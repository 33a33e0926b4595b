/** Validation of SAML responses, which anyone can send: a long one does not block other requests. */
import { describe, expect, test } from "vitest";
import { readSignInSafely } from "../../../src/service/engines/saml-responses.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { observeThreads } from "../../support/machine/thread-tasks.ts";
import {
  ellipticIdentity,
  encoded,
  identity,
  secondIdentity,
  signedResponse,
} from "../../support/sign-in/saml.ts";
import { parties } from "./saml/reading.ts";

const asker = { caller: "an organization", db: {} };
const validate = (xml: string, certificate: string = parties.certificate) =>
  readSignInSafely({ message: encoded(xml), config: { ...parties, certificate } }, asker);

const attribute = (inside: string) =>
  `<saml:AttributeStatement>${inside}</saml:AttributeStatement>`;
const many = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join("");

/** Parts of an assertion whose canonicalization takes time that grows with the square of their number. */
const families: Readonly<Record<string, string>> = {
  elements: many(3800, () => '<saml:Attribute Name="x"/>'),
  namespaces: many(3800, (at) => `<n${at}:a xmlns:n${at}="u${at}" n${at}:b="1"/>`),
  levels: `${"<saml:a>".repeat(40)}${"<saml:b/>".repeat(3700)}${"</saml:a>".repeat(40)}`,
  attributes: many(15, () => `<saml:a ${many(1300, (at) => `x${at}="1" `)}/>`),
};

describe("a long SAML response", () => {
  for (const [family, part] of Object.entries(families)) {
    const testOne = family === "elements" ? test : slowTest;
    testOne(`of many ${family} is validated in a thread, beside other requests`, async () => {
      const message = signedResponse({ more: attribute("PART") }).replace("PART", part);
      const { result, tasks } = await observeThreads(() =>
        validate(message).catch((error: unknown) => error),
      );
      expect(String(result)).toMatch(/signature does not match|too long to validate/);
      expect(tasks).toEqual(["validateResponse"]);
    });
  }

  slowTest("signs in if it is valid", async () => {
    const part = attribute(many(500, (at) => `<saml:Attribute Name="group${at}"/>`));
    expect(await validate(signedResponse({ more: part }))).toMatchObject({
      email: "ada@example.com",
    });
  });
});

test("one of several certificates of different kinds verifies a response", async () => {
  const certificates = [ellipticIdentity, secondIdentity, identity].map((one) => one.certificate);
  for (const order of [certificates, certificates.toReversed()]) {
    expect(await validate(signedResponse(), order.join(""))).toMatchObject({
      email: "ada@example.com",
    });
  }
  const others = certificates.filter((one) => one !== identity.certificate).join("");
  await expect(validate(signedResponse(), others)).rejects.toThrow("does not match");
});
