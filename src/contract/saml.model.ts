/** A SAML provider: who vouches for people that sign in by single sign-on. */
import * as z from "zod/mini";
import { open, page, role, time, url } from "./shared.model.ts";
import { team } from "./team.model.ts";

/** What was not given yet is an empty text, and the provider is pending. */
export const samlProvider = z.looseObject({
  object: z.literal("saml-provider"),
  id: z.string(),
  label: z.string(),
  ssoURL: z.string(),
  entityID: z.string(),
  certificate: z.string(),
  defaultTeam: z.optional(team),
  defaultRole: z.nullable(role),
  createdAt: time,
  status: open(["active", "pending"]),
  service: z.looseObject({ acsURL: url, startURL: url, entityID: z.string() }),
  urls: z.looseObject({ location: url }),
});

export const samlProviders = page(samlProvider);
