/** `tome local`. */
import { flag, list, optional, text, whole } from "../contract/fields.ts";
import { commands as tokens } from "./local-token.ts";
import { simulationFields } from "./simulation-fields.ts";
import { noun, task } from "./verb.ts";

const database = optional(
  text("Address of a PostgreSQL database with the data", { placeholder: "address" }),
);

const domain = text("Domain, such as example.com", { placeholder: "domain" });

const organization = text("Organization, by title or id", {
  refers: "org",
  flag: "in",
  placeholder: "org",
});

export const commands = noun({
  does: "Manage the data of the embedded platform",
  verbs: {
    seed: task({
      does: "Add the sample workspace, or replace all data with an export",
      fields: { file: optional(text("An export to load", { placeholder: "file" })), database },
      arguments: ["file"],
      load: () => import("../features/local/local.ts").then((m) => m.seed),
    }),
    reset: task({
      does: "Remove all data and start over",
      fields: { database },
      asks: true,
      load: () => import("../features/local/local.ts").then((m) => m.reset),
    }),
    export: task({
      does: "Write all data to one file",
      fields: {
        file: text("File to write, - for standard output", { placeholder: "file" }),
        database,
      },
      arguments: ["file"],
      load: () => import("../features/local/local.ts").then((m) => m.exportData),
    }),
    import: task({
      does: "Replace all data with an export",
      fields: {
        file: text("File to read, - for standard input", { placeholder: "file" }),
        keepOwnerTokens: optional(
          flag("Accept tokens of the owner that this platform does not know"),
        ),
        database,
      },
      arguments: ["file"],
      asks: true,
      load: () => import("../features/local/local.ts").then((m) => m.importData),
    }),
    path: task({
      does: "Print the folder of the data",
      fields: {},
      load: () => import("../features/local/local.ts").then((m) => m.path),
    }),
    token: tokens,
    domain: noun({
      does: "Verify domains of organizations on the operator's word",
      verbs: {
        list: task({
          does: "List the domains that organizations claim",
          fields: { database },
          list: true,
          load: () => import("../features/local/domain.ts").then((m) => m.listDomains),
        }),
        verify: task({
          does: "Verify a domain for an organization without a TXT record",
          fields: { domain, organization, database },
          arguments: ["domain"],
          examples: ["local domain verify example.com --in Acme"],
          load: () => import("../features/local/domain.ts").then((m) => m.vouchForDomain),
        }),
        revoke: task({
          does: "End the verification of a domain",
          fields: { domain, organization, database },
          arguments: ["domain"],
          examples: ["local domain revoke example.com --in Acme"],
          load: () => import("../features/local/domain.ts").then((m) => m.revokeDomain),
        }),
      },
    }),
    clock: task({
      does: "Show the embedded platform's time, or move it",
      fields: {
        advance: optional(text("How far, such as 8d, -2h or 90m", { placeholder: "span" })),
        set: optional(text("The new time", { placeholder: "time", format: "date-time" })),
        reset: optional(flag("Back to the real time")),
        database,
      },
      examples: ["local clock", "local clock --advance 8d"],
      load: () => import("../features/local/local.ts").then((m) => m.clock),
    }),
    faults: task({
      does: "Show the plan of faults of the platform that is served, or start one",
      fields: {
        file: optional(
          text("Plan of faults, a JSON or YAML file, - for standard input", {
            placeholder: "file",
          }),
        ),
        end: optional(flag("End the plan that is in force")),
      },
      arguments: ["file"],
      examples: ["local faults faults.yaml", "local faults", "local faults --end"],
      load: () => import("../features/local/inspect.ts").then((m) => m.faults),
    }),
    requests: task({
      does: "List the latest requests to the platform that is served",
      fields: {
        misses: optional(
          flag(
            "Only requests for something that does not exist, but resembles something that does",
          ),
        ),
        last: optional(whole("Most requests to show", { min: 1, max: 1000, default: 100 })),
        clear: optional(flag("Forget them")),
      },
      examples: ["local requests", "local requests --misses"],
      list: true,
      load: () => import("../features/local/inspect.ts").then((m) => m.requests),
    }),
    state: task({
      does: "Show a digest of all data, which is the same for the same data",
      fields: { rows: optional(flag("With all rows, without secrets")) },
      load: () => import("../features/local/inspect.ts").then((m) => m.state),
    }),
    exec: task({
      does: "Run a program against a new platform, and exit with its exit code",
      fields: {
        command: list(text("Word"), "The program and its arguments, after --"),
        seed: optional(flag("Start with the sample workspace")),
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
