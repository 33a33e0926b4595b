/** `tome integration publish`. */

import * as contract from "../contract/integration.ts";
import { id, list, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom } from "./verb.ts";

const { title, description, summary, runtime, visibility, target, scopes, categories } =
  getCommandFields(contract.publish);

/**
 * Every flag is optional, because the manifest may contain any value; missing values are reported
 * together.
 */
export const command = custom({
  summary: contract.publish.summary,
  fields: {
    integrationName: optional(getCommandFields(contract.publish).integrationName),
    manifest: optional(
      text("gitbook-manifest.yaml, or a file with the request body; flags override it", {
        placeholder: "file",
      }),
    ),
    env: optional(text("Environment of the manifest, a name below envs")),
    input: optional(text("Alias of --manifest", { placeholder: "file" })),
    organization: optional(id("org", "Publishing organization, by id or hostname")),
    title: optional(title),
    description: optional(description),
    summary,
    runtime,
    visibility,
    target,
    scopes: optional(scopes),
    categories,
    script: optional(text("File with the script, - for standard input", { placeholder: "file" })),
    icon: optional(text("File with the icon", { placeholder: "file" })),
    previewImages: optional(
      list(text("file"), "Preview image file, at most 3", {
        max: 3,
        flag: "preview-image",
        placeholder: "file",
      }),
    ),
    secrets: optional(
      list(text("KEY=VALUE"), "Secret as KEY=value, or KEY to read an environment variable", {
        flag: "secret",
        secret: "after its name",
        placeholder: "KEY=VALUE",
      }),
    ),
    contentSecurityPolicy: optional(
      text("Content security policy of the script's responses", { placeholder: "policy" }),
    ),
  },
  arguments: ["integrationName"],
  operations: [contract.publish],
  isWrite: true,
  examples: [
    "integration publish --manifest gitbook-manifest.yaml --org Acme --env test",
    "integration publish link-watch --manifest integration.yaml --secret API_KEY",
    "integration publish demo --title Demo --description Demo --scope space:content:read --script -",
  ],
  load: () => import("../features/integrations/publish.ts").then((m) => m.publish),
});
