/** Settings of a SAML provider from the metadata of an identity provider. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  createFromMetadata,
  updateFromMetadata,
} from "../../../src/features/organization/saml-metadata.ts";
import { parseCertificates, toFingerprint } from "../../../src/files/certificates.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const readPem = (name: string) =>
  readFileSync(new URL(`../../support/network/certificate/${name}.pem`, import.meta.url), "utf8");
const pems = ["identity", "second"].map(readPem);
const fingerprints = pems.flatMap((pem) => parseCertificates(pem).map(toFingerprint)).sort();

interface Shape {
  readonly entityID?: string;
  readonly bindings?: readonly string[];
  readonly certificates?: readonly string[];
}

function buildMetadata({
  entityID = ' entityID="https://idp.example"',
  bindings = ["HTTP-POST", "HTTP-Redirect"],
  certificates = pems,
}: Shape): string {
  const keys = certificates.map((pem) => {
    const body = pem.replace(/-----[^-]+-----/g, "");
    return `<md:KeyDescriptor use="signing"><ds:X509Certificate>${body}</ds:X509Certificate></md:KeyDescriptor>`;
  });
  const urls = bindings.map(
    (name) =>
      `<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${name}" Location="https://idp.example/${name}"/>`,
  );
  return `<md:EntityDescriptor xmlns:md="x"${entityID}><md:IDPSSODescriptor>${keys.join("")}${urls.join("")}</md:IDPSSODescriptor></md:EntityDescriptor>`;
}

function open(shape: Shape | string = {}) {
  const text = typeof shape === "string" ? shape : buildMetadata(shape);
  const reads: string[] = [];
  const read = (kind: string) => async (path: string) => {
    reads.push(`${kind} ${path}`);
    return text;
  };
  const fetchText = async (url: string) => ({ text: await read("URL")(url), url });
  const scripted = openScriptedContext({
    answer: () => ({ id: "P1", label: "Okta", status: "enabled" }),
    more: { readText: read("file"), fetchText },
  });
  return { ...scripted, reads };
}

function readSent(sent: ReturnType<typeof open>["sent"]) {
  const [line, body] = sent.at(-1) ?? [];
  const { certificate, ...others } = body as { certificate: string };
  return { line, fingerprints: parseCertificates(certificate).map(toFingerprint).sort(), others };
}

test.each([
  ["idp.xml", "file idp.xml"],
  ["-", "file -"],
  ["https://idp.example/metadata", "URL https://idp.example/metadata"],
  ["HTTP://idp.example/metadata", "URL HTTP://idp.example/metadata"],
  ["./https://x", "file ./https://x"],
])("a provider is created from the metadata in %s", async (metadata, read) => {
  const { context, sent, reads } = open();
  const input = { organizationId: "O1", label: "Okta", metadata };
  const record = { id: "P1", label: "Okta", status: "enabled" };
  expect(await createFromMetadata(context, input)).toEqual({
    done: 'Created the SAML provider "Okta" (P1, enabled).',
    next: "To list the members who can sign in: tome saml users",
    record,
  });
  expect(reads).toEqual([read]);
  expect(readSent(sent)).toEqual({
    line: "POST /orgs/O1/saml",
    fingerprints,
    others: {
      label: "Okta",
      entityID: "https://idp.example",
      ssoURL: "https://idp.example/HTTP-Redirect",
    },
  });
});

test("flags take precedence over the metadata", async () => {
  const { context, sent } = open();
  const flags = { entityID: "mine", ssoURL: "https://mine.example" };
  const input = { organizationId: "O1", samlProviderId: "P1", metadata: "-", ...flags };
  expect(await updateFromMetadata(context, input)).toEqual({
    done: 'Changed the SAML provider "Okta" (P1, enabled).',
    record: { id: "P1", label: "Okta", status: "enabled" },
  });
  expect(readSent(sent)).toEqual({ line: "PATCH /orgs/O1/saml/P1", fingerprints, others: flags });
});

test.each<readonly [string, Shape | string]>([
  ["other text", "hello"],
  ["no entity ID", { entityID: "" }],
  ["no certificate", { certificates: [] }],
])("metadata with %s is refused", async (_, shape) => {
  const { context, sent } = open(shape);
  const input = { organizationId: "O1", metadata: "idp.xml" };
  await expect(createFromMetadata(context, input)).rejects.toThrow(
    "idp.xml is not the SAML metadata of one identity provider with a signing certificate.",
  );
  expect(sent).toEqual([]);
});

test.each([
  [["HTTP-POST", "SOAP"], "HTTP-POST, SOAP"],
  [[], "none"],
])("a sign-in URL is required, with the bindings %j", async (bindings, listed) => {
  const { context, sent } = open({ bindings });
  const input = { organizationId: "O1", label: "Okta", metadata: "idp.xml" };
  await expect(createFromMetadata(context, input)).rejects.toThrow(
    `The metadata has no sign-in URL with the binding HTTP-Redirect, only ${listed}. Enable that binding at the identity provider, or specify --sso-url.`,
  );
  expect(sent).toEqual([]);
  await createFromMetadata(context, { ...input, ssoURL: "https://mine.example" });
  expect(readSent(sent).others).toEqual({
    label: "Okta",
    entityID: "https://idp.example",
    ssoURL: "https://mine.example",
  });
});
