/**
 * Sign-in in the browser (RFC 8252): the user allows access, and the platform sends an
 * authorization code to a port of this machine, which is exchanged for a token. Only `tome serve`
 * supports it; on the hosted platform, tokens are created on a settings page.
 */
import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { Context } from "../../context.ts";
import { ApiError, CanceledError, UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { pause } from "../waiting.ts";
import { browse } from "../workspace/browser.ts";

/** Time limit for the sign-in, in milliseconds. */
const patience = 10 * 60 * 1000;
const hosted = "api.gitbook.com";

/** @throws CanceledError if access is denied, UsageError on timeout */
export async function requestBrowserToken(context: Context, open: boolean): Promise<string> {
  const { origin, hostname } = new URL(context.settings.baseUrl.value);
  if (hostname === hosted) {
    throw new UsageError(
      "The hosted platform does not support --web. Create a token in your settings there and pass it to tome auth login.",
      "tome auth login --web --base-url http://127.0.0.1:4620",
    );
  }
  const verifier = createSecret();
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const state = createSecret();
  const server = createServer();
  try {
    const port = await listenOnLoopback(server);
    const answer = answerTo(server, state);
    const query = new URLSearchParams({ port: String(port), challenge, state });
    const address = `${origin}/_signin/tool?${query}`;
    context.terminal.note(
      `To sign in, open ${address} and allow access if the page shows the code ${challenge.slice(0, 6)}.`,
    );
    if (open) await openOrSay(context, address);
    return await exchangeCode(context, await answer, verifier);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** If no browser can be started, the URL can be opened in any browser of this machine. */
async function openOrSay(context: Context, address: string): Promise<void> {
  try {
    await browse(context, address);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    context.terminal.warn(error.message);
  }
}

function createSecret(): string {
  return randomBytes(32).toString("base64url");
}

async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** @returns the authorization code; requests without the correct state are ignored */
function answerTo(server: Server, state: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const answered = new AbortController();
    void pause(patience, answered.signal).then(() => {
      if (answered.signal.aborted) return;
      reject(new UsageError("The sign-in timed out after ten minutes.", "tome auth login --web"));
    });
    server.on("request", ({ url = "/", method }, response) => {
      const query = new URL(url, "http://127.0.0.1").searchParams;
      const isAnswer = method === "GET" && query.get("state") === state;
      const code = query.get("code");
      response.writeHead(isAnswer ? 200 : 404, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        connection: "close",
      });
      response.end(isAnswer ? buildPage(code !== null) : "");
      if (!isAnswer) return;
      answered.abort();
      if (code === null) reject(new CanceledError("The sign-in was denied in the browser."));
      else resolve(code);
    });
  });
}

function buildPage(isAllowed: boolean): string {
  const text = isAllowed ? "tome is signed in" : "The sign-in was denied";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>${text}</title><h1>${text}</h1><p>You can close this page.</p></html>\n`;
}

async function exchangeCode(context: Context, code: string, verifier: string): Promise<string> {
  context.conceal(code);
  const client = await context.client({ token: code });
  const body = JSON.stringify({ verifier });
  const answer = await client.send({ method: "POST", path: "/sign-in/token", body });
  if (answer.problem !== undefined) throw answer.problem;
  const token = "value" in answer.json ? asText(asObject(answer.json.value).token) : undefined;
  if (token !== undefined) return token;
  throw new ApiError(502, "The platform completed the sign-in without a token.");
}
