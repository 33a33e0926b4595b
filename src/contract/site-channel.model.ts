/** A channel: another program in which the agent of a site answers or collaborates. */
import * as z from "zod/mini";
import { createPageModel, open, time, url } from "./shared.model.ts";
import { channelRoles, channelStatuses, channelTypes } from "./site-agent-values.ts";

export const channel = z.looseObject({
  object: z.literal("site-channel"),
  id: z.string(),
  type: open(channelTypes),
  setupSettings: z.looseObject({
    allowedChannels: z.optional(z.array(z.string())),
    allowedTeams: z.optional(z.array(z.string())),
    allowedRepositories: z.optional(z.array(z.string())),
  }),
  /** Pending until a workspace of the other program is connected. */
  status: open(channelStatuses),
  role: open(channelRoles),
  answers: z.int(),
  createdAt: time,
  urls: z.looseObject({ location: url }),
});

export const channels = createPageModel(channel);
