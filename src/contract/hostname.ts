/** Operations on hostnames of organizations and sites. */
import { endpoint } from "./endpoint.ts";
import { text } from "./fields.ts";
import { customHostname } from "./site-fields.ts";

const loadModel = () => import("./hostname.model.ts").then((m) => m.customHostname);
const hostname = text("Hostname, such as docs.example.com", customHostname);

export const get = endpoint({
  summary: "Show the site and DNS status of a custom domain",
  operation: "getCustomHostname",
  route: "GET /custom-hostnames/{hostname}",
  input: { hostname },
  output: loadModel,
  extension: true,
});

export const check = endpoint({
  summary: "Check the DNS records of a custom domain again",
  operation: "dnsRevalidateCustomHostname",
  route: "PATCH /custom-hostnames/{hostname}",
  input: { hostname },
  status: 204,
  extension: true,
});

export const remove = endpoint({
  summary: "Remove a custom domain from its site",
  operation: "removeCustomHostname",
  route: "DELETE /custom-hostnames/{hostname}",
  input: { hostname },
  extension: true,
});

export const subdomain = endpoint({
  summary: "Show the organization that owns a hostname",
  operation: "getSubdomain",
  route: "GET /subdomains/{subdomain}",
  input: {
    subdomain: text("Hostname of an organization", {
      min: 3,
      max: 32,
      pattern: {
        source: "^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$",
        means: "lowercase letters, digits and hyphens; no hyphen at the start or end",
      },
    }),
  },
  output: () => import("./hostname.model.ts").then((m) => m.subdomain),
  extension: true,
});
