/** A SAML provider for single sign-on. */
import * as z from "zod/mini";
import { createPageModel, open, role, time, url } from "./shared.model.ts";
import { team } from "./team.model.ts";

/** A group of the identity provider, and the id of the team that its members join. */
const samlGroup = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(256)),
  team: z.string().check(z.minLength(1), z.maxLength(255)),
});

export type SamlGroup = z.infer<typeof samlGroup>;

export const samlGroups = z.array(samlGroup).check(z.maxLength(100));

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
  /** Name of the attribute with the groups of the user; absent for the common names. */
  groupsAttribute: z.optional(z.string()),
  groups: z.optional(z.array(z.looseObject({ name: z.string(), team: z.string() }))),
  createdAt: time,
  status: open(["active", "pending"]),
  service: z.looseObject({ acsURL: url, startURL: url, entityID: z.string() }),
  /** For admins, the last one first. Only in the response for one provider. */
  lastFailures: z.optional(z.array(z.looseObject({ reason: z.string(), createdAt: time }))),
  urls: z.looseObject({ location: url }),
});

export const samlProviders = createPageModel(samlProvider);
