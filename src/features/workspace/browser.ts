/** Opens a web address in the person's browser. */
import { win32 } from "node:path";
import type { Context, JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { objectIn } from "../../json/values.ts";
import { startProgram } from "../../programs/start.ts";

/** The address of a thing's own page, as an answer names it. */
export function findPageUrl(answer: JsonObject): string | undefined {
  const { app, published, location } = objectIn(answer.urls);
  // A platform without a web application names its API there; a published site is a page to read.
  const own = app === location ? undefined : app;
  return [own, published, app, location].find((url) => typeof url === "string");
}

/**
 * Starts the browser and does not wait for it. No shell reads the address.
 * @throws UsageError for an address that is not of the web, and if no browser can be started
 */
export async function browse({ env }: Context, address: string): Promise<void> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new UsageError(
      `The platform returned the page URL ${JSON.stringify(address)}. Only http and https URLs are opened.`,
    );
  }
  const [program, ...given] = browserIn(env);
  await new Promise<void>((resolve, reject) => {
    const child = startProgram(program, [...given, new URL(address).href], {
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

/** Tokens and keys of tome are not for the browser. */
function withoutOurs(env: Context["env"]): Context["env"] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(TOME|GITBOOK)_/.test(name)));
}

function browserIn(env: Context["env"]): readonly [string, ...string[]] {
  const chosen = env.BROWSER?.trim();
  if (chosen) return [chosen];
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") {
    // Without its folder, a program of that name in the working directory would be started.
    const system = win32.join(env.SystemRoot ?? "C:\\Windows", "System32");
    return [win32.join(system, "rundll32.exe"), "url.dll,FileProtocolHandler"];
  }
  return ["xdg-open"];
}
