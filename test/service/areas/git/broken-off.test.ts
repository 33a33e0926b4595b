/**
 * Git servers that disconnect in the middle of a response, and platforms that stop in the middle of
 * an operation.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import * as git from "../../../../src/contract/git.ts";
import { sample, slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { serveRepository } from "../../../support/git/git-backend.ts";
import { gitSpace, main } from "../../../support/git/git-space.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { answering } from "../../../support/network/answering.ts";
import { openTestService } from "../../../support/platforms/postgres/databases.ts";

/** How a server disconnects after a request. */
const breaks: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "before its response": (response) => response.destroy(),
  "after the headers": (response) => {
    response.writeHead(200, { "content-type": "application/x-git" }).flushHeaders();
    setImmediate(() => response.destroy());
  },
  "in a response of known length": (response) => {
    response.writeHead(200, { "content-type": "application/x-git", "content-length": "5000" });
    response.write("001e# service=git-upload-pack\n", () => response.destroy());
  },
  "in a response of unknown length": (response) => {
    response.writeHead(200, { "content-type": "application/x-git" });
    response.write("001e# service=git-upload-pack\n", () => response.destroy());
  },
};

/** The Git request at which it disconnects. */
const requests: Readonly<Record<string, (request: IncomingMessage) => boolean>> = {
  "the list of branches": ({ url = "" }) => url.includes("/info/refs"),
  "the commits": ({ method, url = "" }) => method === "POST" && url.includes("upload-pack"),
  "the push": ({ method, url = "" }) => method === "POST" && url.includes("receive-pack"),
};

async function openBreaking(isBroken: (request: IncomingMessage) => boolean, how: string) {
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n" });
  const server = await answering((request, response) => {
    if (isBroken(request)) return breaks[how]?.(response);
    serveRepository(request, response, repository.path);
  });
  return `${server.url}/docs.git`;
}

const failure = {
  state: "failure",
  error: expect.stringMatching(
    /closed the connection|could not be reached|Git failed for|rejected/,
  ),
};

describe("a Git server that disconnects", () => {
  const cases = Object.keys(requests).flatMap((what) =>
    Object.keys(breaks).map((how) => [what, how] as const),
  );

  const importCases = cases.filter(([what]) => what !== "the push");

  test.each(sample(cases, 1))("an export fails with a reason: %s, %s", async (what, how) => {
    const { exports, workspace } = await gitSpace();
    const url = await openBreaking(requests[what] ?? (() => false), how);
    expect(await exports(url, { force: true })).toMatchObject(failure);
    expect(await workspace.db.selectFrom("jobs").select("id").execute()).toEqual([]);
  });

  test.each(sample(importCases, 1))("an import fails with a reason: %s, %s", async (what, how) => {
    const { imports } = await gitSpace();
    const url = await openBreaking(requests[what] ?? (() => false), how);
    expect(await imports(url)).toMatchObject(failure);
  });
});

describe("a platform that is killed during an export", () => {
  /** A data folder whose platform was killed during an export, a number of times in a row. */
  async function openKilled(url: string, kills: number) {
    const folder = temporaryFolder();
    const first = await gitSpace({ folder });
    const { workspace, admin, spaceId } = first;
    const input = { spaceId, url, ref: main, commitMessage: "Export", force: true };
    await workspace.ok(admin, git.exportRepository, input);
    await workspace.db.updateTable("git_syncs").set({ state: "running" }).execute();
    const attempts = kills - 1;
    const lease = { leased_by: "killed", leased_until: 0, attempts };
    await workspace.db.updateTable("jobs").set(lease).execute();
    await workspace.service.close();
    const service = await openTestService({ folder, allowPrivate: true, log: () => {} });
    await service.jobs.finish();
    const [sync] = await service.db.selectFrom("git_syncs").selectAll().execute();
    const operations = await service.db.selectFrom("git_operations").select("id").execute();
    await service.close();
    return { sync, operations };
  }

  slowTest(
    "the export is repeated, and fails with a reason if the server disconnects",
    async () => {
      const url = await openBreaking(() => true, "in a response of known length");
      const { sync, operations } = await openKilled(url, 1);
      expect(sync).toMatchObject(failure);
      expect(operations).toEqual([]);
    },
  );

  slowTest("an export that crashes the platform each time is abandoned with a reason", async () => {
    const url = await openBreaking(() => true, "before its response");
    const { sync, operations } = await openKilled(url, 6);
    expect(sync).toMatchObject({
      state: "failure",
      error: expect.stringMatching(/^Failed after 7 attempts\. .*stopped during every attempt/),
    });
    expect(operations).toEqual([]);
  });
});
