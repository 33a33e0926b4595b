import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { issueToken } from "../../src/service/server/tokens.ts";
import { openTome } from "../support/commands/tome.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { fittingRequest, Ids } from "../support/generators/fuzzed-requests.ts";
import { randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { compileTo, startProcess } from "../support/machine/other-process.ts";
import { untraceable } from "../support/machine/system-calls.ts";
import { openFullOrganization } from "../support/organizations/full-organization.ts";
import { openTestPlatform } from "../support/platforms/platform.ts";
import { endpoints } from "../support/requests/made.ts";

const kills = amount({ short: 1, full: 300 });
const workspaces = amount({ short: 1, full: 1000 });

/** Exports repeatedly to one file, each time with one more space. */
const exporting = `
import { writePrivateFile } from "app/run/files.ts";
import { openService } from "service/service.ts";
const [file, most] = process.argv.slice(2);
const service = await openService();
const { organization } = await service.admin.beginning();
for (let count = 1; count <= Number(most); count++) {
  const headers = { authorization: "Bearer " + service.token, "content-type": "application/json" };
  const url = "http://tome.localhost/v1/orgs/" + organization + "/spaces";
  await service.transport({ method: "POST", url, headers, body: JSON.stringify({ title: "x" }) });
  await writePrivateFile(file, JSON.stringify(await service.admin.export()) + "\\n", "/");
  console.log(count);
}
process.exit();
`;

slowTest("a killed export leaves the previous file or the complete new one", async () => {
  const program = await compileTo(temporaryFolder(), exporting);
  const folder = temporaryFolder();
  const file = join(folder, "export.json");
  const random = randomFrom();
  for (let round = 0; round < kills; round++) {
    const child = startProcess([process.execPath, program, file, "100000"]);
    let finished = Number(await child.line());
    const reading = (async () => {
      for (let line = await child.line(); line !== undefined; line = await child.line()) {
        finished = Number(line);
      }
    })();
    await pause(random.next() * 100);
    await child.kill();
    await reading;
    const { tables } = JSON.parse(readFileSync(file, "utf8"));
    expect([finished, finished + 1], `TOME_SEED=${random.seed}`).toContain(tables.spaces.length);
  }
  report("S5", `${kills} kills of exports, each time one whole export`);
});

slowTest(
  "an export is on the disk before it gets its name, and so is its name",
  async ({ skip }) => {
    const reason = untraceable();
    skip(reason !== undefined, reason);
    const program = await compileTo(temporaryFolder(), exporting);
    const folder = temporaryFolder();
    const log = join(temporaryFolder(), "calls");
    const calls = "trace=fsync,fdatasync,rename,renameat,renameat2";
    const through = ["strace", "-f", "-y", "-o", log, "-e", calls];
    const file = join(folder, "export.json");
    expect(await startProcess([...through, process.execPath, program, file, "1"]).ended()).toBe(0);
    const seen = readFileSync(log, "utf8")
      .split("\n")
      .filter((line) => line.includes(folder) && !line.includes("resumed"))
      .map((line) => /\b(fsync|fdatasync|rename)/.exec(line)?.[1]);
    expect(seen).toEqual(["fsync", "rename", "fsync"]);
    expect(readdirSync(folder)).toEqual(["export.json"]);
  },
);

slowTest("importing an export restores the same data for any workspace", async () => {
  const random = randomFrom();
  let rows = 0;
  for (let index = 0; index < workspaces; index++) {
    const origin = await openFullOrganization("Handbook", { log: () => {} });
    const { service, db, now } = origin.workspace;
    const token = await issueToken(db, { user: origin.admin, label: "test", now });
    const ids = new Ids(random, origin.ids);
    const address = { base: "http://127.0.0.1:4000", token };
    for (let count = 0; count < 40; count++) {
      const endpoint = random.pick(endpoints);
      const request = await fittingRequest(endpoint, ids, address);
      const { status, headers, body } = await service.transport(request);
      if (status < 300 && headers["content-type"] === "application/json" && body !== "") {
        ids.learn(endpoint, request, JSON.parse(String(body)));
      }
    }
    await service.jobs.finish();
    const exported = JSON.parse(JSON.stringify(await service.admin.export()));
    const target = await openTestPlatform({ realTime: () => origin.workspace.now.getTime() });
    await target.service.admin.import(exported, { keepOwnerTokens: true });
    const again = await target.service.admin.export();
    expect([random.seed, index, again]).toEqual([random.seed, index, exported]);
    rows += Object.values(again.tables).reduce((sum, table) => sum + table.length, 0);
    const path = `/v1/orgs/${origin.organizationId}/search?query=handbook`;
    const fetchFrom = async (asked: typeof target.service) =>
      (
        await asked.transport({
          method: "GET",
          url: `http://tome.localhost${path}`,
          headers: { authorization: `Bearer ${token}` },
        })
      ).body;
    expect(await fetchFrom(target.service)).toBe(await fetchFrom(service));
    await service.close();
    await target.service.close();
  }
  report("S5", `${workspaces} workspaces, ${rows} rows, each import equal to its export`);
});

test("an export does not replace a folder", async () => {
  const tome = openTome();
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "notes"));
  for (const target of [".", "..", "notes", "/", cwd]) {
    const { code, stderr } = await tome(["local", "export", target], { cwd });
    expect([target, code, stderr]).toEqual([
      target,
      2,
      expect.stringContaining("cannot be written"),
    ]);
  }
  expect(readdirSync(cwd)).toEqual(["notes"]);
});
