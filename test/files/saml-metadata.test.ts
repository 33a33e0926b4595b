import { describe, expect, test } from "vitest";
import { readMetadata } from "../../src/files/saml-metadata.ts";

const binding = (name: string) => `urn:oasis:names:tc:SAML:2.0:bindings:${name}`;
const signIn = (name: string, location = `https://idp.example/${name}`) =>
  `<md:SingleSignOnService Binding="${binding(name)}" Location="${location}"/>`;
const key = (body: string, use = ' use="signing"') =>
  `<md:KeyDescriptor${use}><ds:X509Certificate>${body}</ds:X509Certificate></md:KeyDescriptor>`;
const role = (inner: string) => `<md:IDPSSODescriptor a="b">${inner}</md:IDPSSODescriptor>`;
const entity = (inner: string, attributes = ' entityID="https://idp.example"') =>
  `<md:EntityDescriptor xmlns:md="x"${attributes}>${inner}</md:EntityDescriptor>`;

const whole = entity(role(key("AAA") + signIn("HTTP-Redirect")));
const expected = {
  entityID: "https://idp.example",
  signInUrls: new Map([["HTTP-Redirect", "https://idp.example/HTTP-Redirect"]]),
  certificates: ["AAA"],
};

describe("metadata of an identity provider", () => {
  test.each([
    ["with prefixes", whole],
    ["without prefixes", whole.replace(/(<\/?)(?:md|ds):/g, "$1")],
    ["after a byte order mark and a declaration", `\uFEFF<?xml version="1.0"?>\n${whole}\n`],
    ["with apostrophes", whole.replaceAll('"', "'")],
    ["with spaces around the equals signs", whole.replaceAll('="', ' = "')],
    ["with line breaks in tags", whole.replaceAll('" L', '"\n  L').replaceAll("> ", ">\n")],
    ["with spaces at the ends of tags", whole.replaceAll(/(<\/[\w:]+)>/g, "$1 >")],
    ["with comments", whole.replaceAll("<md:KeyDescriptor", "<!-- a --><md:KeyDescriptor")],
    [
      "with a former certificate in a comment",
      whole.replace(key("AAA"), `<!--${key("OLD")}-->${key("AAA")}`),
    ],
    [
      "with a certificate for encryption",
      whole.replace(key("AAA"), key("AAA") + key("B", ' use="encryption"')),
    ],
    ["with a certificate for each use", whole.replace(key("AAA"), key("AAA", ""))],
    [
      "with the role of a service provider after it",
      whole.replace(
        "</md:EntityDescriptor>",
        `<md:SPSSODescriptor>${key("SP")}</md:SPSSODescriptor></md:EntityDescriptor>`,
      ),
    ],
    [
      "with a signature before it",
      whole.replace(
        "<md:IDPSSODescriptor",
        "<ds:X509Certificate>SIG</ds:X509Certificate><md:IDPSSODescriptor",
      ),
    ],
    [
      "with a service without a location",
      whole.replace(
        "<md:SingleSignOnService",
        `<md:SingleSignOnService Binding="${binding("SOAP")}"/><md:SingleSignOnService`,
      ),
    ],
    [
      "with another attribute whose name ends alike",
      whole.replace(' entityID="', ' x:entityID="b" entityID="'),
    ],
  ])("is read %s", (_, text) => {
    expect(readMetadata(text)).toEqual(expected);
  });

  test("has all certificates and sign-in URLs", () => {
    const keys = [key("AAA"), key("BBB")].join("");
    const urls = [signIn("HTTP-POST"), signIn("HTTP-Redirect")].join("");
    const read = readMetadata(entity(role(keys + urls)));
    expect(read?.certificates).toEqual(["AAA", "BBB"]);
    expect([...(read?.signInUrls.keys() ?? [])]).toEqual(["HTTP-POST", "HTTP-Redirect"]);
  });

  test("has decoded entities", () => {
    const url = "https://idp.example/?a=1&amp;b=&quot;&apos;&lt;&gt;&amp;lt;&unknown;";
    const read = readMetadata(entity(role(signIn("HTTP-Redirect", url))));
    expect(read?.signInUrls.get("HTTP-Redirect")).toBe(
      "https://idp.example/?a=1&b=\"'<>&lt;&unknown;",
    );
  });

  test("may lack an entity ID", () => {
    expect(readMetadata(entity(role(""), ""))).toEqual({
      ...{ entityID: undefined, signInUrls: new Map(), certificates: [] },
    });
  });
});

test.each([
  ["no text", ""],
  ["a web page", "<html></html>"],
  [
    "metadata of a service provider",
    entity(`<md:SPSSODescriptor>${key("SP")}</md:SPSSODescriptor>`),
  ],
  ["metadata of two identity providers", entity(role(key("AAA"))) + entity(role(key("BBB")))],
  ["a document type", `<!DOCTYPE a [<!ENTITY b "c">]>${whole}`],
  ["a CDATA section", whole.replace("AAA", "<![CDATA[AAA]]>")],
  ["a comment without an end", whole.replace("<md:KeyDescriptor", "<!-- <md:KeyDescriptor")],
])("%s is not metadata of one identity provider", (_, text) => {
  expect(readMetadata(text)).toBeUndefined();
});
