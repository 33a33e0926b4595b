/** URLs in responses lead to the resources that they name. */
import { expect, test } from "vitest";
import { amount, report } from "../support/generators/amount.ts";
import { openTestPlatform } from "../support/platforms/platform.ts";
import { addSample } from "../support/platforms/sample.ts";
import { readEverything } from "../support/requests/reading.ts";

const platformHost = "http://tome.localhost/";
const siteHost = /^http:\/\/[\w.-]+\.site\.localhost(?:\/|$)/;

/** Every text of a response that is a URL of the platform, with its field. */
function addressesIn(value: unknown, name: string, found: Map<string, string>): void {
  if (typeof value === "string") {
    const isOurs = value.startsWith(platformHost) || siteHost.test(value);
    if (isOurs && !found.has(value)) found.set(value, name);
  } else if (Array.isArray(value)) {
    for (const one of value) addressesIn(one, name, found);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      // Texts of users are ignored.
      if (key !== "nodes" && key !== "markdown") addressesIn(member, `${name}.${key}`, found);
    }
  }
}

test("every URL in a response of the sample workspace can be opened", async () => {
  const platform = await openTestPlatform();
  await addSample(platform.service);
  const most = amount({ short: 1, all: 2, full: 1000 });
  const reads = await readEverything(platform, most);
  const found = new Map<string, string>();
  for (const { endpoint, status, body } of reads) {
    if (status < 300) addressesIn(body, endpoint.operation, found);
  }
  const faults: string[] = [];
  for (const [address, name] of found) {
    if (siteHost.test(address)) {
      const { status } = await platform.service.transport({
        method: "POST",
        url: "http://tome.localhost/v1/urls/published",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ url: address }),
      });
      if (status !== 200) faults.push(`${status} ${name}: ${address}`);
      continue;
    }
    if (/\.(?:public|preview)$/.test(name)) continue;
    const { status } = await platform.service.transport({
      method: "GET",
      url: address.replace(/#.*/, ""),
      headers: { authorization: `Bearer ${platform.service.token}` },
    });
    // Scripts do not run on this platform.
    if (status === 501 && /\.public(?:Content)?Endpoint$/.test(name)) continue;
    // 405 is for routes of other methods, 412 for a SAML provider without a URL.
    if ([400, 404, 500, 501].includes(status)) faults.push(`${status} ${name}: ${address}`);
  }
  expect(faults).toEqual([]);
  const members = [...found.values()].map((name) => name.split(".").at(-1));
  expect(members).toEqual(expect.arrayContaining(["location", "app", "downloadURL", "icon"]));
  report("S14", `${found.size} addresses in answers followed, none to nothing`);
});
