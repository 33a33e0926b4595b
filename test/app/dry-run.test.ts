/**
 * --dry-run of commands that confirm, look up names or send several requests: the requests are
 * printed, none is sent.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLocalTome, openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { serve } from "../support/network/loopback.ts";

const line = (id: number) =>
  JSON.stringify({ id: `C${id}`, parts: [{ type: "message", role: "user", body: "PDF?" }] });

test.each([
  ["space list --limit 2", "GET", "/orgs/O1000000000000000000/spaces?limit=2"],
  ["api GET /user", "GET", "/user"],
  ["api DELETE /spaces/S1000000000000000000", "DELETE", "/spaces/S1000000000000000000"],
  ["space delete S1000000000000000000", "DELETE", "/spaces/S1000000000000000000"],
  [
    "openapi put pets --url https://example.com/a.json --wait",
    "PUT",
    "/orgs/O1000000000000000000/openapi/pets",
  ],
  [
    "git import --space S1000000000000000000 --url https://example.com/d.git --ref refs/heads/main",
    "POST",
    "/spaces/S1000000000000000000/git/import",
  ],
  [
    "cr merge 1 --space S1000000000000000000",
    "POST",
    "/spaces/S1000000000000000000/change-requests/1/merge",
  ],
])("tome %s --dry-run prints %s %s and sends nothing", async (command, method, path) => {
  const server = await serve((_, response) => response.writeHead(500).end());
  const env = { TOME_BASE_URL: server.url, TOME_ORG: "O1000000000000000000" };
  const { code, stdout, stderr } = await openTome()(`${command} --dry-run`, { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ method, url: `${server.url}/v1${path}` });
  expect(server.seen).toEqual([]);
});

test("a change with several requests is printed completely", async () => {
  const lines = Array.from({ length: 250 }, (_, at) => line(at)).join("\n");
  const { stdout } = await openTome()(
    "conversation ingest --file - --local --org O1000000000000000000 --dry-run",
    {
      stdin: lines,
    },
  );
  expect(JSON.parse(stdout).body).toHaveLength(250);
});

slowTest("a terminal shows requests without a description as lines", async () => {
  const { tome, ok } = openLocalTome();
  await ok("space create --title Guide");
  const folder = join(temporaryFolder(), "backup");
  await ok(`backup create ${folder}`);
  await ok("space delete Guide --yes");
  const line = ["backup", "restore", folder, "--dry-run", "--local"];
  const { stdout } = await tome(line, { screen: true, env: { NO_COLOR: "1" } });
  expect(stdout).toMatch(
    /^POST http:.*\/spaces\/\w+\/restore\nNothing was sent\. To print the request: --verbose\n$/,
  );
  expect(JSON.parse((await tome(line)).stdout)).toHaveLength(1);
});

slowTest("a name is looked up, and the printed request contains the id", async () => {
  const tome = openTome();
  const { stdout } = await tome('space create --title "On-call guide" --local --json id');
  const { id } = JSON.parse(stdout);
  const dry = await tome('space update "on-call GUIDE" --title New --local --dry-run');
  expect(dry).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(dry.stdout).url).toBe(`http://tome.localhost/v1/spaces/${id}`);
  const kept = await tome(`space get ${id} --local --json title`);
  expect(JSON.parse(kept.stdout)).toEqual({ title: "On-call guide" });
});

test("commands that change local data without a request do not accept --dry-run", async () => {
  const tome = openTome();
  await tome("space create --title Kept --local");
  const { code, stderr } = await tome("local reset --yes --dry-run");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--dry-run")]);
  expect((await tome("space list --local")).stdout).toContain("Kept");
});
