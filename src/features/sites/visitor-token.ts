/** Visitor token for a site, signed like the tokens of the site's own server. */
import { createHmac } from "node:crypto";
import type { Context, PrintedColumn, Result } from "../../context.ts";
import * as site from "../../contract/site.ts";
import * as auth from "../../contract/site-auth.ts";
import { UsageError } from "../../errors.ts";
import { objectIn, textIn } from "../../json/values.ts";
import { readClaims } from "./visitor-claims.ts";

interface TokenInput {
  readonly organizationId: string;
  readonly siteId: string;
  readonly claims?: string;
  readonly expires?: string;
}

const units = { s: 1, m: 60, h: 60 * 60, d: 24 * 60 * 60 } as const;

export async function signVisitorToken(
  context: Context,
  { claims: file, expires = "1h", ...of }: TokenInput,
): Promise<Result> {
  const claims = await readClaims(context, file);
  const client = await context.client();
  const { value } = await client.call(auth.get, of);
  const key = textIn(objectIn(value).privateKey) ?? "";
  const now = Math.floor(Date.now() / 1000);
  const exp = now + secondsIn(expires);
  const token = sign({ ...claims, iat: now, exp }, key);
  context.conceal(token);
  const { value: answer } = await client.call(site.get, of);
  const published = textIn(objectIn(objectIn(answer).urls).published);
  return {
    done: `Created a visitor token for ${of.siteId} (valid for ${expires}).`,
    record: {
      token,
      expiresAt: new Date(exp * 1000).toISOString(),
      // An unpublished site has no URL.
      ...(published !== "" && { url: `${published}?jwt_token=${token}` }),
    },
    // The URL contains the token.
    brief: [published === "" ? tokenColumn : addressColumn],
  };
}

const tokenColumn: PrintedColumn = { header: "TOKEN", path: "token", wide: true };
const addressColumn: PrintedColumn = { header: "URL", path: "url", as: "address", wide: true };

function secondsIn(text: string): number {
  const [, number = "", unit = ""] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? [];
  if (isUnit(unit)) return Number(number) * units[unit];
  throw new UsageError(
    `--expires must be a duration such as 90s, 15m, 1h or 7d, not ${JSON.stringify(text)}.`,
    "tome site visitor-token --help",
  );
}

function isUnit(unit: string): unit is keyof typeof units {
  return Object.hasOwn(units, unit);
}

/** A JWT signed with HS256. */
function sign(claims: object, key: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}
