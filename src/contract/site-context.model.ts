/** The context of a site: records, and the connections that they come from. */
import * as z from "zod/mini";
import { describeLengths } from "./check.ts";
import { createPageModel, open, time, url } from "./shared.model.ts";
import {
  connectionFailures,
  connectionStates,
  mostRecordsAtOnce,
  recordTypes,
  searchBoosts,
} from "./site-context-values.ts";

const urls = z.looseObject({ location: url });

export const contextRecord = z.looseObject({
  object: z.literal("context-record"),
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  type: open(recordTypes),
  createdAt: time,
  processedAt: z.optional(time),
  connection: z.string(),
  connector: z.string(),
  topics: z.optional(z.array(z.string())),
  urls: z.looseObject({ location: url, source: z.optional(url) }),
});

export const contextRecords = createPageModel(contextRecord);

const metadata = z.record(z.string(), z.union([z.string(), z.number()]));

/** The ids are those of the source: an id that exists is replaced. */
export const recordInputs = z
  .array(
    z.strictObject({
      // Spread: two checks.
      id: z.string().check(...describeLengths(1, 512)),
      type: z.enum(recordTypes),
      // Spread: two checks.
      title: z.string().check(...describeLengths(1, 256)),
      description: z.optional(z.string().check(z.maxLength(512))),
      body: z.string().check(z.maxLength(1_000_000)),
      url: z.optional(url.check(z.maxLength(2048))),
      createdAt: z.optional(time),
      metadata: z.optional(metadata),
    }),
  )
  .check(z.maxLength(mostRecordsAtOnce));
export type RecordInput = z.infer<typeof recordInputs>[number];

export const usageSettings = z.looseObject({
  changeRequests: z.boolean(),
  search: z.boolean(),
  sync: z.optional(z.boolean()),
  searchBoost: open(searchBoosts),
});

export const statusMapping = z.partialRecord(
  z.enum(["draft", "open", "archived", "merged"]),
  // Spread: two checks.
  z.string().check(...describeLengths(1, 255)),
);

export const contextConnection = z.looseObject({
  object: z.literal("context-connection"),
  id: z.string(),
  connector: z.string(),
  /** Depends on the connector; credentials are redacted. */
  setupSettings: z.optional(z.record(z.string(), z.unknown())),
  label: z.optional(z.string()),
  filter: z.optional(z.string()),
  status: open(connectionStates),
  records: z.int(),
  failureMessage: z.optional(z.string()),
  failureReason: z.optional(open(connectionFailures)),
  email: z.optional(z.looseObject({ ingestionAddress: z.optional(z.string()) })),
  usageSettings,
  createdAt: time,
  syncedAt: z.optional(time),
  urls,
});

export const contextConnections = createPageModel(contextConnection);

export const connectionTest = z.looseObject({
  object: z.literal("context-connection-test-result"),
  success: z.boolean(),
  error: z.optional(z.string()),
});
