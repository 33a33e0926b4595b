/** URLs in responses can be opened: none leads to 404 or 501. */
import { expect } from "vitest";
import { slowTest } from "../../support/generators/amount.ts";
import { addSample } from "../../support/platforms/sample.ts";
import { sender, serve } from "../../support/platforms/served.ts";
import { readEverything } from "../../support/requests/reading.ts";

/** URLs that cannot be opened yet, with the reason. */
const exceptions: readonly { readonly at: RegExp; readonly reason: string }[] = [
  { at: /\.urls\.(?:published|preview)$/, reason: "The pages of published sites are not served." },
  { at: /\.public(?:Content)?Endpoint$/, reason: "Scripts run only with --run-integrations." },
  { at: /\.(?:startURL|acsURL)$/, reason: "People sign in by their tokens, not yet by SAML." },
];

interface NamedAddress {
  readonly url: string;
  /** The operation and the field: `getSpaceById.urls.app`. */
  readonly at: string;
}

/** Every URL of the platform in a response. */
function* addressesIn(value: unknown, at: string, platform: string): Generator<NamedAddress> {
  if (typeof value === "string") {
    if (value.startsWith(`${platform}/`)) yield { url: value, at };
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      yield* addressesIn(inner, Array.isArray(value) ? at : `${at}.${name}`, platform);
    }
  }
}

slowTest("every URL in responses about the sample workspace can be opened", async () => {
  const { service, server } = await serve();
  await addSample(service);
  const send = sender(server);
  const reads = await readEverything(
    {
      async ask(what) {
        const { status, headers, body } = await send(what);
        return { status, headers: {}, body: parsed(headers["content-type"], body) };
      },
    },
    3,
  );
  const answers = reads.filter(({ status }) => status < 300);
  expect(new Set(answers.map(({ endpoint }) => endpoint.operation)).size).toBeGreaterThan(60);
  const addresses = new Map<string, string>();
  for (const { endpoint, body } of answers) {
    for (const { url, at } of addressesIn(body, endpoint.operation, server.url)) {
      if (!exceptions.some((exception) => exception.at.test(at))) addresses.set(url, at);
    }
  }
  const nowhere: string[] = [];
  for (const [url, at] of addresses) {
    // The fragment is not sent.
    const [path = ""] = url.slice(server.url.length).split("#");
    const { status } = await send(`GET ${path}`);
    if (status === 404 || status === 501) nowhere.push(`${at} leads to ${status}: ${path}`);
  }
  expect(nowhere).toEqual([]);
  const members = [...addresses.values()].map((at) => at.split(".").at(-1));
  expect(members).toEqual(expect.arrayContaining(["location", "app", "downloadURL", "icon"]));
});

function parsed(type: string | undefined, body: string): unknown {
  return type?.startsWith("application/json") && body !== "" ? JSON.parse(body) : undefined;
}
