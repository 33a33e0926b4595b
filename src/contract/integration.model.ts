/** An integration and its installations. */
import * as z from "zod/mini";
import { categories, scopes, targets, visibilities } from "./integration-values.ts";
import { organization } from "./organization.model.ts";
import {
  createPageModel,
  createPermissionsModel,
  integrationBlock,
  open,
  time,
  url,
} from "./shared.model.ts";
import { site } from "./site.model.ts";
import { space } from "./space.model.ts";

const contentSource = z.looseObject({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  icon: z.optional(z.string()),
  configuration: z.looseObject({ componentId: z.string() }),
});

const property = z.looseObject({
  type: open(["string", "number", "boolean", "button"]),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  default: z.optional(z.union([z.string(), z.number(), z.boolean()])),
  completion_url: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  callback_url: z.optional(z.string()),
  button_text: z.optional(z.string()),
});

const configuration = z.optional(
  z.looseObject({
    properties: z.optional(z.record(z.string(), property)),
    required: z.optional(z.array(z.string())),
    componentId: z.optional(z.string()),
  }),
);

export const integration = z.looseObject({
  object: z.literal("integration"),
  name: z.string(),
  version: z.number(),
  title: z.string(),
  description: z.optional(z.string()),
  summary: z.optional(z.string()),
  previewImages: z.array(z.string()),
  target: open(targets),
  verified: z.boolean(),
  visibility: open(visibilities),
  scopes: z.array(open(scopes)),
  categories: z.array(open(categories)),
  blocks: z.optional(z.array(integrationBlock)),
  contentSources: z.optional(z.array(contentSource)),
  configurations: z.optional(
    z.looseObject({ account: configuration, space: configuration, site: configuration }),
  ),
  externalLinks: z.array(z.looseObject({ url: z.string(), label: z.string() })),
  owner: organization,
  urls: z.looseObject({
    location: url,
    icon: z.optional(url),
    app: url,
    assets: url,
    publicEndpoint: url,
    publicContentEndpoint: url,
  }),
  permissions: createPermissionsModel(["admin"]),
  contentSecurityPolicy: z.optional(z.string()),
});

export const integrations = createPageModel(integration);

/** Scripts in the pages of a site. */
export const siteScripts = z.array(
  z.looseObject({
    script: url,
    contentSecurityPolicy: z.optional(z.string()),
    cookies: z.boolean(),
  }),
);

const status = open(["active", "pending", "paused"]);
const selection = open(["all", "selected"]);
export const settings = z.record(z.string(), z.unknown());
const externalIds = z.array(z.string());

export const installation = z.looseObject({
  id: z.string(),
  status,
  space_selection: selection,
  site_selection: selection,
  spaces: z.number(),
  configuration: settings,
  createdAt: time,
  updatedAt: time,
  urls: z.looseObject({ location: url, app: url, publicEndpoint: url, publicContentEndpoint: url }),
  externalIds,
  target: z.looseObject({ organization: z.string() }),
  /** Permissions that an admin of the organization accepted; only on the local platform. */
  acceptedPermissions: z.optional(
    z.looseObject({ scopes: z.array(open(scopes)), target: open(targets) }),
  ),
  /** Additional permissions that the latest version requests, until an admin accepts them. */
  pendingPermissions: z.optional(
    z.looseObject({
      version: z.number(),
      scopes: z.array(open(scopes)),
      target: z.optional(open(targets)),
    }),
  ),
});

export const installations = createPageModel(installation);

const sharedFields = {
  integration: z.string(),
  installation: z.string(),
  status,
  configuration: settings,
  externalIds,
  urls: z.looseObject({ location: url, publicEndpoint: url, publicContentEndpoint: url }),
};

/** The space id, or the whole space if requested. */
export const spaceInstallation = z.looseObject({
  ...sharedFields,
  space: z.union([z.string(), space]),
});
export const spaceInstallations = createPageModel(spaceInstallation);

/** The site id, or the whole site if requested. */
export const siteInstallation = z.looseObject({
  ...sharedFields,
  site: z.union([z.string(), site]),
});
export const siteInstallations = createPageModel(siteInstallation);

export const installedIntegrations = createPageModel(z.looseObject({ installation, integration }));

/** By integration. */
export const integrationBlocks = z.array(
  z.looseObject({ name: z.string(), blocks: z.array(integrationBlock) }),
);

export const integrationStatus = z.looseObject({ status });

export const integrationStatuses = createPageModel(
  z.looseObject({
    status,
    integration,
    target: z.looseObject({
      type: open(["organization", "space", "site"]),
      organizationId: z.optional(z.string()),
      spaceId: z.optional(z.string()),
      siteId: z.optional(z.string()),
    }),
  }),
);
