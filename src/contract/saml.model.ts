/** A SAML provider for single sign-on. */
import * as z from "zod/mini";
import { open, page, role, time, url } from "./shared.model.ts";
import { team } from "./team.model.ts";

/** Missing texts are empty, an unknown URL is absent, and the provider is then pending. */
export const samlProvider = z.looseObject({
  object: z.literal("saml-provider"),
  id: z.string(),
  label: z.string(),
  ssoURL: z.optional(z.string()),
  entityID: z.string(),
  certificate: z.string(),
  defaultTeam: z.optional(team),
  defaultRole: z.nullable(role),
  createdAt: time,
  status: open(["active", "pending"]),
  service: z.looseObject({ acsURL: url, startURL: url, entityID: z.string() }),
  /** For admins, the last one first. Only in the response for one provider. */
  lastFailures: z.optional(z.array(z.looseObject({ reason: z.string(), createdAt: time }))),
  urls: z.looseObject({ location: url }),
});

export const samlProviders = page(samlProvider);
