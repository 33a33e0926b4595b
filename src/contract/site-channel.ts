/** Operations on the channels of a site, in which its agent answers and collaborates. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, group, id, list as listOf, optional, text } from "./fields.ts";
import {
  channelPattern,
  channelRoles,
  channelTypes,
  repositoryPattern,
} from "./site-agent-values.ts";

const loadModel = () => import("./site-channel.model.ts").then((m) => m.channel);
const organizationId = id("org");
const siteId = id("site");
const siteChannelId = id("channel");
const type = enumeration(channelTypes, "Program in which the agent works");
const limits = { max: 100 };
const setupSettings = group(
  {
    allowedChannels: optional(
      listOf(
        text("Channel", { min: 1, max: 255, pattern: channelPattern }),
        "Allowed Slack or Discord channel, such as support-*; default all",
        limits,
      ),
    ),
    allowedTeams: optional(
      listOf(
        text("Team", { min: 1, max: 255, pattern: channelPattern }),
        "Key of an allowed Linear team, such as DOC; default all",
        limits,
      ),
    ),
    allowedRepositories: optional(
      listOf(
        text("Repository", { min: 1, max: 255, pattern: repositoryPattern }),
        "Allowed GitHub repository, such as acme/*; default all",
        limits,
      ),
    ),
  },
  "Limits of the channel",
);
const role = optional(
  enumeration(channelRoles, "Role of the agent; collaborator also changes content", {
    default: "support",
  }),
);

export const list = endpoint({
  summary: "List the agent channels of a site",
  operation: "listSiteChannels",
  route: "GET /orgs/{organizationId}/sites/{siteId}/channels",
  input: { organizationId, siteId, ...paging },
  output: () => import("./site-channel.model.ts").then((m) => m.channels),
  list: true,
  extension: true,
});

export const get = endpoint({
  summary: "Show an agent channel of a site",
  operation: "getSiteChannelById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/channels/{siteChannelId}",
  input: { organizationId, siteId, siteChannelId },
  output: loadModel,
  extension: true,
});

export const create = endpoint({
  summary: "Add an agent channel to a site",
  operation: "createSiteChannel",
  route: "POST /orgs/{organizationId}/sites/{siteId}/channels",
  input: { organizationId, siteId, type, setupSettings, role },
  output: loadModel,
  status: 201,
  extension: true,
});

export const update = endpoint({
  summary: "Change the role or the limits of an agent channel",
  operation: "updateSiteChannelById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/channels/{siteChannelId}",
  input: {
    organizationId,
    siteId,
    siteChannelId,
    type: optional(type),
    setupSettings: optional(setupSettings),
    role: optional(
      enumeration(channelRoles, "Role of the agent; collaborator also changes content"),
    ),
  },
  output: loadModel,
  extension: true,
});

export const remove = endpoint({
  summary: "Delete an agent channel of a site",
  operation: "deleteSiteChannelById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/channels/{siteChannelId}",
  input: { organizationId, siteId, siteChannelId },
  extension: true,
});
