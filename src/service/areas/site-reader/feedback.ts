/** Feedback of visitors about a page: a form without scripts, and its response. */
import { feedbackRatings } from "../../../contract/site-insights-values.ts";
import type { WireResponse } from "../../../contract/wire.ts";
import { type HtmlPart, html, nothing } from "../../../document/html/html.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { toDay } from "../insights/insight-days.ts";
import { getVisitorHashes } from "../insights/visitor-hashes.ts";
import { getPagePath, withText } from "../site-lookup/page-order.ts";
import { feedbackPath } from "./feedback-path.ts";
import { renderShell } from "./pages/shell.ts";
import { answerUnknownUrl } from "./refusals.ts";
import { toPageResponse } from "./responses.ts";
import type { SiteView } from "./site-view.ts";
import { describeVisitor, type LocatedAction, locateAction } from "./visitor-actions.ts";
import type { VisitorRequest } from "./visitor-request.ts";

/** Only on a site whose customization enables it, and not in previews. */
export function renderFeedbackForm(view: SiteView, pageId: string): HtmlPart {
  if (!view.look.feedback.enabled || view.preview) return nothing;
  const { words, siteSpace } = view;
  const buttons = (["good", "ok", "bad"] as const).map(
    (rating) => html`<button name="rating" value="${rating}">${words[rating]}</button>\n`,
  );
  return html`<form class="feedback" method="post" action="${view.hrefIn(siteSpace, feedbackPath)}"><input type="hidden" name="page" value="${pageId}"><span>${words.isHelpful}</span>
${buttons}</form>
`;
}

/** Counts the rating of a page once a day for each visitor. */
export async function answerFeedback(
  view: SiteView,
  request: VisitorRequest,
  report: (action: LocatedAction | undefined) => void,
): Promise<WireResponse> {
  const fields = new URLSearchParams(request.request.body ?? "");
  const rating = feedbackRatings.find((one) => one === fields.get("rating"));
  const tree = await view.pages.tree(view.siteSpace.space_id);
  const found = getTreeIndex(tree).pages.get(fields.get("page") ?? "");
  const treePage = found && withText(tree, found);
  if (!view.look.feedback.enabled || !treePage || rating === undefined) {
    return answerUnknownUrl(request);
  }
  const path = getPagePath(tree, treePage, view.siteSpace);
  const today = toDay(request.now);
  const subject = JSON.stringify(["feedback", view.site.id, treePage.page.id]);
  const hashes = getVisitorHashes(request.db);
  if (hashes.add(subject, hashes.compute(today, describeVisitor(request.request)))) {
    const action = { event: "page_post_feedback", page: treePage.page.id, rating } as const;
    report(locateAction({ ...view, path }, action));
  }
  const href = view.hrefIn(view.siteSpace, path);
  const { thanks } = view.words;
  const page = await renderShell({
    view,
    title: thanks,
    main: html`<h1>${thanks}</h1>
<p><a href="${href}">${treePage.page.title}</a></p>`,
  });
  return toPageResponse(200, page, { isPublic: false }, request.request);
}
