/** Style guides: spaces with the writing rules of a team, their templates and their checks. */
import * as z from "zod/mini";
import { changeRequest } from "./cr.model.ts";
import { createPageModel, time } from "./shared.model.ts";
import { site } from "./site.model.ts";
import { space } from "./space.model.ts";
import { user } from "./user.model.ts";

export const styleguides = z.looseObject({
  styleguides: z.array(z.looseObject({ space, sites: z.array(site) })),
});

export const styleguideTemplates = z.looseObject({
  templates: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string(),
      subtitle: z.optional(z.string()),
      emoji: z.optional(z.string()),
      markdown: z.string(),
    }),
  ),
});

const run = z.looseObject({
  object: z.literal("styleguide-run"),
  id: z.string(),
  site: z.string(),
  styleguide: z.string(),
  spaces: z.array(z.string()),
  createdAt: time,
  createdBy: user,
});

export const styleguideRuns = createPageModel(run);

export const startedRun = z.looseObject({ run, changeRequests: z.array(changeRequest) });
