/** `tome site insights`. */
import type { PrintedColumn } from "../context.ts";
import * as page from "../contract/page.ts";
import * as feedback from "../contract/site-agent-feedback.ts";
import * as siteContent from "../contract/site-content.ts";
import * as contract from "../contract/site-insights.ts";
import { insightRanges } from "../contract/site-insights-values.ts";
import * as siteSpace from "../contract/site-space.ts";
import { asObjects, isList } from "../json/values.ts";
import { boolean, enumeration, list, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { parseTime } from "./times.ts";
import { custom, mutation, noun, type PresentRecord, query } from "./verb.ts";

/** The tables of `tome site insights`. */
const reports = [
  ...(["page", "day", "week", "month", "search", "missing-page", "referrer"] as const),
  ...(["search-without-result"] as const),
  ...(["bot", "event", "site-space", "section", "comment"] as const),
] as const;

const { organizationId, siteId } = getCommandFields(contract.aggregate);

const show = custom({
  summary: "Show views of pages, searches, also those without a result, and feedback of a site",
  fields: {
    organizationId,
    siteId,
    by: optional(
      enumeration(reports, `Rows of the table: ${reports.join(", ")}`, { default: "page" }),
    ),
    range: optional(enumeration(insightRanges, "Time range", { default: "last30Days" })),
    since: optional(text("First day in UTC, such as 30d or 2026-03-01", { placeholder: "day" })),
    until: optional(text("Last day in UTC; default today", { placeholder: "day" })),
    where: optional(
      list(text("Filter"), "Filter on a column of the API, such as eventType=page_view", {
        placeholder: "column=value",
      }),
    ),
    withoutBots: optional(boolean("Count only browsers")),
  },
  arguments: ["siteId"],
  operations: [contract.aggregate, siteSpace.list, page.list, siteContent.search],
  list: true,
  examples: [
    "site insights Docs",
    "site insights Docs --by day --range last7Days",
    "site insights Docs --by search --since 2026-03-01 --until 2026-03-31",
    "site insights Docs --by search-without-result",
    "site insights Docs --by missing-page --without-bots",
  ],
  load: async () => {
    const { showInsights } = await import("../features/sites/insights.ts");
    return (context, { since, until, ...input }) =>
      showInsights(context, {
        ...input,
        ...(since !== undefined && { since: parseDay("since", since) }),
        ...(until !== undefined && { until: parseDay("until", until) }),
      });
  },
});

/** The day of a time in UTC. A date is such a day already. */
function parseDay(flag: "since" | "until", word: string): string {
  const time = parseTime(`--${flag}`, word, flag);
  return /^\d{4}-\d{2}-\d{2}$/.test(word) ? word : time.slice(0, 10);
}

/** The result as a table: the API returns the values of each column. */
const presentInsights: PresentRecord = ({ columns }) => {
  const all = asObjects(columns).map(({ column, claim, values }) => ({
    name: [column, claim].filter((part) => part !== undefined).join("."),
    values: isList(values) ? values : [],
  }));
  const count = all.reduce((most, { values }) => Math.max(most, values.length), 0);
  const rows = Array.from({ length: count }, (_, index) =>
    Object.fromEntries(all.map(({ values }, at) => [`c${at}`, values[index] ?? null])),
  );
  return {
    list: [rows],
    columns: all.map(({ name }, at) => ({
      header: name.replace(/[A-Z]/g, " $&").toUpperCase(),
      path: `c${at}`,
    })),
    none: "No events in this time range.",
  };
};

const segmentColumns: readonly PrintedColumn[] = [
  { header: "TITLE", path: "title", as: "title", wide: true },
  { header: "CLAIMS", path: "claims" },
  { header: "EVENTS", path: "events", as: "number" },
  { header: "VISITORS", path: "visitors", as: "number" },
  { header: "SESSIONS", path: "sessions", as: "number" },
];

export const commands = noun({
  summary: "Show views, searches and feedback of a site",
  own: "site",
  fallback: "show",
  verbs: {
    show,
    query: query(contract.aggregate, {
      present: presentInsights,
      examples: [
        'site insights query Docs --range last7Days --group-by \'[{"column": "eventType"}]\'',
        "site insights query Docs --input query.json",
      ],
    }),
    segments: query(contract.segments, {
      columns: segmentColumns,
      emptyText: "No visits in the last 30 days.",
      examples: ["site insights segments Docs"],
    }),
    track: mutation(contract.track, {
      doneText: "Recorded the events of the site {siteId}.",
      examples: ["site insights track Docs --input events.json"],
    }),
    feedback: mutation(feedback.submit, {
      doneText: "Sent the feedback ({id}). {result}",
      examples: [
        'site insights feedback Docs --subject \'{"kind": "generic"}\' --feedback \'{"category": "usability", "summary": "The export has no example"}\'',
      ],
    }),
    "page-feedback": mutation(feedback.submitAbout, {
      doneText: "Sent the feedback about the page {pageId}.",
      examples: [
        'site insights page-feedback Docs --space Handbook --page pg1 --url https://docs.example.com/start --feedback "The link is outdated"',
      ],
    }),
  },
});
