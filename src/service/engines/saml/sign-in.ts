/**
 * Validation of SAML responses by the rules of SAML 2.0 for browsers (profiles 4.1.4.3): audience,
 * validity and request. The caller checks replay and the origin of the request, which need state.
 */
import { isUtf8 } from "node:buffer";
import { readUser, type SamlUser } from "./attributes.ts";
import { namespaces, readSigned } from "./signed-assertion.ts";
import { findOnlyChild, listChildren, quoteText, SamlFault, type XmlElement } from "./xml.ts";

/** The service provider and the identity provider. */
export interface SamlConfig {
  /** The entity id of the identity provider. */
  readonly issuer: string;
  /** Its certificate, as PEM. */
  readonly certificate: string;
  /** The entity id of this service. */
  readonly audience: string;
  /** The URL at which the response was received. */
  readonly recipient: string;
  readonly now: Date;
  /** The attribute with the groups of the user; the common names if absent. */
  readonly groupsAttribute?: string | undefined;
}

export interface SamlSignIn extends SamlUser {
  /** The id of the request to which it responds. */
  readonly inResponseTo: string;
  /** The id of the assertion, which is valid once. */
  readonly assertion: string;
  /** The end of its validity. */
  readonly validUntil: Date;
  /** The end of the session that the identity provider requests. */
  readonly sessionEnd: Date | undefined;
}

/** Maximum clock difference, in milliseconds. */
const skew = 60_000;
const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";

/**
 * @param message the field `SAMLResponse`, in base64
 * @throws SamlFault for the first violated rule
 */
export function readSignIn(message: string, parties: SamlConfig): SamlSignIn {
  const { response, assertion } = readSigned(
    decodeMessage(message),
    parties.certificate,
    parties.now,
  );
  for (const part of [response, assertion]) {
    if (part.attributes.get("Version") !== "2.0")
      throw new SamlFault("it is not a SAML 2.0 response");
  }
  const { text: issuer } = findOnlyChild(assertion, namespaces.assertion, "Issuer");
  if (issuer.trim() !== parties.issuer) {
    throw new SamlFault(
      `it is from another identity provider (${compare(issuer, parties.issuer)})`,
    );
  }
  const { recipient } = parties;
  const destination = response.attributes.get("Destination") ?? recipient;
  if (destination !== recipient) {
    throw new SamlFault(`it is for another URL (${compare(destination, recipient)})`);
  }
  const subject = findOnlyChild(assertion, namespaces.assertion, "Subject");
  const confirmed = getConfirmation(subject, parties);
  if (
    (response.attributes.get("InResponseTo") ?? confirmed.inResponseTo) !== confirmed.inResponseTo
  ) {
    throw new SamlFault("it responds to a different request than its assertion");
  }
  refuseConditions(findOnlyChild(assertion, namespaces.assertion, "Conditions"), parties);
  const [statement] = listChildren(assertion, namespaces.assertion, "AuthnStatement");
  if (!statement) throw new SamlFault("it contains no sign-in");
  const sessionEnd = parseTime(statement, "SessionNotOnOrAfter");
  if (sessionEnd && sessionEnd <= parties.now) {
    throw new SamlFault(`its session has ended (${sessionEnd.toISOString()})`);
  }
  return {
    ...readUser(assertion, subject, parties.groupsAttribute),
    assertion: assertion.attributes.get("ID") ?? "",
    sessionEnd,
    ...confirmed,
  };
}

function compare(value: string, expected: string): string {
  return `${quoteText(value) || "none"} instead of ${quoteText(expected)}`;
}

function decodeMessage(message: string): string {
  const text = message.replace(/\s/g, "");
  if (text === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new SamlFault("it is not valid base64");
  const bytes = Buffer.from(text, "base64");
  if (!isUtf8(bytes)) throw new SamlFault("it is not valid UTF-8");
  return bytes.toString("utf8");
}

/**
 * One subject confirmation must be valid: presented by the browser, at this URL, now, in
 * response to a request.
 */
function getConfirmation(subject: XmlElement, { recipient, now }: SamlConfig) {
  const data = listChildren(subject, namespaces.assertion, "SubjectConfirmation")
    .filter(({ attributes }) => attributes.get("Method") === bearer)
    .flatMap((one) => listChildren(one, namespaces.assertion, "SubjectConfirmationData"));
  const confirmations = data.filter(({ attributes }) => attributes.get("Recipient") === recipient);
  if (confirmations.length === 0) {
    const [other] = data.map(({ attributes }) => attributes.get("Recipient") ?? "");
    throw new SamlFault(
      other === undefined
        ? "its assertion has no confirmation for a browser (bearer)"
        : `its assertion is for another recipient (${compare(other, recipient)})`,
    );
  }
  let fault = "";
  for (const one of confirmations) {
    const validUntil = parseTime(one, "NotOnOrAfter");
    if (validUntil === undefined) {
      fault = "its SubjectConfirmationData has no NotOnOrAfter";
    } else if (one.attributes.has("NotBefore")) {
      fault = "its SubjectConfirmationData has NotBefore, which SAML does not allow";
    } else if (hasEnded(validUntil, now)) {
      fault = describeExpiry(validUntil, now);
    } else {
      const inResponseTo = one.attributes.get("InResponseTo") ?? "";
      if (inResponseTo !== "") {
        return { inResponseTo, validUntil: new Date(validUntil.getTime() + skew) };
      }
      fault =
        "it does not respond to a request of this platform. Start the sign-in at this platform, or at the start URL of the provider";
    }
  }
  throw new SamlFault(fault);
}

const conditions = ["AudienceRestriction", "OneTimeUse", "ProxyRestriction"];

function refuseConditions(all: XmlElement, { audience, now }: SamlConfig): void {
  const from = parseTime(all, "NotBefore");
  const until = parseTime(all, "NotOnOrAfter");
  if (from && from.getTime() - skew > now.getTime()) {
    throw new SamlFault(
      `it is not valid yet: it starts at ${from.toISOString()}, and the time of this platform is ${now.toISOString()}`,
    );
  }
  if (until && hasEnded(until, now)) throw new SamlFault(describeExpiry(until, now));
  const other = all.elements.find(({ name }) => !conditions.includes(name));
  if (other) throw new SamlFault(`it has an unknown condition (${quoteText(other.name)})`);
  const audiences = listChildren(all, namespaces.assertion, "AudienceRestriction");
  const isMeant = audiences.every((one) =>
    listChildren(one, namespaces.assertion, "Audience").some(
      ({ text }) => text.trim() === audience,
    ),
  );
  if (audiences.length > 0 && isMeant) return;
  const found = audiences
    .flatMap((one) => listChildren(one, namespaces.assertion, "Audience"))
    .find(({ text }) => text.trim() !== audience);
  throw new SamlFault(`it is for another service (${compare(found?.text ?? "", audience)})`);
}

function describeExpiry(until: Date, now: Date): string {
  return `it has expired: it ended at ${until.toISOString()}, and the time of this platform is ${now.toISOString()}`;
}

function hasEnded(until: Date, now: Date): boolean {
  return until.getTime() + skew <= now.getTime();
}

/** @throws SamlFault for an invalid time */
function parseTime({ attributes }: XmlElement, name: string): Date | undefined {
  const text = attributes.get(name);
  if (text === undefined) return undefined;
  const time = new Date(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text);
  if (isTime && !Number.isNaN(time.getTime())) return time;
  throw new SamlFault(`its ${name} is not a valid time in UTC (${quoteText(text)})`);
}
