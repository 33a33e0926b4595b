/** `tome local`. */
import { boolean, integer, list, optional, text } from "./fields.ts";
import { commands as storage } from "./local-storage.ts";
import { commands as tokens } from "./local-token.ts";
import { runIntegrations } from "./run-integrations.ts";
import { simulationFields } from "./simulation-fields.ts";
import { custom, noun } from "./verb.ts";

const database = optional(
  text("URL of the PostgreSQL database with the data", { placeholder: "url" }),
);

const domain = text("Domain, such as example.com", { placeholder: "domain" });

const organization = text("Organization, by title or id", {
  refers: "org",
  flag: "in",
  placeholder: "org",
});

export const commands = noun({
  summary: "Manage the data of the local platform",
  verbs: {
    seed: custom({
      summary: "Load the sample workspace or an export",
      fields: { file: optional(text("Export file to load", { placeholder: "file" })), database },
      arguments: ["file"],
      load: () => import("../features/local/local.ts").then((m) => m.seed),
    }),
    reset: custom({
      summary: "Delete all data",
      fields: { database },
      mayPrompt: true,
      load: () => import("../features/local/local.ts").then((m) => m.reset),
    }),
    export: custom({
      summary: "Export all data to a file",
      fields: {
        file: text("File to write, - for standard output", { placeholder: "file" }),
        database,
      },
      arguments: ["file"],
      load: () => import("../features/local/local.ts").then((m) => m.exportData),
    }),
    import: custom({
      summary: "Replace all data with an export",
      fields: {
        file: text("File to read, - for standard input", { placeholder: "file" }),
        keepOwnerTokens: optional(
          boolean("Accept tokens of the owner that this platform does not know"),
        ),
        database,
      },
      arguments: ["file"],
      mayPrompt: true,
      load: () => import("../features/local/local.ts").then((m) => m.importData),
    }),
    path: custom({
      summary: "Print the path of the data folder",
      fields: {},
      load: () => import("../features/local/local.ts").then((m) => m.showDataPath),
    }),
    token: tokens,
    storage,
    domain: noun({
      summary: "Verify domains of organizations as the operator",
      verbs: {
        list: custom({
          summary: "List the domains that organizations claim",
          fields: { database },
          list: true,
          load: () => import("../features/local/domain.ts").then((m) => m.listDomains),
        }),
        verify: custom({
          summary: "Verify a domain of an organization, without a TXT record",
          fields: { domain, organization, database },
          arguments: ["domain"],
          examples: ["local domain verify example.com --in Acme"],
          load: () => import("../features/local/domain.ts").then((m) => m.vouchForDomain),
        }),
        revoke: custom({
          summary: "End the verification of a domain",
          fields: { domain, organization, database },
          arguments: ["domain"],
          examples: ["local domain revoke example.com --in Acme"],
          load: () => import("../features/local/domain.ts").then((m) => m.revokeDomain),
        }),
      },
    }),
    clock: custom({
      summary: "Show or change the clock of the local platform",
      fields: {
        advance: optional(text("Duration such as 8d, -2h or 90m", { placeholder: "duration" })),
        set: optional(text("New time", { placeholder: "time", format: "date-time" })),
        reset: optional(boolean("Reset to the real time")),
        database,
      },
      examples: ["local clock", "local clock --advance 8d"],
      load: () => import("../features/local/local.ts").then((m) => m.changeClock),
    }),
    faults: custom({
      summary: "Show or start a fault injection plan on the server",
      fields: {
        file: optional(
          text("JSON or YAML file with the plan, - for standard input", {
            placeholder: "file",
          }),
        ),
        end: optional(boolean("Stop the current plan")),
      },
      arguments: ["file"],
      examples: ["local faults faults.yaml", "local faults", "local faults --end"],
      load: () => import("../features/local/inspect.ts").then((m) => m.changeFaults),
    }),
    requests: custom({
      summary: "List the latest requests that the server received",
      fields: {
        misses: optional(
          boolean("Only requests for missing resources that resemble existing ones"),
        ),
        last: optional(
          integer("Maximum number of requests to list", { min: 1, max: 1000, default: 100 }),
        ),
        clear: optional(boolean("Delete the list")),
      },
      examples: ["local requests", "local requests --misses"],
      list: true,
      load: () => import("../features/local/inspect.ts").then((m) => m.listRequests),
    }),
    state: custom({
      summary: "Show a digest of all data",
      fields: { rows: optional(boolean("Include all rows, without secrets")) },
      load: () => import("../features/local/inspect.ts").then((m) => m.showState),
    }),
    exec: custom({
      summary: "Run a program with a new local platform and return its exit code",
      fields: {
        command: list(text("Word"), "Program and its arguments, after --"),
        seed: optional(boolean("Load the sample workspace")),
        runIntegrations,
        ...simulationFields,
      },
      arguments: ["command"],
      examples: [
        "local exec --seed -- npm test",
        "local exec --faults faults.yaml -- node sync-docs.js",
      ],
      load: () => import("../features/local/exec.ts").then((m) => m.exec),
    }),
  },
});
