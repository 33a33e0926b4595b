/**
 * Live preview of a published site. Every page gets a script that receives an event when the
 * content has changed and reloads the page. It wraps a platform, whose own pages have no scripts.
 */
import type { Transport, WireRequest, WireResponse } from "../../../contract/wire.ts";
import { html } from "../../../document/html/html.ts";
import { findOwn } from "../../../json/own-members.ts";
import { createErrorResponse } from "../../core/deferred-response.ts";
import { barStyle, pageScript } from "./page-script.ts";

/**
 * The content of the status bar on an open page, and the revision that shows whether the page is
 * out of date.
 */
export interface PreviewState {
  /** Changes with the content; empty without content. */
  readonly revision: string;
  /** The reason why the last saved version is not shown. */
  readonly failure: string | null;
  /** The number of findings, in words. */
  readonly summary: string;
  /** One line each; the list may be truncated. */
  readonly findings: readonly string[];
}

export interface LivePages {
  /** Responds at the URL of the site only; nothing else of the platform is reachable. */
  readonly transport: Transport;
  /** @param address the URL of the site, without a trailing slash */
  readonly begin: (address: string) => void;
  /** Sends the state to all open pages. */
  readonly tell: (state: PreviewState) => void;
  /** Ends all event streams. */
  readonly end: () => void;
}

const folder = "/~preview";
const eventsPath = `${folder}/events`;
const fixed: Readonly<Record<string, readonly [type: string, source: string]>> = {
  [`${folder}/script.js`]: ["text/javascript; charset=utf-8", pageScript],
  [`${folder}/style.css`]: ["text/css; charset=utf-8", barStyle],
};

/** In milliseconds; a stream without data for 15 seconds is closed. */
const heartbeat = 5000;

export function createLivePages(platform: Transport): LivePages {
  let site: URL | undefined;
  let isEnded = false;
  let state: PreviewState = { revision: "", failure: null, summary: "", findings: [] };
  const waiting = new Set<() => void>();

  function wakeAll(): void {
    for (const wake of [...waiting]) wake();
  }

  /** Resolves when the state changes or a heartbeat is due. */
  function nextEvent(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, heartbeat);
      waiting.add(wake);
    });
  }

  async function* events(): AsyncGenerator<Uint8Array> {
    for (let sent: PreviewState | undefined; !isEnded; await nextEvent()) {
      const isNew = sent !== state;
      sent = state;
      yield Buffer.from(isNew ? `data: ${JSON.stringify(state)}\n\n` : ":\n\n");
    }
  }

  async function answerPage(request: WireRequest, address: URL): Promise<WireResponse> {
    // Read before the page is rendered: a page that is older than its revision would not be
    // reloaded.
    const { revision } = state;
    const { "if-none-match": _, ...headers } = request.headers;
    return asLive(await platform({ ...request, headers }), revision, address);
  }

  return {
    async transport(request) {
      const { host, origin, pathname } = new URL(request.url);
      if (site === undefined) return createErrorResponse(503, "The preview is starting.");
      if (host !== site.host) {
        return pathname === "/" && isReading(request)
          ? { status: 307, headers: { location: `${site.origin}/`, ...fresh }, body: "" }
          : createErrorResponse(404, `Not found. The preview is at ${site.origin}.`);
      }
      if (!isReading(request)) return platform(request);
      if (pathname === eventsPath && request.method === "GET") {
        const headers = { "content-type": "text/event-stream", connection: "close", ...fresh };
        return { status: 200, headers, body: events() };
      }
      const fixedAnswer = findOwn(fixed, pathname);
      if (fixedAnswer)
        return {
          status: 200,
          headers: { "content-type": fixedAnswer[0], ...fresh },
          body: fixedAnswer[1],
        };
      return answerPage(request, new URL(origin));
    },
    begin(address) {
      site = new URL(address);
    },
    tell(next) {
      state = next;
      wakeAll();
    },
    end() {
      isEnded = true;
      wakeAll();
    },
  };
}

const fresh = { "cache-control": "no-store", "x-content-type-options": "nosniff" };

function isReading({ method }: WireRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/** The content security policy of a page, with one script and one event stream, each by its full URL. */
function asLive(answer: WireResponse, revision: string, { origin }: URL): WireResponse {
  const { "content-security-policy": policy, etag: _, ...headers } = answer.headers;
  const { body } = answer;
  const isPage = headers["content-type"]?.startsWith("text/html") === true;
  if (!isPage || typeof body !== "string" || policy === undefined) return answer;
  const end = body.lastIndexOf("</body>");
  const headElements = html`<link rel="stylesheet" href="${folder}/style.css">
<script src="${folder}/script.js" data-revision="${revision}"></script>
`.source;
  return {
    ...answer,
    headers: {
      ...headers,
      ...fresh,
      "content-security-policy": `${policy}; script-src ${origin}${folder}/script.js; connect-src ${origin}${eventsPath}`,
    },
    body: end < 0 ? body : body.slice(0, end) + headElements + body.slice(end),
  };
}
