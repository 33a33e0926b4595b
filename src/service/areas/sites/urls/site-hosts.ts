/**
 * Hostnames of sites below `localhost`. Browsers resolve them to the local machine, so that each
 * site has its own origin and its pages cannot read the data of other sites.
 */

/** The suffix of all hostnames, reserved for sites. */
export const siteDomain = "site.localhost";

/** The identification of a site in a hostname. */
export type SiteName =
  | { readonly id: string }
  | { readonly basename: string; readonly organization: string };

export interface NamedSite {
  readonly id: string;
  readonly basename: string;
  readonly organization_hostname: string | null;
}

/** A hostname label. `xn--` is reserved for internationalized domain names. */
const label = /^(?!xn--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** An id that fits into a hostname label, including the suffix that `encodeId` adds. */
const plainId = /^[A-Za-z0-9]{1,48}$/;

/**
 * `docs.acme.site.localhost`, from the basename of the site and the hostname of the organization, or
 * from the id if one of them is missing or is not a valid label.
 * @returns undefined if the id is not a valid label either
 */
export function findHost({ id, basename, organization_hostname }: NamedSite): string | undefined {
  if (organization_hostname !== null && [basename, organization_hostname].every(isLabel)) {
    return `${basename}.${organization_hostname}.${siteDomain}`;
  }
  return plainId.test(id) ? `${encodeId(id)}.${siteDomain}` : undefined;
}

function isLabel(text: string): boolean {
  return label.test(text);
}

/** @returns undefined if the hostname does not belong to a site */
export function parseSiteName(hostname: string): SiteName | undefined {
  const lower = hostname.toLowerCase();
  if (!lower.endsWith(`.${siteDomain}`)) return undefined;
  const [first = "", second, third] = lower.slice(0, -siteDomain.length - 1).split(".");
  if (third !== undefined) return undefined;
  if (second !== undefined) return { basename: first, organization: second };
  const id = decodeId(first);
  return id === undefined ? undefined : { id };
}

/**
 * Encodes a case-sensitive id in a case-insensitive hostname: the id in lower case, followed by a bit
 * mask of the upper-case characters in hexadecimal. The first character is the lowest bit.
 */
function encodeId(id: string): string {
  const capitals = [...id].reduce((bits, character, index) => {
    return /[A-Z]/.test(character) ? bits | (1n << BigInt(index)) : bits;
  }, 0n);
  return `${id.toLowerCase()}-${capitals.toString(16)}`;
}

function decodeId(text: string): string | undefined {
  const [, lowerCaseId, mask] = /^([a-z0-9]{1,48})-([0-9a-f]{1,12})$/.exec(text) ?? [];
  if (lowerCaseId === undefined || mask === undefined) return undefined;
  const capitals = BigInt(`0x${mask}`);
  const id = [...lowerCaseId]
    .map((character, index) =>
      capitals & (1n << BigInt(index)) ? character.toUpperCase() : character,
    )
    .join("");
  return encodeId(id) === text ? id : undefined;
}
