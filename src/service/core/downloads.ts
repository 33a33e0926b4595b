/**
 * Addresses that open one thing without a token, for a while, so that browsers and other programs
 * can follow them. An address is signed with what it opens, the user it was made for and its end, so
 * nobody outside the platform can make or change one. It opens no more than that user may see then.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Problem } from "../../errors.ts";
import { readFact } from "../database/facts.ts";
import type { Queries } from "../database/tables.ts";
import type { Call } from "./handlers.ts";
import type { PublicHandler } from "./public-route.ts";
import { resolveReader } from "./visitor.ts";

/** The fact that holds the signing key, in base64url; each installation has its own. */
export const downloadKeyFact = "download-key";

export interface Download {
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** Sent as an attachment: a browser must not run it. */
  readonly attached?: boolean;
}

/**
 * Makes the thing that an address opens, when it is opened.
 * @param subject what `signedAddress` was given
 * @param call its caller is the person to whom the address was given, or `readerOf` a visitor
 * @throws Problem 404 if it is gone, or that person may not see it any more
 */
export type Opener = (
  subject: unknown,
  call: Pick<Call, "db" | "now" | "caller">,
) => Promise<Download>;

/** The kinds of thing, each loaded by the first address of its kind. */
export type Openers = Readonly<Record<string, () => Promise<Opener>>>;

type SigningCall = Pick<Call, "db" | "now" | "base" | "caller" | "visitor">;

export interface Signed {
  /** Which of the openers it is for. */
  readonly kind: string;
  /** Plain JSON that says which thing it is; small, as it is part of the address. */
  readonly subject: unknown;
  /** The name of the file, for whoever saves it: `change-request-3.pdf`. */
  readonly name: string;
  /** How long it is valid, in seconds. */
  readonly seconds: number;
}

/** @returns the address, from the base of the call */
export async function signedAddress(call: SigningCall, signed: Signed): Promise<string> {
  return (await addressSigner(call))(signed);
}

/** For many addresses: makes them without asking the database for each. */
export async function addressSigner(call: SigningCall): Promise<(signed: Signed) => string> {
  const { db, now, base } = call;
  const [key, reader] = [await readOrCreateKey(db), resolveReader(call)];
  return ({ kind, subject, name, seconds }) => {
    const until = Math.floor(now.getTime() / 1000) + seconds;
    const told = Buffer.from(JSON.stringify([until, reader, subject])).toString("base64url");
    // As a part of an address, dots alone would lead elsewhere.
    const safe = /^\.\.?$/.test(name) ? "file" : name;
    const path = `${kind}/${told}/${encodeURIComponent(safe)}`;
    return `${base}/_download/${signature(key, path)}/${path}`;
  };
}

/**
 * Answers a request to such an address.
 * @throws Problem 404 for one that this platform has not made, 410 for one that has expired
 */
export const openDownload =
  (openers: Openers): PublicHandler =>
  async ({ db, now, path }) => {
    const { seal = "", kind = "", told = "" } = path;
    const name = encodeURIComponent(path.name ?? "");
    const key = await readFact(db, downloadKeyFact);
    const opener = Object.hasOwn(openers, kind) ? openers[kind] : undefined;
    const right =
      key === undefined ? undefined : signature(deriveKey(key), `${kind}/${told}/${name}`);
    if (!opener || !right || !isSignature(seal, right)) {
      throw opensNothing();
    }
    const [until, caller, subject] = JSON.parse(Buffer.from(told, "base64url").toString("utf8"));
    // An earlier version named no person; its addresses were good for a day at most.
    if (subject === undefined) throw opensNothing();
    if (now.getTime() >= Number(until) * 1000) {
      throw new Problem(410, "The time of this address is over; ask for a new one.");
    }
    const open = await opener();
    const { contentType, body, attached } = await open(subject, { db, now, caller });
    return {
      status: 200,
      headers: {
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
        "content-type": contentType,
        // Nothing in it may do anything, should a browser show it as a page.
        "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        "content-disposition": `${attached ? "attachment" : "inline"}; filename*=UTF-8''${name}`,
      },
      body,
    };
  };

/** The same answer whether it never existed or is gone. */
export function opensNothing(): Problem {
  return new Problem(404, "This address opens nothing here; ask for a new one.");
}

function signature(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Compares the texts: a decoder takes many spellings of the same bytes. */
function isSignature(signed: string, right: string): boolean {
  const [given, expected] = [Buffer.from(signed), Buffer.from(right)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function deriveKey(fact: string): Buffer {
  return Buffer.from(fact, "base64url");
}

/** Created when it is first needed; of two processes, the second takes the key of the first. */
async function readOrCreateKey(db: Queries): Promise<Buffer> {
  const known = await readFact(db, downloadKeyFact);
  if (known !== undefined) return deriveKey(known);
  await db
    .insertInto("facts")
    .values({ name: downloadKeyFact, value: randomBytes(32).toString("base64url") })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return deriveKey((await readFact(db, downloadKeyFact)) ?? "");
}
