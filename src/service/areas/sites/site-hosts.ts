/**
 * The names of docs sites below `localhost`. Browsers send every such name to the machine itself, so
 * that each site is an origin of its own there, and no page of one reads what belongs to another.
 */

/** What all names end with. No service of this machine has a name below it. */
export const siteDomain = "site.localhost";

/** How a name says which site it is of. */
export type SiteName =
  | { readonly id: string }
  | { readonly basename: string; readonly organization: string };

export interface NamedSite {
  readonly id: string;
  readonly basename: string;
  readonly organization_hostname: string | null;
}

/** A part of a name. One with `xn--` would have to be a text in the writing of international names. */
const label = /^(?!xn--)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** With what `idLabel` adds, it fits into one part of a name. */
const plainId = /^[A-Za-z0-9]{1,48}$/;

/**
 * `docs.acme.site.localhost`, from the site's basename and the organization's hostname; from the id if
 * one of them is missing or cannot be part of a name.
 * @returns absent for an id of another form than this platform gives
 */
export function findHost({ id, basename, organization_hostname }: NamedSite): string | undefined {
  if (organization_hostname !== null && [basename, organization_hostname].every(isLabel)) {
    return `${basename}.${organization_hostname}.${siteDomain}`;
  }
  return plainId.test(id) ? `${idLabel(id)}.${siteDomain}` : undefined;
}

function isLabel(text: string): boolean {
  return label.test(text);
}

/** @returns what the name of a host says; absent for a host that is of no site */
export function siteNameIn(hostname: string): SiteName | undefined {
  const lower = hostname.toLowerCase();
  if (!lower.endsWith(`.${siteDomain}`)) return undefined;
  const [first = "", second, third] = lower.slice(0, -siteDomain.length - 1).split(".");
  if (third !== undefined) return undefined;
  if (second !== undefined) return { basename: first, organization: second };
  const id = idIn(first);
  return id === undefined ? undefined : { id };
}

/**
 * Names of hosts know no capitals and ids do: the id in small letters, and in hexadecimal which of its
 * characters are capitals, the first one as the lowest bit.
 */
function idLabel(id: string): string {
  const capitals = [...id].reduce((bits, character, at) => {
    return /[A-Z]/.test(character) ? bits | (1n << BigInt(at)) : bits;
  }, 0n);
  return `${id.toLowerCase()}-${capitals.toString(16)}`;
}

function idIn(text: string): string | undefined {
  const [, small, written] = /^([a-z0-9]{1,48})-([0-9a-f]{1,12})$/.exec(text) ?? [];
  if (small === undefined || written === undefined) return undefined;
  const capitals = BigInt(`0x${written}`);
  const id = [...small]
    .map((character, at) => (capitals & (1n << BigInt(at)) ? character.toUpperCase() : character))
    .join("");
  return idLabel(id) === text ? id : undefined;
}
