/** Opening of URLs in the browser. */
import { win32 } from "node:path";
import type { Context, JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { objectIn } from "../../json/values.ts";
import { startProgram } from "../../programs/start.ts";

/** URL of a resource's page in a response. */
export function findPageUrl(answer: JsonObject): string | undefined {
  const { app, published, location } = objectIn(answer.urls);
  // A platform without a web application returns the URL of its API; a published site is readable.
  const pageUrl = app === location ? undefined : app;
  return [pageUrl, published, app, location].find((url) => typeof url === "string");
}

/**
 * Starts the browser without waiting for it. The URL is never passed to a shell.
 * @throws UsageError for other URLs than http and https, and if no browser can be started
 */
export async function browse({ env }: Context, address: string): Promise<void> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new UsageError(
      `The platform returned the page URL ${JSON.stringify(address)}. Only http and https URLs are opened.`,
    );
  }
  const [program, ...browserArguments] = browserIn(env);
  await new Promise<void>((resolve, reject) => {
    const child = startProgram(program, [...browserArguments, new URL(address).href], {
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

function browserIn(env: Context["env"]): readonly [string, ...string[]] {
  const chosen = env.BROWSER?.trim();
  if (chosen) return [chosen];
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") {
    // Without a path, Windows would prefer a program in the working directory.
    const system = win32.join(env.SystemRoot ?? "C:\\Windows", "System32");
    return [win32.join(system, "rundll32.exe"), "url.dll,FileProtocolHandler"];
  }
  return ["xdg-open"];
}
