/**
 * Sign-in with a real identity provider in a real browser: to a private site, for a program, and
 * sign-out.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTome } from "../../../support/commands/tome.ts";
import {
  type Browser,
  hasChromium,
  openChromium,
  type Tab,
} from "../../../support/machine/chromium.ts";
import { ask, openSignIns } from "./fixture.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;

beforeAll(async () => {
  if (hasChromium) browser = await openChromium();
});

afterAll(async () => {
  if (hasChromium) await browser.close();
});

const getText = (tab: Tab) => tab.evaluate("document.querySelector('main').innerText");
const click = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).click()`;

async function expectFine(tab: Tab): Promise<void> {
  expect(tab.complaints()).toEqual([]);
  await tab.evaluate(`${axe}; 0`);
  const barriers = await tab.evaluate(
    "axe.run(document).then(({ violations }) => violations.map(({ id }) => id))",
  );
  expect(barriers).toEqual([]);
}

/** From the page that asks for the email to the requested page. */
async function signIn(tab: Tab, email: string): Promise<void> {
  await expectFine(tab);
  await tab.evaluate(`document.querySelector("#email").value = ${JSON.stringify(email)}; 0`);
  await tab.follow(click("form button"));
  await expectFine(tab);
  await tab.follow(
    "[...document.querySelectorAll('main a')].find((one) => one.innerText === 'Our login').click()",
  );
  expect(await tab.evaluate("document.title")).toBe("Login");
  await tab.follow(click("form button"));
}

test.skipIf(!hasChromium)(
  "a browser signs in, sees a private site, and does not after signing out",
  async () => {
    const { base, identity, privateSite } = await openSignIns();
    identity.signsIn("jonas@example.com");
    const site = await privateSite();
    const tab = await browser.newTab();
    await tab.open(`${site}/`);
    expect(await getText(tab)).toContain("Site not found");
    await tab.follow(click("main a"));
    await signIn(tab, "jonas@example.com");
    expect(await tab.evaluate("location.origin")).toBe(new URL(site).origin);
    expect(await getText(tab)).not.toContain("Site not found");
    const title = await tab.evaluate("document.title");
    await tab.open(`${site}/`);
    expect(await tab.evaluate("document.title")).toBe(title);
    await tab.open(`${base}/_signin`);
    expect(await getText(tab)).toContain("jonas@example.com");
    await expectFine(tab);
    await tab.follow(click("form button"));
    expect(await tab.evaluate("document.title")).toBe("Sign in");
    await tab.open(`${site}/`);
    expect(await getText(tab)).toContain("Site not found");
  },
);

test.skipIf(!hasChromium)(
  "tome auth login --web gets a token by the browser, which auth logout revokes",
  async () => {
    const { base, identity } = await openSignIns();
    identity.signsIn("new.person@example.com");
    const tome = openTome();
    const tab = await browser.newTab();
    const login = async (answer: "allow" | "deny") => {
      let tell: (address: readonly string[]) => void;
      const asked = new Promise<readonly string[]>((resolve) => {
        tell = resolve;
      });
      const line = tome(`auth login --web --no-browser --base-url ${base}`, {
        told(text) {
          const found = /open (\S+) and allow access if the page shows the code (\S{6})/.exec(text);
          if (found) tell(found);
        },
      });
      const [, address = "", code] = await asked;
      await tab.open(address);
      if ((await tab.evaluate("document.title")) === "Sign in") {
        await signIn(tab, "new.person@example.com");
      }
      expect(await getText(tab)).toContain(code);
      await expectFine(tab);
      await tab.follow(click(`button[value=${answer}]`));
      const ran = await line;
      return ran;
    };
    const denied = await login("deny");
    expect([denied.code, denied.stderr.includes("denied in the browser")]).toEqual([3, true]);
    const allowed = await login("allow");
    expect([allowed.code, allowed.stderr]).toEqual([0, expect.stringContaining("Logged in to")]);
    expect(await tab.evaluate("document.title")).toBe("tome is signed in");
    const { stdout } = await tome("whoami --json email --jq .email");
    expect(stdout.trim()).toBe("new.person@example.com");
    const token = (await tome("auth token")).stdout.trim();
    expect(token).toMatch(/^tome_web_/);
    const asked = () => ask(`${base}/v1/user`, { bearer: token });
    expect((await asked()).status).toBe(200);
    expect((await tome("auth logout")).code).toBe(0);
    expect((await asked()).status).toBe(401);
  },
);
