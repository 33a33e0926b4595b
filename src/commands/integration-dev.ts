/** `tome integration dev` and `tome integration tail`. */
import * as contract from "../contract/integration.ts";
import * as event from "../contract/integration-event.ts";
import { id, integer, list, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom } from "./verb.ts";

const { integrationName, tunnelUrl, all } = getCommandFields(contract.dev);

export const dev = custom({
  summary: "Develop an integration on a local platform, or forward its events to a tunnel",
  fields: {
    integration: text("Folder with gitbook-manifest.yaml, or an integration with --tunnel-url", {
      placeholder: "folder|name",
    }),
    tunnelUrl: optional(tunnelUrl),
    all,
    organization: optional(id("org", "Publishing organization, by id or hostname")),
    env: optional(text("Environment of the manifest, a name below envs")),
    secrets: optional(
      list(text("KEY=VALUE"), "Secret as KEY=value, or KEY to read an environment variable", {
        flag: "secret",
        secret: "after its name",
        placeholder: "KEY=VALUE",
      }),
    ),
    port: optional(
      integer("Port of the local platform, 0 for any free port", {
        min: 0,
        max: 65535,
        default: 4620,
      }),
    ),
  },
  arguments: ["integration"],
  operations: [contract.dev, contract.publish, contract.installations, event.list, event.get],
  isWrite: true,
  examples: [
    "integration dev ./link-watch --local",
    "integration dev link-watch --tunnel-url https://tunnel.example.com/events",
  ],
  load: () => import("../features/integrations/develop.ts").then((m) => m.develop),
});

export const tail = custom({
  summary: "Follow the events and the console of an integration",
  fields: {
    integrationName,
    last: optional(
      integer("Number of earlier events to print first", { min: 0, max: 50, default: 10 }),
    ),
  },
  arguments: ["integrationName"],
  operations: [event.list, event.get],
  examples: ["integration tail link-watch", "integration tail link-watch --last 0 --json"],
  load: () => import("../features/integrations/tail.ts").then((m) => m.tailEvents),
});
