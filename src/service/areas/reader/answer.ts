/** Answers the requests of visitors to published sites. */
import type { Headers, WireResponse } from "../../../contract/wire.ts";
import type { PublicHandler, PublicRequest } from "../../core/public-route.ts";
import { memoryUntilChange } from "../../database/prepared.ts";
import type { Claims } from "../../engines/condition.ts";
import { type Content, resolveUrl } from "../published/resolve-url.ts";
import { readSiteToken } from "../published/site-token.ts";
import { asPreviewer, type Visitor } from "../published/visitor.ts";
import { siteFolder } from "../sites/addresses.ts";
import { lastingAnswer, redirectTo, unlessKnown } from "./answers.ts";
import { findChangePreview } from "./change-preview.ts";
import { type Pass, passHeader, readPass } from "./cookie.ts";
import { answerRefused, answerSignIn, answerWithoutChange } from "./refusals.ts";
import { answerOnSite } from "./site-routes.ts";
import { openView } from "./site-view.ts";
import { styleNamed, stylesFolder } from "./stylesheet.ts";

export const answerVisitor: PublicHandler = async (request) => {
  const { url, method, headers } = request.request;
  const isUnknown = headers.cookie === undefined && request.query.size === 0;
  if (!isUnknown) return answerOne(request);
  const answer = await shared(request.db, `${method} ${url}`, () => answerOne(asNew(request)));
  return unlessKnown(answer, request.request);
};

/** In characters. With many pages that are as long, the memory has a few megabytes. */
const longestShared = 64 * 1024;

/**
 * What everybody gets who shows nothing of themselves, until something changes. What opens with the key
 * of a link comes with a cookie, and is not kept, as a key ends without a change.
 */
const shared = memoryUntilChange<WireResponse>(
  128,
  ({ status, headers, body }) =>
    status === 200 &&
    typeof body === "string" &&
    body.length <= longestShared &&
    headers["set-cookie"] === undefined,
);

/** As a browser asks that has kept nothing. */
function asNew(request: PublicRequest): PublicRequest {
  const { "if-none-match": _, ...headers } = request.request.headers;
  return { ...request, request: { ...request.request, headers } };
}

const answerOne: PublicHandler = async (request) => {
  const style = styleIn(request);
  if (style !== undefined) return style;
  const kept = await readPass(request.secretBox, request.request.headers.cookie);
  const given = passIn(request);
  const pass: Pass = { ...kept, ...given };
  const previewer = await loadPreviewer(request, pass);
  const resolution = await resolveUrl(request, request.request.url, {
    token: pass.token,
    shareKey: pass.key,
    unsignedClaims: pass.unsigned,
    ...previewer,
  });
  if (resolution.kind === "refused") return answerRefused(request, resolution);
  if (resolution.kind === "sign-in") return answerSignIn(request, resolution);
  const { changeRequest: id = "" } = pass;
  const reader = resolution.preview && id !== "" ? previewer.user : undefined;
  const change =
    reader === undefined ? undefined : await findChangePreview(request, resolution, { id, reader });
  if (reader !== undefined && !change) return answerWithoutChange(request);
  const lasting = passAfter(resolution, { kept, given });
  const cookie = await cookieFor(request, lasting, kept);
  const clean = cookie && addressWithoutTokens(request, lasting);
  if (clean !== undefined) return redirectTo(clean, false, cookie);
  const answer = await answerOnSite(await openView(request, resolution, change), request);
  return withHeaders(answer, cookie ?? {});
};

/**
 * A token in an address would stay in histories and in what people copy, so a browser that keeps it as
 * a cookie is led to the address without it. Programs, which keep none, get their answer at once.
 * @returns absent if there is nothing to take out
 */
function addressWithoutTokens(
  { request: { url, headers }, query }: PublicRequest,
  { token, preview }: Pass,
): string | undefined {
  if (!(headers.accept ?? "").includes("text/html")) return undefined;
  const kept = { jwt_token: token, token: preview };
  const names = Object.entries(kept).flatMap(([name, value]) =>
    value !== undefined && query.get(name) === value ? [name] : [],
  );
  if (names.length === 0) return undefined;
  const address = new URL(url);
  for (const name of names) address.searchParams.delete(name);
  return address.pathname + address.search;
}

/** The token of a preview says who looks at the site, and as which visitor. */
async function loadPreviewer(request: PublicRequest, { preview }: Pass): Promise<Visitor> {
  const visitor = preview === undefined ? undefined : await readSiteToken(request, preview);
  return asPreviewer(visitor);
}

/** Styles are no secret, and the pages that refuse somebody have one, too. */
function styleIn({ path }: PublicRequest): WireResponse | undefined {
  const parts = (path.path ?? "").split("/");
  const name = parts.at(-2) === stylesFolder ? parts.at(-1) : undefined;
  const style = name === undefined ? undefined : styleNamed(name);
  return style && lastingAnswer("text/css; charset=utf-8", style.source);
}

const longestToken = 8192;

/** What the address itself says of the visitor, with `visitor.plan=pro` as an unsigned claim. */
function passIn({ query }: PublicRequest): Pass {
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

/** What lets the visitor in from now on, also by what the next address will not have. */
function passAfter(
  { opening, tokenFault, preview }: Content,
  { kept, given }: { readonly kept: Pass; readonly given: Pass },
): Pass {
  return {
    ...kept,
    ...(given.token !== undefined && tokenFault === undefined && { token: given.token }),
    ...(given.unsigned && { unsigned: given.unsigned }),
    ...(opening && { key: opening.key }),
    ...(preview && given.preview !== undefined && { preview: given.preview }),
    ...(preview && given.changeRequest !== undefined && { changeRequest: given.changeRequest }),
  };
}

/** @returns the header, if the browser has to be told; undefined for a pass that no cookie can hold */
async function cookieFor(
  { secretBox, base, path }: PublicRequest,
  pass: Pass,
  kept: Pass,
): Promise<Headers | undefined> {
  if (JSON.stringify(pass) === JSON.stringify(kept)) return {};
  const cookie = await passHeader(secretBox, pass, {
    path: path.siteId === undefined ? "/" : `/${siteFolder}/${path.siteId}`,
    isSecure: base.startsWith("https:"),
  });
  return cookie === undefined ? undefined : { "set-cookie": cookie };
}

function withHeaders(answer: WireResponse, further: Headers): WireResponse {
  return { ...answer, headers: { ...answer.headers, ...further } };
}
