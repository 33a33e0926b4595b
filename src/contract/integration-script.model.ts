/** Requests to the script of an integration, and its responses. */
import * as z from "zod/mini";
import { open } from "./shared.model.ts";

export const plainObject = z.record(z.string(), z.unknown());

const theme = z.enum(["dark", "light"]);

/** The location of a component, which determines the installation and the required role. */
export const componentContext = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("configuration_account"), theme, organizationId: z.string() }),
  z.looseObject({ type: z.literal("configuration_space"), theme, spaceId: z.string() }),
  z.looseObject({ type: z.literal("configuration_site"), theme, siteId: z.string() }),
  z.looseObject({
    type: z.literal("configuration_contentsource"),
    theme,
    organizationId: z.string(),
    spaceId: z.optional(z.string()),
  }),
  z.looseObject({
    type: z.literal("document"),
    theme,
    spaceId: z.string(),
    editable: z.boolean(),
  }),
]);
export type ComponentContext = z.infer<typeof componentContext>;

export const renderAction = z.looseObject({ action: z.string() });

/** The body of `POST /integrations/{integrationName}/render`. */
export const renderRequest = z.looseObject({
  componentId: z.string(),
  props: plainObject,
  state: z.optional(plainObject),
  context: componentContext,
  action: z.optional(renderAction),
});
export type RenderRequest = z.infer<typeof renderRequest>;

/** ContentKit elements are not validated: clients ignore those that they do not know. */
export const renderOutput = z.looseObject({
  type: z.optional(open(["element", "complete"])),
  element: z.optional(z.looseObject({ type: z.string() })),
  state: z.optional(plainObject),
  props: z.optional(plainObject),
  returnValue: z.optional(plainObject),
});
export type RenderOutput = z.infer<typeof renderOutput>;
