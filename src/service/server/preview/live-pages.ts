/**
 * The pages of one published site, kept current in browsers: every page gets a script of our own, which
 * hears when the content has changed and loads the page again. It stands in front of a platform, which
 * sends its pages as ever, without any script.
 */
import type { Transport, WireRequest, WireResponse } from "../../../contract/wire.ts";
import { html } from "../../../document/html/html.ts";
import { failure } from "../../core/answers.ts";
import { barStyle, pageScript } from "./page-script.ts";

/** What an open page shows in its bar, and how it knows that it is out of date. */
export interface PreviewState {
  /** Changes with the content; empty while there is none. */
  readonly revision: string;
  /** Why what was saved last is not shown. */
  readonly failure: string | null;
  /** How many findings there are, in words. */
  readonly summary: string;
  /** A line each; perhaps not all. */
  readonly findings: readonly string[];
}

export interface LivePages {
  /** Answers at the address of the site alone: nothing else of the platform can be reached. */
  readonly transport: Transport;
  /** @param address of the site, without a slash at its end */
  readonly begin: (address: string) => void;
  /** Tells the state to all open pages. */
  readonly tell: (state: PreviewState) => void;
  /** Ends all streams of events. */
  readonly end: () => void;
}

const folder = "/~preview";
const eventsPath = `${folder}/events`;
const fixed: Readonly<Record<string, readonly [type: string, source: string]>> = {
  [`${folder}/script.js`]: ["text/javascript; charset=utf-8", pageScript],
  [`${folder}/style.css`]: ["text/css; charset=utf-8", barStyle],
};

/** In milliseconds; a stream on which nothing is sent for longer than 15 seconds is ended. */
const heartbeat = 5000;

export function createLivePages(platform: Transport): LivePages {
  let site: URL | undefined;
  let isEnded = false;
  let state: PreviewState = { revision: "", failure: null, summary: "", findings: [] };
  const waiting = new Set<() => void>();

  function wakeAll(): void {
    for (const wake of [...waiting]) wake();
  }

  /** Until something is told, or it is time for a sign of life. */
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
    // Before the page is written: one that is older than it says would not be loaded again.
    const { revision } = state;
    const { "if-none-match": _, ...headers } = request.headers;
    return asLive(await platform({ ...request, headers }), revision, address);
  }

  return {
    async transport(request) {
      const { host, origin, pathname } = new URL(request.url);
      if (site === undefined) return failure(503, "The preview is starting.");
      if (host !== site.host) {
        return pathname === "/" && isReading(request)
          ? { status: 307, headers: { location: `${site.origin}/`, ...fresh }, body: "" }
          : failure(404, `There is only a preview here, at ${site.origin}.`);
      }
      if (!isReading(request)) return platform(request);
      if (pathname === eventsPath && request.method === "GET") {
        const headers = { "content-type": "text/event-stream", connection: "close", ...fresh };
        return { status: 200, headers, body: events() };
      }
      const own = Object.hasOwn(fixed, pathname) ? fixed[pathname] : undefined;
      if (own) return { status: 200, headers: { "content-type": own[0], ...fresh }, body: own[1] };
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

/** The policy of a page, with one script and one stream of events, each by its whole address. */
function asLive(answer: WireResponse, revision: string, { origin }: URL): WireResponse {
  const { "content-security-policy": policy, etag: _, ...headers } = answer.headers;
  const { body } = answer;
  const isPage = headers["content-type"]?.startsWith("text/html") === true;
  if (!isPage || typeof body !== "string" || policy === undefined) return answer;
  const end = body.lastIndexOf("</body>");
  const added = html`<link rel="stylesheet" href="${folder}/style.css">
<script src="${folder}/script.js" data-revision="${revision}"></script>
`.source;
  return {
    ...answer,
    headers: {
      ...headers,
      ...fresh,
      "content-security-policy": `${policy}; script-src ${origin}${folder}/script.js; connect-src ${origin}${eventsPath}`,
    },
    body: end < 0 ? body : body.slice(0, end) + added + body.slice(end),
  };
}
