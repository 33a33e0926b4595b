import { mkdirSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { serve } from "../../support/network/loopback.ts";

function createFolder(): string {
  const folder = join(temporaryFolder(), "docs");
  mkdirSync(folder);
  writeFileSync(join(folder, "README.md"), "# Home\n\nRead the guide.\n");
  writeFileSync(join(folder, "SUMMARY.md"), "# Summary\n\n* [Home](README.md)\n");
  return folder;
}

/** A request to this machine; not every system resolves names below localhost. */
function request(site: string, path: string): Promise<IncomingMessage> {
  const { host, port } = new URL(site);
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, headers: { host }, agent: false };
    get(options, resolve).on("error", reject);
  });
}

slowTest("a preview shows the folder until it is interrupted, and no API operation", async () => {
  const folder = createFolder();
  let output = "";
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  let site = "";
  let page = "";
  let events = Promise.resolve("");
  const statuses: (number | undefined)[] = [];
  const ran = await openTome()(["preview", folder, "--port", "0"], {
    heard(written) {
      output += written;
      start();
    },
    async interrupted() {
      await started;
      site = /^url +(\S+)$/m.exec(output)?.[1] ?? "";
      page = await text(await request(site, "/"));
      for (const path of ["/v1/user", "/_tome/beginning"]) {
        const answer = await request(site, path);
        answer.resume();
        statuses.push(answer.statusCode);
      }
      // The stream of changes of an open page ends with the preview.
      events = text(await request(site, "/~preview/events"));
    },
  });
  expect(ran.code, ran.stderr).toBe(0);
  expect(page).toContain("Read the guide.");
  expect(page).toContain("/~preview/script.js");
  expect(statuses).toEqual([404, 404]);
  expect(await events).toContain("data: ");
  await expect(request(site, "/")).rejects.toThrow("ECONNREFUSED");
});

test("a preview on a port that is in use is refused", async () => {
  const server = await serve((_, response) => response.end());
  const port = new URL(server.url).port;
  const { code, stderr } = await openTome()(["preview", createFolder(), "--port", port]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`Port ${port} is in use.`)]);
});
