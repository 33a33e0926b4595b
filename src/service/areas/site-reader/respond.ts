/** Entry point for requests of visitors to published sites. */

import type { WireRequest, WireResponse } from "../../../contract/wire.ts";
import type { Claims } from "../../../document/condition.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { cacheUntilChange } from "../../database/prepared.ts";
import { recordFailedSignIn } from "../audit/failed-sign-ins.ts";
import { addQuery, cookieTest, filterQuery } from "../site-lookup/query-text.ts";
import {
  type ResolvedContent,
  resolveUrl,
  type SignInRequired,
} from "../site-lookup/resolve-url.ts";
import { readSiteToken } from "../site-lookup/site-token.ts";
import { asPreviewer, longestToken, type Visitor } from "../site-lookup/visitor.ts";
import { readVisitorCookies } from "../site-lookup/visitor-cookies.ts";
import { prefersMarkdown } from "./accepted-types.ts";
import { findChangeRequestId, readChangeUrl } from "./change-urls.ts";
import { answerFeedback } from "./feedback.ts";
import { feedbackPath } from "./feedback-path.ts";
import { mcpPath } from "./mcp-path.ts";
import { findChangePreview } from "./pages/change-preview.ts";
import {
  answerRefused,
  answerSignIn,
  answerUnknownUrl,
  answerWithoutChange,
  answerWithoutPreview,
} from "./refusals.ts";
import { checkCached, toImmutableResponse, toRedirect, toTextResponse } from "./responses.ts";
import { answerOnSite, closedRobots } from "./site-routes.ts";
import { openView, type SiteView } from "./site-view.ts";
import { findStylesheet, stylesFolder } from "./styles/stylesheet.ts";
import { countAction, type LocatedAction, locateAction } from "./visitor-actions.ts";
import { toVisitorRequest, type VisitorRequest } from "./visitor-request.ts";
import { createSessionCookie, readSession, type VisitorSession } from "./visitor-session.ts";

export const answerVisitor: PublicHandler = async (publicRequest) => {
  const request = await toVisitorRequest(publicRequest);
  if (!request) return answerUnknownUrl(publicRequest);
  const { url, method, headers } = request.request;
  if (isMcp(url)) {
    return method === "POST" ? answerCounted(request) : refuseMethod("POST", "The MCP server");
  }
  if (method === "POST") {
    return isFeedback(url) ? answerCounted(request) : refuseMethod("GET, HEAD", "This URL");
  }
  const isAnonymous = headers.cookie === undefined && request.query.size === 0;
  if (!isAnonymous) return answerCounted(request);
  const format = prefersMarkdown(headers.accept) ? "markdown" : "html";
  const { answer, action } = await shared(request.db, `${method} ${format} ${url}`, () =>
    answerWithAction(withoutEtag(request)),
  );
  const memory = action && countAction(request, action);
  if (memory) await memory;
  return checkCached(answer, request.request);
};

/** A response, and what the visitor opened with it. */
interface CountedAnswer {
  readonly answer: WireResponse;
  readonly action: LocatedAction | undefined;
}

async function answerWithAction(request: VisitorRequest): Promise<CountedAnswer> {
  let action: LocatedAction | undefined;
  const answer = await answerOne(request, (one) => {
    action = one;
  });
  return { answer, action };
}

async function answerCounted(request: VisitorRequest): Promise<WireResponse> {
  const { answer, action } = await answerWithAction(request);
  if (action) await countAction(request, action);
  return answer;
}

function isFeedback(url: string): boolean {
  return new URL(url).pathname.endsWith(`/${feedbackPath}`);
}

function isMcp(url: string): boolean {
  return new URL(url).pathname.endsWith(`/${mcpPath}`);
}

function refuseMethod(allow: string, subject: string): WireResponse {
  return {
    status: 405,
    headers: { "content-type": "text/plain; charset=utf-8", allow },
    body: `${subject} accepts only ${allow}.\n`,
  };
}

/** The server of a site, whose tools read with the same cookie and query. */
async function answerMcpRequest(request: VisitorRequest, view: SiteView): Promise<WireResponse> {
  if (view.path !== mcpPath) return answerUnknownUrl(request);
  const { answerSiteMcp } = await import("./site-mcp.ts");
  return answerSiteMcp(view, request, (path) => {
    const url = new URL(request.request.url);
    url.pathname = path;
    const { cookie } = request.request.headers;
    const wire: WireRequest = {
      ...request.request,
      method: "GET",
      url: url.href,
      headers: { accept: "text/markdown", ...(cookie !== undefined && { cookie }) },
      body: undefined,
    };
    return answerOne({ ...request, path: {}, request: wire });
  });
}

/** Maximum length of a cached response, in characters. Limits the cache to a few megabytes. */
const maxSharedLength = 64 * 1024;

/**
 * Responses for anonymous visitors, cached until the data changes. Responses that set a cookie are not
 * cached, because the key of a share link expires without a change of data.
 */
const shared = cacheUntilChange<CountedAnswer>(
  128,
  ({ answer: { status, headers, body } }) =>
    status === 200 &&
    typeof body === "string" &&
    body.length <= maxSharedLength &&
    headers["set-cookie"] === undefined,
);

/** The same request without `If-None-Match`, so that the full response can be cached. */
function withoutEtag(request: VisitorRequest): VisitorRequest {
  const { "if-none-match": _, ...headers } = request.request.headers;
  return { ...request, request: { ...request.request, headers } };
}

/** A token in the URL is an attempt to sign in; its claims are not stored. */
async function recordRefusedToken(
  { db, now, query }: VisitorRequest,
  { site, reason }: SignInRequired,
): Promise<void> {
  if (!query.has("jwt_token")) return;
  await recordFailedSignIn(db, now, {
    kind: "visitor",
    organizationId: site.organization_id,
    target: { type: "site", id: site.id, label: site.title },
    reason,
  });
}

async function answerOne(
  request: VisitorRequest,
  report: (action: LocatedAction | undefined) => void = () => {},
): Promise<WireResponse> {
  const style = findStyle(request);
  if (style !== undefined) return style;
  const cookiePass = await readSession(request);
  const queryPass = readPass(request);
  const pass: VisitorSession = { ...cookiePass, ...queryPass };
  const previewer = await loadPreviewer(request, pass);
  const visitorCookies = readVisitorCookies(request.request.headers.cookie);
  const changeUrl = readChangeUrl(request.request.url);
  if (changeUrl && previewer.user === undefined) return answerWithoutPreview(request);
  const resolution = await resolveUrl(request, changeUrl?.url ?? request.request.url, {
    token: pass.token,
    shareKey: pass.key,
    // A token in the URL is a new sign-in, so an older one does not replace it.
    otherTokens: queryPass.token === undefined ? visitorCookies.tokens : [],
    unsignedClaims: pass.unsigned ?? visitorCookies.unsignedClaims,
    ...previewer,
  });
  if (request.request.method === "POST" && resolution.kind === "content") {
    const view = await openView(request, resolution);
    if (view.path === feedbackPath) return answerFeedback(view, request, report);
    report(locateAction(view, { event: "mcp_request" }));
    return answerMcpRequest(request, view);
  }
  if (resolution.kind === "refused") return answerRefused(request, resolution);
  if (resolution.kind === "sign-in") {
    await recordRefusedToken(request, resolution);
    // Crawlers treat an error as a permission to crawl.
    return request.path.path === "robots.txt"
      ? toTextResponse(
          "text/plain; charset=utf-8",
          closedRobots,
          { isPublic: true },
          request.request,
        )
      : answerSignIn(request, resolution);
  }
  if (resolution.pathWithoutKey !== undefined) {
    const { search } = new URL(request.request.url);
    return toRedirect(resolution.pathWithoutKey + search, false);
  }
  if (changeUrl) {
    const id = await findChangeRequestId(request, resolution, changeUrl.number);
    if (id === undefined || !resolution.preview) return answerWithoutChange(request);
    const session = computeNextPass(resolution, {
      cookiePass,
      queryPass: { ...queryPass, changeRequest: id },
    });
    const to = new URL(changeUrl.url);
    to.searchParams.delete("token");
    return toRedirect(to.pathname + to.search, false, {
      "set-cookie": await createSessionCookie(request, session, resolution.site.id),
    });
  }
  const { changeRequest: id = "" } = pass;
  const reader = resolution.preview && id !== "" ? previewer.user : undefined;
  const change =
    reader === undefined ? undefined : await findChangePreview(request, resolution, { id, reader });
  if (reader !== undefined && !change) return answerWithoutChange(request);
  const newPass = computeNextPass(resolution, { cookiePass, queryPass });
  const isChanged = JSON.stringify(newPass) !== JSON.stringify(cookiePass);
  const cookie = isChanged
    ? await createSessionCookie(request, newPass, resolution.site.id)
    : undefined;
  const cleanUrl = buildUrlWithoutTokens(request, newPass, resolution);
  const answer =
    cleanUrl === undefined
      ? await answerView(await openView(request, resolution, change), request, report)
      : toRedirect(cleanUrl, false);
  if (cookie === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, "set-cookie": cookie } };
}

function answerView(
  view: SiteView,
  request: VisitorRequest,
  report: (action: LocatedAction | undefined) => void,
): Promise<WireResponse> {
  return answerOnSite(view, request, (action) => report(locateAction(view, action)));
}

/**
 * A token in a URL would stay in the browser history and in copied links, so a browser that stores the
 * token as a cookie is redirected to the URL without it. Other clients get the response directly. If
 * the browser has sent no cookie yet, another redirect tests whether it stores cookies; otherwise, it
 * would be redirected to the sign-in without an end.
 * @returns undefined if the URL contains no token
 */
function buildUrlWithoutTokens(
  { request: { url, headers }, query }: PublicRequest,
  { token, preview }: VisitorSession,
  { site, preview: isPreview }: ResolvedContent,
): string | undefined {
  if (!(headers.accept ?? "").includes("text/html")) return undefined;
  const storedTokens = { jwt_token: token, token: preview };
  const names = Object.entries(storedTokens).flatMap(([name, value]) =>
    value !== undefined && query.get(name) === value ? [name] : [],
  );
  if (names.length === 0 && !query.has(cookieTest)) return undefined;
  const { pathname, search } = new URL(url);
  const removed = new Set([...names, cookieTest]);
  const cleanUrl = addQuery(
    pathname,
    filterQuery(search, (name) => !removed.has(name)),
  );
  const needsCookie = site.visibility === "visitor-auth" && !isPreview;
  return names.length > 0 && needsCookie && headers.cookie === undefined
    ? addQuery(cleanUrl, new URLSearchParams({ [cookieTest]: "" }).toString())
    : cleanUrl;
}

/** Reads the user and the simulated claims from a preview token. */
async function loadPreviewer(
  request: PublicRequest,
  { preview }: VisitorSession,
): Promise<Visitor> {
  const visitor = preview === undefined ? undefined : await readSiteToken(request, preview);
  return asPreviewer(visitor);
}

/** Stylesheets are served without access checks, because error pages use them as well. */
function findStyle({ path }: PublicRequest): WireResponse | undefined {
  const parts = (path.path ?? "").split("/");
  const name = parts.at(-2) === stylesFolder ? parts.at(-1) : undefined;
  const style = name === undefined ? undefined : findStylesheet(name);
  return style && toImmutableResponse("text/css; charset=utf-8", style.source);
}

/** The credentials and claims in the query parameters; `visitor.plan=pro` is an unsigned claim. */
function readPass({ query }: PublicRequest): VisitorSession {
  const token = query.get("jwt_token") ?? undefined;
  const key = query.get("shareKey") ?? undefined;
  const preview = query.get("token") ?? undefined;
  const changeRequest = query.get("changeRequest") ?? undefined;
  const unsigned = [...query].flatMap(([name, value]): [string, unknown][] =>
    /^visitor\.\w{1,64}$/.test(name) ? [[name.slice("visitor.".length), parseClaim(value)]] : [],
  );
  return {
    ...(token !== undefined && token.length <= longestToken && { token }),
    ...(key !== undefined && { key }),
    ...(preview !== undefined && preview.length <= longestToken && { preview }),
    ...(changeRequest !== undefined && /^[\w-]{0,64}$/.test(changeRequest) && { changeRequest }),
    ...(unsigned.length > 0 && { unsigned: Object.fromEntries(unsigned) as Claims }),
  };
}

function parseClaim(text: string): unknown {
  return text === "true" || text === "false" ? text === "true" : text.slice(0, 200);
}

/** The pass for subsequent requests, whose URLs no longer contain the query parameters. */
function computeNextPass(
  { opening, tokenFault, preview }: ResolvedContent,
  {
    cookiePass,
    queryPass,
  }: { readonly cookiePass: VisitorSession; readonly queryPass: VisitorSession },
): VisitorSession {
  return {
    ...cookiePass,
    ...(queryPass.token !== undefined && tokenFault === undefined && { token: queryPass.token }),
    ...(queryPass.unsigned && { unsigned: queryPass.unsigned }),
    ...(opening && { key: opening.key }),
    ...(preview && queryPass.preview !== undefined && { preview: queryPass.preview }),
    ...(preview &&
      queryPass.changeRequest !== undefined && { changeRequest: queryPass.changeRequest }),
  };
}
