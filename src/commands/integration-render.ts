/** `tome integration render`. */
import * as contract from "../contract/integration-script.ts";
import { boolean, enumeration, id, optional } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom } from "./verb.ts";

const { integrationName, componentId, props, state, action } = getCommandFields(contract.render);
const { request } = getCommandFields(contract.renderByGet);

export const command = custom({
  summary: contract.render.summary,
  fields: {
    integrationName,
    componentId: optional(componentId),
    organizationId: optional(id("org")),
    spaceId: optional(id("space", "Space of the block")),
    siteId: optional(id("site", "Site of the configuration screen")),
    configuration: optional(
      boolean("Render a configuration screen of the organization, --space or --site"),
    ),
    contentSource: optional(boolean("Render the configuration screen of a content source")),
    props: optional(props),
    state,
    action,
    theme: optional(enumeration(["dark", "light"], "Color scheme", { default: "light" })),
    editable: optional(boolean("Render a block as in the editor", { default: false })),
    request: optional(request),
  },
  arguments: ["integrationName", "componentId"],
  operations: [contract.render, contract.renderByGet],
  examples: [
    'integration render whiteboard board --space Handbook --props \'{"url": "https://example.com"}\'',
    "integration render checker settings --configuration --org Acme",
    'integration render checker settings --configuration --action \'{"action": "save"}\' --json',
  ],
  load: () => import("../features/integrations/render.ts").then((m) => m.render),
});
