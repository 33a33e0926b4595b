/** Proxy for a URL, from the environment variables by the same rules as curl. */
import { UsageError } from "../../errors.ts";

export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a URL: `http_proxy` or `https_proxy` by its scheme, in lower case first, unless
 * `no_proxy` exempts the host.
 * @returns an http or https URL, possibly with user name and password
 * @throws UsageError for an invalid variable
 */
export function findProxy(url: URL, environment: ProxyEnvironment): string | undefined {
  const name = `${url.protocol.slice(0, -1)}_proxy`;
  const proxy = readVariable(environment, name)?.trim();
  if (proxy === undefined || proxy === "") return undefined;
  if (isExempt(url, readVariable(environment, "no_proxy") ?? "")) return undefined;
  const address = proxy.includes("://") ? proxy : `http://${proxy}`;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(
      `The environment variable ${name.toUpperCase()} must contain the http or https URL of a proxy.`,
    );
  return address;
}

function readVariable(environment: ProxyEnvironment, name: string): string | undefined {
  return environment[name] ?? environment[name.toUpperCase()];
}

// An entry is `*`, or a host, which includes its subdomains, with or without a port.
function isExempt(url: URL, exemptions: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return exemptions
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => {
      if (entry === "*") return true;
      const [, name = entry, entryPort] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
      const bareName = name.replace(/^\[|\]$/g, "").replace(/^\*?\./, "");
      if (bareName === "" || (entryPort !== undefined && entryPort !== port)) return false;
      return host === bareName || host.endsWith(`.${bareName}`);
    });
}
