/** Certificate authorities with a custom one. */

import { rootCertificates } from "node:tls";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadAuthorities } from "../../../src/client/transport/certificates.ts";
import { certificate } from "../../support/network/loopback.ts";

test("a custom authority is trusted in addition to the default ones", async () => {
  expect(await loadAuthorities(certificate, {})).toEqual([...rootCertificates, certificate]);
});

test("the extra authorities of the runtime stay trusted", async () => {
  const file = fileURLToPath(
    new URL("../../support/network/certificate/certificate.pem", import.meta.url),
  );
  const environment = { NODE_EXTRA_CA_CERTS: file };
  const all = await loadAuthorities(certificate, environment);
  expect(all.filter((pem) => pem === certificate)).toHaveLength(2);
});

test("unreadable extra authorities are ignored, as by the runtime", async () => {
  const environment = { NODE_EXTRA_CA_CERTS: "/nowhere/at/all.pem" };
  expect(await loadAuthorities(certificate, environment)).toHaveLength(rootCertificates.length + 1);
});
