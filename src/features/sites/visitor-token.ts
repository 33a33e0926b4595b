/** Visitor token for a site, signed like the tokens of the site's own server. */
import { createHmac } from "node:crypto";
import type { Context, PrintedColumn, Result } from "../../context.ts";
import * as site from "../../contract/site.ts";
import * as auth from "../../contract/site-auth.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { formatZonedTime } from "../../json/local-time.ts";
import { asObject, asText } from "../../json/values.ts";
import { readClaims } from "./visitor-claims.ts";

interface TokenInput {
  readonly organizationId: string;
  readonly siteId: string;
  readonly claims?: string;
  /** An RFC 3339 time; in an hour by default. */
  readonly expires?: string;
}

export async function signVisitorToken(
  context: Context,
  { claims: file, expires, ...of }: TokenInput,
): Promise<Result> {
  const claims = await readClaims(context, file);
  const client = await context.client();
  const { value } = await client.call(auth.get, of);
  const key = asText(asObject(value).privateKey) ?? "";
  const now = Math.floor(Date.now() / 1000);
  const exp = expires === undefined ? now + 60 * 60 : Math.floor(Date.parse(expires) / 1000);
  const expiresAt = new Date(exp * 1000).toISOString();
  const token = sign({ ...claims, iat: now, exp }, key);
  // The name of the command announces it; an agent does not get it.
  context.secrets.allow(["token"]);
  context.secrets.receive({ name: "token", value: token });
  const { value: answer } = await client.call(site.get, of);
  const published = asText(asObject(asObject(answer).urls).published);
  return {
    done: `Created a visitor token for ${of.siteId}, valid until ${formatZonedTime(expiresAt)}.`,
    record: {
      token,
      expiresAt,
      // An unpublished site has no URL.
      ...(published !== "" && { url: `${published}?jwt_token=${token}` }),
    },
    // The URL contains the token.
    brief: [published === "" ? tokenColumn : addressColumn],
  };
}

const tokenColumn: PrintedColumn = { header: "TOKEN", path: "token", wide: true };
const addressColumn: PrintedColumn = { header: "URL", path: "url", as: "address", wide: true };

/** A JWT signed with HS256. */
function sign(claims: object, key: string): string {
  const encode = (value: object) => Buffer.from(writeJson(value)).toString("base64url");
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}
