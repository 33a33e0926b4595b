/** Errors of the platform as pages, for visitors of sites. Pages of sites have their own errors. */
import { STATUS_CODES } from "node:http";
import type { ErrorBody, WireResponse } from "../../../contract/wire.ts";
import { html } from "../../../document/html/html.ts";
import { renderPlainPage } from "../../core/plain-page.ts";
import { hostRoute } from "../areas.ts";

interface RequestFacts {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The request target. */
  readonly target: string;
}

/** Whether a browser requests a page of a site. */
export function isSitePageRequest({ headers, target }: RequestFacts): boolean {
  if (!String(headers.accept ?? "").includes("text/html")) return false;
  const hostname = String(headers.host ?? "").replace(/:\d{1,5}$/, "");
  return target.startsWith("/_site/") || hostRoute.isOwn(hostname);
}

/** @param answer a page of it is built if it is an error of the platform */
export function toErrorPage(answer: WireResponse): WireResponse {
  const { status, headers, body } = answer;
  const isJson = headers["content-type"]?.startsWith("application/json") ?? false;
  if (status < 400 || !isJson || typeof body !== "string") return answer;
  const { error }: ErrorBody = JSON.parse(body);
  const title = STATUS_CODES[status] ?? "Error";
  const page = renderPlainPage({ title, content: html`<p>${error.message}</p>` });
  return { ...answer, headers: { ...headers, ...page.headers }, body: page.body };
}
