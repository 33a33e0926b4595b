/** Opening of URLs in the browser, with a sign-in to workspace pages of the local platform. */
import { existsSync } from "node:fs";
import { win32 } from "node:path";
import type { Context, JsonObject, Result } from "../../context.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { startProgram } from "../../programs/start.ts";

/**
 * URL of a resource's page in a response: the page for its users, or its published page if there is
 * none.
 */
export function findPageUrl(answer: JsonObject): string | undefined {
  const { app, published, location } = asObject(answer.urls);
  // A platform without a web application returns the URL of its API; a published site is readable.
  const pageUrl = app === location ? undefined : app;
  return [pageUrl, published, app, location].find((url) => typeof url === "string");
}

/**
 * Opens the page of a resource. On the local platform, the browser is signed in as the current user.
 * @param isPublished opens the published page instead
 * @throws UsageError for a resource without a page, or without a published page
 */
export async function openResource(
  context: Context,
  answer: JsonObject,
  isPublished = false,
): Promise<Result> {
  const address = isPublished ? findPublishedUrl(answer) : findPageUrl(answer);
  if (address === undefined) {
    throw isPublished
      ? new UsageError("The resource has no published URL.", "tome site publish --help")
      : new UsageError("The resource has no page for a browser.");
  }
  await browse(context, await signIn(context, address));
  return { done: `Opened ${address}`, record: { address } };
}

function findPublishedUrl(answer: JsonObject): string | undefined {
  const { published } = asObject(answer.urls);
  return typeof published === "string" ? published : undefined;
}

/** @returns a link to a workspace page that is valid once; any other URL unchanged */
async function signIn(context: Context, address: string): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^\/_app(?:\/|$)/.test(url.pathname)) return address;
  const client = await context.client();
  const platform = new URL(client.describeRaw({ method: "GET", path: "/user" }).url);
  // The token must not lead to a sign-in elsewhere.
  if (url.origin !== platform.origin) return address;
  refuseUnserved(context, url);
  const query = new URLSearchParams({ path: url.pathname });
  const { problem, json } = await client.send({ method: "GET", path: `/sign-in/link?${query}` });
  if (problem !== undefined) throw problem;
  const link = "value" in json ? asText(asObject(json.value).url) : undefined;
  if (link === undefined || !URL.canParse(link) || new URL(link).origin !== url.origin) {
    throw new ApiError(502, "The platform returned no sign-in link for the browser.");
  }
  context.conceal(link);
  return link;
}

/** Whether a URL is of a local platform in the process of the command, which a browser cannot reach. */
export function isUnserved({ settings }: Pick<Context, "settings">, url: URL): boolean {
  return settings.local && url.origin === new URL(settings.baseUrl.value).origin;
}

/** @throws UsageError for a URL of a local platform that is not served */
function refuseUnserved(context: Pick<Context, "settings">, url: URL): void {
  if (isUnserved(context, url)) {
    throw new UsageError(
      "The local platform has no pages for a browser while it is not served.",
      "tome serve",
    );
  }
}

/**
 * Starts the browser without waiting for it. The URL is never passed to a shell.
 * @throws UsageError for other URLs than http and https, for URLs of a local platform that is not
 *   served, and if no browser can be started
 */
export async function browse(context: Context, address: string): Promise<void> {
  const { env } = context;
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new UsageError(
      `The platform returned the page URL ${JSON.stringify(address)}. Only http and https URLs are opened.`,
    );
  }
  refuseUnserved(context, new URL(address));
  const [program, ...browserArguments] = resolveBrowser(env, new URL(address).href);
  await new Promise<void>((resolve, reject) => {
    const child = startProgram(program, browserArguments, {
      env: withoutOurs(env),
      stdio: "ignore",
      detached: true,
    });
    child.once("error", () =>
      reject(
        new UsageError(
          `The browser ${program} cannot be started. Set BROWSER, or open ${address} yourself.`,
        ),
      ),
    );
    child.once("spawn", () => {
      child.unref();
      resolve();
    });
  });
}

/** Tokens and keys are not passed to the browser. */
function withoutOurs(env: Context["env"]): Context["env"] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(TOME|GITBOOK)_/.test(name)));
}

/** The program and its arguments, which contain the URL. */
function resolveBrowser(env: Context["env"], url: string): readonly [string, ...string[]] {
  const chosen = env.BROWSER?.trim();
  if (chosen) {
    // A path with spaces is one word, as in `C:\\Program Files\\…\\firefox.exe`.
    const [program = chosen, ...given] = existsSync(chosen) ? [chosen] : splitCommand(chosen);
    const hasUrl = given.some((word) => word.includes("%s"));
    return [
      program,
      ...given.map((word) => word.replaceAll("%s", () => url)),
      ...(hasUrl ? [] : [url]),
    ];
  }
  if (process.platform === "darwin") return ["open", url];
  if (process.platform === "win32") {
    // Without a path, Windows would prefer a program in the working directory.
    const system = win32.join(env.SystemRoot ?? "C:\\Windows", "System32");
    return [win32.join(system, "rundll32.exe"), "url.dll,FileProtocolHandler", url];
  }
  return ["xdg-open", url];
}

/** The words of a command line; quotation marks keep a word with spaces together. */
function splitCommand(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
