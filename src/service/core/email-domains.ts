/** Normal form of email domains, in which they are stored and compared. */
import { domainToASCII } from "node:url";
import { ApiError } from "../../errors.ts";

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const domainName = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+(?!\\d+$)${label}$`);

/**
 * Characters that must not reach `domainToASCII`: it parses them as parts of a URL and drops a path
 * or a port.
 */
const foreign = /[\0-,/:-@[-`{-\x7f]/;

/** The domain in lower case, other scripts as `xn--`; absent if it is not a DNS name. */
export function normalizeDomain(domain: string): string | undefined {
  if (foreign.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  return domainName.test(ascii) ? ascii : undefined;
}

/**
 * The domains without duplicates, in the order of the input.
 * @throws ApiError 400 that names the first invalid domain
 */
export function normalizeDomains(domains: readonly string[]): string[] {
  const normal = domains.map((domain) => {
    const name = normalizeDomain(domain);
    if (name !== undefined) return name;
    throw new ApiError(
      400,
      `emailDomains contains ${JSON.stringify(domain)}, which is not a domain name. Use the form example.com.`,
      { field: "emailDomains" },
    );
  });
  return [...new Set(normal)];
}

/** The normal form of the part of an email address after the last @. */
export function getEmailDomain(email: string): string | undefined {
  return normalizeDomain(email.slice(email.lastIndexOf("@") + 1));
}
