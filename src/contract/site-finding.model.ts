/** Findings about the content of a site, and the scans that derive them. */
import * as z from "zod/mini";
import { document } from "./document.model.ts";
import { createPageModel, open, time, url } from "./shared.model.ts";
import {
  findingSeverities,
  findingStates,
  findingTypes,
  scanStates,
} from "./site-finding-values.ts";

const urls = z.looseObject({ location: url });

export const siteScan = z.looseObject({
  object: z.literal("site-scan"),
  id: z.string(),
  status: open(scanStates),
  topic: z.nullable(z.string()),
  createdAt: time,
  startedAt: z.optional(time),
  finishedAt: z.optional(time),
  /** Numbers of findings that the scan created. */
  findings: z.looseObject({ low: z.number(), medium: z.number(), high: z.number() }),
  failureMessage: z.optional(z.string()),
  urls,
});

export const siteScans = createPageModel(siteScan);

export const siteFinding = z.looseObject({
  object: z.literal("site-finding"),
  id: z.string(),
  scan: z.string(),
  topic: z.nullable(z.string()),
  title: z.string(),
  changeRequests: z.number(),
  pages: z.number(),
  records: z.number(),
  questions: z.number(),
  status: open(findingStates),
  type: open(findingTypes),
  severity: open(findingSeverities),
  description: document,
  autoFixable: z.boolean(),
  /** A redirect that fixes a broken link, as createSiteRedirect takes it. */
  brokenLinkAction: z.optional(
    z.looseObject({
      source: z.string(),
      captureWildcard: z.optional(z.boolean()),
      destination: z.looseObject({ kind: open(["path"]), spaceId: z.string(), path: z.string() }),
    }),
  ),
  outboundLink: z.optional(
    z.looseObject({
      url,
      status: open(["pending", "healthy", "suspect", "failed", "recovering", "canceled"]),
      failureKind: z.optional(
        open(["client-error", "server-error", "redirect", "dns", "tls", "connection", "timeout"]),
      ),
      httpStatus: z.optional(z.number()),
      checkedAt: z.optional(time),
    }),
  ),
  createdAt: time,
  updatedAt: time,
  urls,
});

export const siteFindings = createPageModel(siteFinding);

const count = z.number();

export const findingStats = z.looseObject({
  total: count,
  statuses: z.looseObject({ open: count, done: count, canceled: count }),
  severities: z.looseObject({ low: count, medium: count, high: count }),
  connectors: z.record(z.string(), count),
  questions: count,
  mergedChangeRequests: count,
});

export const findingPages = createPageModel(
  z.looseObject({
    object: z.literal("site-finding-page"),
    spaceId: z.string(),
    page: z.looseObject({
      id: z.string(),
      type: open(["document", "group", "link", "computed"]),
      title: z.string(),
      path: z.optional(z.string()),
    }),
  }),
);
