/** SAML metadata of an identity provider: its entity ID, sign-in URLs and signing certificates. */
import { findOwn } from "../json/own-members.ts";

export interface ProviderMetadata {
  readonly entityID: string | undefined;
  /** Sign-in URLs by the last part of their binding, such as `HTTP-Redirect`. */
  readonly signInUrls: ReadonlyMap<string, string>;
  /** In base64. The certificate that signs the metadata and those of other roles are not included. */
  readonly certificates: readonly string[];
}

/** @returns undefined for other text, and for metadata with several identity providers */
export function readMetadata(metadata: string): ProviderMetadata | undefined {
  const xml = withoutComments(metadata.replace(/^\uFEFF/, "").trim());
  // Entities and CDATA sections could contain or hide an element.
  if (xml === undefined || xml.includes("<!")) return undefined;
  const [before, role, ...others] = xml.split(/<(?:\w+:)?IDPSSODescriptor[\s>]/);
  if (before === undefined || role === undefined || others.length > 0) return undefined;
  const [inside = ""] = role.split(/<\/(?:\w+:)?IDPSSODescriptor\s*>/);
  const [, entity = ""] = before.split(/<(?:\w+:)?EntityDescriptor(?=\s)/);
  return {
    entityID: readAttribute(readTag(entity), "entityID"),
    signInUrls: readSignInUrls(inside),
    certificates: listCertificates(inside),
  };
}

function readSignInUrls(role: string): ReadonlyMap<string, string> {
  const urls = new Map<string, string>();
  for (const element of role.split(/<(?:\w+:)?SingleSignOnService(?=\s)/).slice(1)) {
    const tag = readTag(element);
    const binding = readAttribute(tag, "Binding")?.split(":").at(-1);
    const location = readAttribute(tag, "Location");
    if (binding !== undefined && location !== undefined) urls.set(binding, location);
  }
  return urls;
}

function listCertificates(role: string): readonly string[] {
  const descriptors = role.split(/<(?:\w+:)?KeyDescriptor(?=[\s>])/).slice(1);
  return descriptors.flatMap((descriptor) => {
    if (readAttribute(readTag(descriptor), "use") === "encryption") return [];
    const [own = ""] = descriptor.split(/<\/(?:\w+:)?KeyDescriptor\s*>/);
    return [...own.matchAll(/<(?:\w+:)?X509Certificate\s*>([^<]*)</g)].map(([, body = ""]) => body);
  });
}

/** The attributes of a tag, from the text after its name. */
function readTag(text: string): string {
  return text.slice(0, text.indexOf(">"));
}

const attributeForm = /\s([\w:]{1,100})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)')/g;

function readAttribute(tag: string, name: string): string | undefined {
  for (const [, own, double, single] of tag.matchAll(attributeForm)) {
    if (own === name) return decodeEntities(double ?? single ?? "");
  }
  return undefined;
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  apos: "'",
  gt: ">",
  lt: "<",
  quot: '"',
};

function decodeEntities(text: string): string {
  return text.replace(
    /&(amp|apos|gt|lt|quot);/g,
    (_, name: string) => findOwn(entities, name) ?? "",
  );
}

/**
 * A former certificate may be in a comment, and is then not one of the provider.
 * @returns undefined for a comment without an end
 */
function withoutComments(xml: string): string | undefined {
  let [text, at] = ["", 0];
  for (;;) {
    const start = xml.indexOf("<!--", at);
    if (start === -1) return text + xml.slice(at);
    const end = xml.indexOf("-->", start + "<!--".length);
    if (end === -1) return undefined;
    text += xml.slice(at, start);
    at = end + "-->".length;
  }
}
