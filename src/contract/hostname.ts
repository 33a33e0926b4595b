/** The names of hosts at which organizations and docs sites are found. */
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";
import { customHostname } from "./site-fields.ts";

const model = () => import("./hostname.model.ts").then((m) => m.customHostname);
const hostname = text("Hostname, such as docs.example.com", customHostname);

export const get = endpoint({
  does: "Show what a hostname of your own leads to, and whether its name servers know it",
  operation: "getCustomHostname",
  route: "GET /custom-hostnames/{hostname}",
  input: { hostname },
  output: model,
  extension: true,
});

export const check = endpoint({
  does: "Look up again where the name servers say that a hostname of your own is",
  operation: "dnsRevalidateCustomHostname",
  route: "PATCH /custom-hostnames/{hostname}",
  input: { hostname },
  status: 204,
  extension: true,
});

export const remove = endpoint({
  does: "Take a hostname of your own off its docs site",
  operation: "removeCustomHostname",
  route: "DELETE /custom-hostnames/{hostname}",
  input: { hostname },
  extension: true,
});

export const subdomain = endpoint({
  does: "Show which organization has a hostname, below which its docs sites are",
  operation: "getSubdomain",
  route: "GET /subdomains/{subdomain}",
  input: {
    subdomain: text("Hostname of an organization", {
      min: 3,
      max: 32,
      pattern: {
        source: "^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$",
        means: "small letters, digits and hyphens, with no hyphen at an end",
      },
      placeholder: "subdomain",
    }),
  },
  output: () => import("./hostname.model.ts").then((m) => m.subdomain),
  extension: true,
});
