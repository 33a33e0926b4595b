/** Handlers for the feedback of AI agents, which is counted with its summary. */

import type { FeedbackSubject } from "../../../contract/site-agent-feedback.model.ts";
import type * as contract from "../../../contract/site-agent-feedback.ts";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { readTree } from "../content/revisions.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { requireSite } from "../sites/queries.ts";
import { toDay } from "./insight-days.ts";
import { PendingInsights, type SiteEvent } from "./site-event.ts";
import { cutPath } from "./tracked-events.ts";
import { addInsights } from "./write-insights.ts";

/** Maximum length of stored feedback, in characters. */
const longestFeedback = 512;

export const handlers = {
  async submitAbout({ organizationId, siteId, feedback, url, spaceId, pageId, source }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "submitSiteAgentFeedback");
    const siteSpace = await call.db
      .selectFrom("site_spaces")
      .innerJoin("spaces", "spaces.id", "site_spaces.space_id")
      .select(["site_spaces.id", "spaces.revision_id"])
      .where("site_spaces.site_id", "=", siteId)
      .where("site_spaces.space_id", "=", spaceId)
      .executeTakeFirst();
    if (!siteSpace) {
      throw new ApiError(400, `spaceId ${spaceId} is not a space of the site.`, {
        field: "spaceId",
      });
    }
    if (!getTreeIndex(await readTree(call.db, siteSpace.revision_id)).pages.has(pageId)) {
      throw new ApiError(400, `pageId ${pageId} is not a page of space ${spaceId}.`, {
        field: "pageId",
      });
    }
    await record(call, siteId, {
      ...{ site_space: siteSpace.id, space: spaceId, page: pageId },
      url_path: cutPath(new URL(url).pathname),
      context: source === "mcp" ? "mcp" : "site",
      detail: feedback,
    });
    return undefined;
  },

  async submit({ organizationId, siteId, subject, feedback }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "submitAgentFeedbackToSite");
    const { category, severity, summary, detail } = feedback;
    const kind = severity === undefined ? category : `${category}, ${severity}`;
    const about = describeSubject(subject);
    const texts = [`${summary}${about === "" ? "" : ` (${about})`}`, detail ?? ""];
    await record(call, siteId, {
      ...{ site_space: "", space: "", page: "" },
      url_path: subject.kind === "documentation" ? cutPath(new URL(subject.url).pathname) : "",
      context: "server",
      detail: `${kind}: ${texts.filter((text) => text !== "").join("\n")}`,
    });
    return {
      id: call.newId(),
      result: "The feedback was recorded. The admins of the site see it in the insights.",
    };
  },
} satisfies Handlers<typeof contract>;

type RecordedFeedback = Pick<
  SiteEvent,
  "site_space" | "space" | "page" | "url_path" | "context" | "detail"
>;

function record(call: Call, siteId: string, feedback: RecordedFeedback): Promise<void> {
  const pending = new PendingInsights();
  pending.addEvents({
    ...feedback,
    site_id: siteId,
    day: toDay(call.now),
    event: "agent_feedback",
    bot: "",
    referrer: "",
    rating: "",
    detail: feedback.detail.slice(0, longestFeedback),
  });
  return addInsights(call.db, pending);
}

function describeSubject(subject: FeedbackSubject): string {
  switch (subject.kind) {
    case "mcp-tool":
      return [subject.toolName, subject.target ?? ""].filter((name) => name !== "").join(" ");
    case "cli-command":
      return [subject.command, ...(subject.flags ?? [])].join(" ");
    case "api-endpoint":
      return `${subject.method} ${subject.path}`;
    default:
      return "";
  }
}
