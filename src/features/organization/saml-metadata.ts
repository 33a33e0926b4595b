/** `tome saml create --metadata` and `saml update --metadata`: settings from the identity provider. */
import type { Context, JsonObject, Result } from "../../context.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import * as contract from "../../contract/saml.ts";
import { UsageError } from "../../errors.ts";
import { formatPem, parseCertificates } from "../../files/certificates.ts";
import { readMetadata } from "../../files/saml-metadata.ts";
import { asObject, asText } from "../../json/values.ts";

/** Creates a provider. Flags take precedence over the metadata. */
export async function createFromMetadata(context: Context, input: JsonObject): Promise<Result> {
  const record = await send(context, contract.create, input);
  return {
    done: `Created the SAML provider ${describe(record)}.`,
    next: "To list the members who can sign in: tome saml users",
    record,
  };
}

/** Changes a provider, and replaces its certificates with those of the metadata. */
export async function updateFromMetadata(context: Context, input: JsonObject): Promise<Result> {
  const record = await send(context, contract.update, input);
  return { done: `Changed the SAML provider ${describe(record)}.`, record };
}

/** @param input of the operation, with `metadata`: a file, - for standard input, or a URL */
async function send(
  context: Context,
  operation: Endpoint,
  { metadata, ...input }: JsonObject,
): Promise<JsonObject> {
  const settings = await readSettings(context, asText(metadata), input.ssoURL !== undefined);
  const client = await context.client();
  return asObject((await client.call(operation, { ...settings, ...input })).value);
}

interface MetadataSettings {
  readonly entityID: string;
  readonly certificate: string;
  readonly ssoURL?: string;
}

/** @param hasUrl whether the command line has the sign-in URL */
async function readSettings(
  context: Context,
  source: string,
  hasUrl: boolean,
): Promise<MetadataSettings> {
  const isUrl = /^https?:\/\//i.test(source);
  const text = isUrl ? (await context.fetchText(source)).text : await context.readText(source);
  const { entityID, signInUrls } = readMetadata(text) ?? {};
  const certificates = parseCertificates(text);
  if (entityID === undefined || signInUrls === undefined || certificates.length === 0) {
    throw new UsageError(
      `${source} is not the SAML metadata of one identity provider with a signing certificate.`,
    );
  }
  const ssoURL = signInUrls.get("HTTP-Redirect");
  if (ssoURL === undefined && !hasUrl) {
    const bindings = [...signInUrls.keys()].join(", ") || "none";
    throw new UsageError(
      `The metadata has no sign-in URL with the binding HTTP-Redirect, only ${bindings}. Enable that binding at the identity provider, or specify --sso-url.`,
    );
  }
  const certificate = formatPem(certificates);
  return { entityID, certificate, ...(ssoURL !== undefined && { ssoURL }) };
}

function describe({ label, id, status }: JsonObject): string {
  return `"${asText(label)}" (${asText(id)}, ${asText(status)})`;
}
