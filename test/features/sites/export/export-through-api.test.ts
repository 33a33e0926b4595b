/** Export of a site through the API alone, as of a platform that shows its sites elsewhere. */

import { writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { openReaders } from "../../../service/areas/reader/fixture.ts";
import { openTome } from "../../../support/commands/tome.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { listFiles } from "./conditional-site.ts";

/** Forwards all requests except those for sites. */
async function openApiOnly(platform: string) {
  const paths: string[] = [];
  const server = createServer((received, answer) => {
    paths.push(received.url ?? "");
    if (received.url?.startsWith("/_site/")) {
      answer.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    const { method } = received;
    const headers = { ...received.headers, host: new URL(platform).host };
    const forwarded = request(platform + received.url, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    });
    received.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, paths };
}

slowTest("an export through the API has the same files as one of the published site", async () => {
  const { url, token, org, site } = await openReaders();
  const api = await openApiOnly(url);
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "claims.json"), JSON.stringify({ isCustomer: true }));
  const read = async (base: string, flags: string, name: string) => {
    const out = join(cwd, name);
    const env = { TOME_TOKEN: token, TOME_BASE_URL: base, TOME_ORG: org };
    const ran = await openTome()(`site export ${site} ${out} ${flags}`, { env, cwd });
    expect([ran.stderr, ran.code]).toEqual([expect.any(String), 0]);
    const { port } = new URL(base);
    return new Map(
      [...listFiles(out)].map(([file, text]) => [file, text.replaceAll(port, "<port>")]),
    );
  };
  for (const flags of ["", "--claims claims.json"]) {
    const own = await read(url, flags, `own-${flags.length}`);
    const copied = await read(api.url, flags, `copied-${flags.length}`);
    expect([...copied.keys()].sort()).toEqual([...own.keys()].sort());
    const different = [...own].filter(([file, text]) => copied.get(file) !== text);
    const texts = new Map(different);
    expect(new Map([...copied].filter(([file]) => texts.has(file)))).toEqual(texts);
    expect(own.size).toBeGreaterThan(50);
  }
  const onSite = new Set(api.paths.filter((path) => path.startsWith("/_site/")));
  expect([...onSite].every((path) => /robots\.txt/.test(path))).toBe(true);
});
