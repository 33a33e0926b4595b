import { writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as git from "../../src/contract/git.ts";
import * as integration from "../../src/contract/integration.ts";
import * as openapi from "../../src/contract/openapi.ts";
import * as space from "../../src/contract/space.ts";
import { FetchFailure } from "../../src/service/engines/network/fetch-failure.ts";
import { type DnsLookup, fetchGuarded } from "../../src/service/engines/network/guarded-fetch.ts";
import { isPublicAddress } from "../../src/service/engines/network/public-addresses.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answering } from "../support/network/answering.ts";
import { innerHost } from "../support/network/inner-addresses.ts";
import { manifestFor } from "../support/organizations/integrations.ts";
import { openWorkspace } from "../support/platforms/workspace.ts";

const tries = amount({ short: 100, full: 20_000 });
const throughPlatform = amount({ short: 1, full: 100 });
/** Represents the public internet; all other addresses of this machine are private. */
const outside = "127.0.0.9";
const limits = { largest: 1_000_000, patience: 60_000 };
const mayReach = (address: string) => address === outside || isPublicAddress(address);
const secret = "what only those inside may read";

/** Listens on every address of this machine except the public one. */
async function openCanary() {
  const hits: string[] = [];
  const listener: RequestListener = (request, response) => {
    hits.push(`${request.method} ${request.headers.host}${request.url}`);
    response.end(secret);
  };
  const first = await answering(listener);
  const six = createServer(listener);
  await new Promise<void>((resolve) => {
    // A machine without IPv6 has no such address.
    six.once("error", () => resolve()).listen(first.port, "::1", resolve);
  });
  onTestFinished(() => void six.close());
  return { port: first.port, hits };
}

test("no spelling, hostname or redirect of a private IP address is fetched", async () => {
  const canary = await openCanary();
  const random = randomFrom();
  let inner = "";
  const redirecting = await answering((_request, response) => {
    const location = Buffer.from(inner.replace(/\s/g, "")).toString("latin1");
    response.writeHead(random.pick([301, 302, 303, 307, 308]), { location }).end();
  }, outside);
  let asked = 0;
  /** A hostname that resolves to a public address first, and to a private one afterwards. */
  const lookup: DnsLookup = (hostname, _options, callback) => {
    const first = asked++ === 0 && hostname.startsWith("rebinding");
    const address = first ? outside : "127.0.0.1";
    callback(null, [
      { address, family: 4 },
      ...(hostname.startsWith("mixed") ? [{ address: outside, family: 4 }] : []),
    ]);
  };
  for (let index = 0; index < tries; index++) {
    const host = innerHost(random);
    const port = canary.port;
    inner = random.pick([
      `http://${host}:${port}/`,
      `https://${host}:${port}/`,
      `HTTP:\\\\${host}:${port}\\x`,
      ` http://\t${host}:${port}/\n`,
      `http:/${host}:${port}/`,
      `http://example.com@${host}:${port}/`,
      `http://127.0.0.1.nip.io:${port}/`,
      `http://localhost.:${port}/`,
      `http://mixed.example:${port}/`,
      "file:///etc/passwd",
      `ftp://${host}:${port}/`,
      `//${host}:${port}/`,
    ]);
    asked = 0;
    const url = random.pick([
      inner,
      redirecting.url,
      `http://rebinding.example:${redirecting.port}/`,
    ]);
    const told = `seed ${random.seed}, ${index}: ${url}, ${inner}`;
    const refused = await fetchGuarded({ url, ...limits }, mayReach, lookup).then(
      () => undefined,
      (error) => error,
    );
    expect([told, refused]).toEqual([told, expect.any(FetchFailure)]);
    expect([told, refused.reason]).toEqual([told, expect.stringMatching(/refused|failed/)]);
  }
  expect(canary.hits).toEqual([]);
  report("H4", `${tries} addresses, names and redirects, ${canary.hits.length} led inside`);
});

slowTest(
  "specifications, their references, repositories and tunnels reach no private IP address and read no file",
  async () => {
    const canary = await openCanary();
    const random = randomFrom();
    const file = join(temporaryFolder(), "secret.yaml");
    writeFileSync(file, `openapi: 3.0.3\ninfo: {title: "${secret}", version: "1"}\npaths: {}\n`);
    const workspace = await openWorkspace({ allowPrivate: [outside] });
    const { service } = workspace;
    const org = await workspace.organization();
    const admin = await workspace.member(org, "admin");
    const { id: spaceId } = await workspace.ok(admin, space.create, {
      organizationId: org,
      title: "A",
    });
    await workspace.ok(admin, integration.publish, manifestFor(org));
    let inner = "";
    const there = await answering((request, response) => {
      if (request.url === "/away")
        response.writeHead(302, { location: Buffer.from(inner).toString("latin1") }).end();
      else if (request.url === "/next.yaml") response.end(`Pet: {$ref: '${inner}#/x'}\n`);
      else response.end(specification("next.yaml#/Pet"));
    }, outside);
    for (let index = 0; index < throughPlatform; index++) {
      inner = random.pick([
        `http://${innerHost(random)}:${canary.port}/`,
        `http://localhost:${canary.port}/`,
        `file://${file}`,
        file,
      ]);
      const sources = [
        { url: inner },
        { url: `${there.url}/away` },
        { url: `${there.url}/openapi.yaml` },
        { text: specification(`${inner}#/x`) },
      ];
      for (const [at, source] of sources.entries()) {
        const slug = { organizationId: org, specSlug: `spec-${index}-${at}` };
        await workspace.ask(admin, openapi.put, { ...slug, source });
      }
      const repositories = [inner, `http://127.0.0.1:${canary.port}/docs.git`, `ext::cat ${file}`];
      for (const url of repositories) {
        await workspace.ask(admin, git.importRepository, { spaceId, url, ref: "refs/heads/main" });
        await service.jobs.finish();
      }
      await workspace.ask(admin, integration.dev, {
        integrationName: "link-checker",
        tunnelUrl: inner,
      });
      await workspace.ask(admin, integration.install, {
        integrationName: "link-checker",
        organization: org,
      });
      await service.jobs.finish();
      await workspace.ask(admin, space.update, { spaceId, title: `B ${index}` });
      await service.jobs.finish();
    }
    expect(canary.hits).toEqual([]);
    const files = countFaults();
    const stored = JSON.stringify(await service.admin.export());
    expect(files.add(stored.includes(secret))).toBe(false);
    await service.close();
    report(
      "H4",
      `${throughPlatform * 8} sources, repositories and tunnels, ${canary.hits.length} led inside, ${files.total()} files read`,
    );
  },
);

function specification(to: string): string {
  return `openapi: 3.0.3\ninfo: {title: A, version: '1'}\npaths: {}\ncomponents: {schemas: {Pet: {$ref: '${to}'}}}\n`;
}
