/** `tome serve`. */
import { jobRoles } from "../contract/job-roles.ts";
import { boolean, enumeration, integer, list, optional, text } from "./fields.ts";
import { runIntegrations } from "./run-integrations.ts";
import { simulationFields } from "./simulation-fields.ts";
import { custom } from "./verb.ts";

export const command = custom({
  summary: "Run the local platform as an HTTP server",
  fields: {
    port: optional(integer("Port, 0 for any free port", { min: 0, max: 65535, default: 4620 })),
    host: optional(text("IP address to listen on", { placeholder: "ip", default: "127.0.0.1" })),
    data: optional(text("Data folder", { placeholder: "folder" })),
    database: optional(text("URL of a PostgreSQL database for the data", { placeholder: "url" })),
    s3Endpoint: optional(
      text("URL of an S3-compatible object storage for file contents", { format: "url" }),
    ),
    s3Bucket: optional(text("Bucket of the object storage", { placeholder: "bucket" })),
    s3Region: optional(
      text("Region of the object storage", { placeholder: "region", default: "us-east-1" }),
    ),
    s3Prefix: optional(text("Prefix of all objects in the bucket", { placeholder: "prefix" })),
    memory: optional(boolean("Keep the data in memory only")),
    seed: optional(boolean("Load the sample workspace unless it is loaded already")),
    readyFile: optional(
      text("File to write when the server accepts requests", { placeholder: "path" }),
    ),
    allowPrivate: optional(
      boolean("Allow the platform to fetch from private and loopback IP addresses"),
    ),
    jobs: optional(
      enumeration(jobRoles, "Whether to run jobs and answer requests", {
        default: "both",
      }),
    ),
    jobConcurrency: optional(
      integer("Maximum number of long jobs at a time, such as imports", {
        min: 1,
        max: 64,
        default: 4,
      }),
    ),
    rateLimit: optional(
      integer("Maximum number of requests per minute and token", { min: 1, max: 1_000_000 }),
    ),
    organizationRateLimit: optional(
      integer("Maximum number of requests per minute and organization", {
        min: 1,
        max: 1_000_000,
      }),
    ),
    runIntegrations,
    allowIntegrationScripts: optional(
      boolean("Include scripts of integrations in the pages of sites"),
    ),
    drainDelay: optional(
      integer("Seconds to serve after SIGTERM while /readyz responds with 503", {
        min: 0,
        max: 600,
        default: 0,
      }),
    ),
    ...simulationFields,
    log: optional(
      enumeration(["text", "json", "off"], "Format of the request log on standard error", {
        default: "off",
      }),
    ),
    metrics: optional(boolean("Serve /metrics without authentication")),
    otlpEndpoint: optional(text("Base URL of an OTLP/HTTP receiver for traces", { format: "url" })),
    publicUrl: optional(text("Public base URL behind a reverse proxy", { format: "url" })),
    trustedProxy: optional(
      list(
        text("IP address or network of a proxy whose X-Forwarded-* headers name a site", {
          placeholder: "address",
        }),
        "IP address or network of a proxy in front of sites",
      ),
    ),
  },
  examples: [
    "serve",
    "serve --memory --seed --port 0 --ready-file ready.json",
    "serve --faults faults.yaml --log text",
  ],
  load: () => import("../features/local/serve.ts").then((m) => m.serve),
});
