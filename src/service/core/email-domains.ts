/** Email domains, in the one form in which they are stored and compared. */
import { domainToASCII } from "node:url";
import { Problem } from "../../errors.ts";

const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const domainName = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+(?!\\d+$)${label}$`);

/** Characters that `domainToASCII` must not be given: it parses them as parts of a URL and drops a path or a port. */
const foreign = /[\0-,/:-@[-`{-\x7f]/;

/** The domain in lower case, other scripts as `xn--`; absent if it is no DNS name. */
export function normalDomain(domain: string): string | undefined {
  if (foreign.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  return domainName.test(ascii) ? ascii : undefined;
}

/**
 * Each domain once, in the order given.
 * @throws Problem 400 that names the first one that is no DNS name
 */
export function normalDomains(domains: readonly string[]): string[] {
  const normal = domains.map((domain) => {
    const name = normalDomain(domain);
    if (name !== undefined) return name;
    throw new Problem(
      400,
      `emailDomains has ${JSON.stringify(domain)}, which is no domain name; write it like example.com.`,
      { field: "emailDomains" },
    );
  });
  return [...new Set(normal)];
}

/** The normal form of what stands after the last @ of an address. */
export function getEmailDomain(email: string): string | undefined {
  return normalDomain(email.slice(email.lastIndexOf("@") + 1));
}
