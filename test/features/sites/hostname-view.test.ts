import { describe, expect, test } from "vitest";
import { presentHostname } from "../../../src/features/sites/hostname-view.ts";
import type { JsonObject } from "../../../src/json/values.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";

test("a custom domain without a DNS record is explained with the title of its site", async () => {
  const tome = openTome({ withSample: true });
  const ask = (line: readonly string[]) =>
    tome([...line, "--local"], { screen: true, answers: [], env: { NO_COLOR: "1" } });
  const created = await ask(["site", "create", "--title", "Help center", "--space", "Welcome"]);
  expect(created.code, created.stderr).toBe(0);
  await ask(["site", "update", "Help center", "--hostname", "docs.example.com"]);
  const { stdout, stderr } = await ask(["hostname", "get", "docs.example.com"]);
  expect(stdout, stderr).toContain("Site: Help center");
  expect(stdout).toContain("CNAME");
  expect(stdout).toContain("tome serve --public-url");
  const piped = await tome("hostname get docs.example.com --json --local");
  expect(JSON.parse(piped.stdout)).toMatchObject({ dnsRecord: { type: "CNAME", value: null } });
});

slowTest(
  "a site that needs a share link names its links and the command that creates one",
  async () => {
    const tome = openTome({ withSample: true });
    const ask = (line: readonly string[]) =>
      tome([...line, "--local"], { screen: true, answers: [], env: { NO_COLOR: "1" } });
    await ask(["site", "create", "--title", "Help center", "--space", "Welcome"]);
    const { stdout, stderr } = await ask([
      ...["site", "update", "Help center", "--visibility", "share-link"],
    ]);
    const text = `${stdout}${stderr}`.replaceAll(/\s+/g, " ");
    expect(text).toContain('Active share links: "Share link" (does not expire).');
    expect(text).toContain("tome site share-link create --name <name> --expires-at 30d");
  },
);

describe("a person reads of a custom domain", () => {
  /** The lines of a domain, on a platform that knows the site or not. */
  async function show(record: JsonObject, site: JsonObject | number = { title: "Docs" }) {
    const settings = { org: { value: "O1" } };
    const { context } = openScriptedContext({
      answer: () => site,
      more: { settings, parentId: async () => "O1" },
    });
    const shown = await presentHostname({ hostname: "docs.example.com", ...record }, context);
    if (shown === undefined || !("view" in shown)) throw new Error("There is no view.");
    return shown.view.flatMap((block) =>
      "lines" in block
        ? block.lines.map((line) =>
            line.map((span) => (typeof span === "string" ? span : span.text)).join(""),
          )
        : [],
    );
  }
  const check = ["To check the DNS records again:", "  tome hostname check docs.example.com"];

  test.each([
    ["live", "live"],
    ["dns_passed", "the DNS record is correct"],
    ["dns_wrong_cname", "the CNAME record has the wrong value"],
    ["ssl_pending", "the certificate is being issued"],
    ["internal_error", "the platform could not check the domain"],
    ["later_status", "later_status"],
  ])("the status %s as: %s", async (status, meaning) => {
    expect(await show({ status })).toEqual([`docs.example.com  ${meaning}`, ...check]);
  });

  test.each<readonly [string, JsonObject | number, string]>([
    ["the title of its site", { title: "Docs" }, "Site: Docs"],
    ["the id of a site without a title", {}, "Site: X1"],
    ["the id of a site that cannot be read", 404, "Site: X1"],
  ])("%s", async (_, site, line) => {
    const record = { status: "live", target: { site: "X1" } };
    expect(await show(record, site)).toEqual(["docs.example.com  live", line, ...check]);
  });

  const dnsRecord = { type: "CNAME", name: "docs", value: "sites.example.net" };
  const table = ["  TYPE   NAME  VALUE", "  CNAME  docs  sites.example.net"];

  test.each([
    ["live", "DNS record:"],
    ["dns_passed", "DNS record:"],
    ["ssl_pending", "DNS record:"],
    ["dns_no_cname", "DNS record to create at the DNS provider:"],
    ["ssl_failed", "DNS record to create at the DNS provider:"],
  ])("the DNS record with the status %s: %s", async (status, heading) => {
    expect((await show({ status, dnsRecord })).slice(1)).toEqual([heading, ...table, ...check]);
  });

  test.each([null, ""])("how to get the value of a DNS record without one (%j)", async (value) => {
    const lines = await show({ status: "dns_no_cname", dnsRecord: { ...dnsRecord, value } });
    expect(lines).toContain("  CNAME  docs  <public hostname of the platform>");
    expect(lines).toContain("  tome serve --public-url https://<public-hostname>");
  });
});
