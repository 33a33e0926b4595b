/** Agent settings of a site. */
import * as z from "zod/mini";
import { document } from "./document.model.ts";
import { open, time } from "./shared.model.ts";
import { findingChangeRequests, topicScans } from "./site-agent-values.ts";

export const agentSettings = z.looseObject({
  object: z.literal("site-agent-settings"),
  scans: z.looseObject({ topics: open(topicScans) }),
  findings: z.looseObject({ changeRequests: open(findingChangeRequests) }),
  editing: z.looseObject({ customInstructions: document }),
  /** Absent until the first change. */
  updatedAt: z.optional(time),
  updatedBy: z.optional(z.string()),
  urls: z.looseObject({ location: z.string() }),
});
