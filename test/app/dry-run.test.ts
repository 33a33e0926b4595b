/** --dry-run of commands that ask, look something up or send several requests: one request, none sent. */
import { expect, test } from "vitest";
import { serve } from "../support/loopback.ts";
import { openTome } from "../support/tome.ts";

const line = (id: number) =>
  JSON.stringify({ id: `C${id}`, parts: [{ type: "message", role: "user", body: "PDF?" }] });

test.each([
  ["space list --limit 2", "GET", "/orgs/O1/spaces"],
  ["api GET /user", "GET", "/user"],
  ["api DELETE /spaces/S1", "DELETE", "/spaces/S1"],
  ["space delete S1", "DELETE", "/spaces/S1"],
  ["openapi put pets --url https://example.com/a.json --wait", "PUT", "/orgs/O1/openapi/pets"],
  [
    "git import --space S1 --url https://example.com/d.git --ref refs/heads/main",
    "POST",
    "/spaces/S1/git/import",
  ],
  ["cr merge 1 --space S1", "POST", "/spaces/S1/change-requests/1/merge"],
])("tome %s --dry-run prints %s %s and sends nothing", async (command, method, path) => {
  const server = await serve((_, response) => response.writeHead(500).end());
  const env = { TOME_BASE_URL: server.url, TOME_ORG: "O1" };
  const { code, stdout, stderr } = await openTome()(`${command} --dry-run`, { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ method, url: `${server.url}/v1${path}` });
  expect(server.seen).toEqual([]);
});

test("what goes out in several requests is printed as a whole", async () => {
  const lines = Array.from({ length: 250 }, (_, at) => line(at)).join("\n");
  const { stdout } = await openTome()("conversation ingest --file - --local --org O1 --dry-run", {
    stdin: lines,
  });
  expect(JSON.parse(stdout).body).toHaveLength(250);
});

test("an id that would have to be looked up is refused with what to write instead", async () => {
  const { code, stderr } = await openTome()(
    "site sort X1 --before X2 --site T1 --org O1 --local --dry-run",
  );
  expect(code).toBe(2);
  expect(stderr).toContain(
    "A dry run sends nothing, so it cannot look up what an id is of; write section:ID, group:ID or site-space:ID.",
  );
});

test("what changes the embedded platform's data without a request takes no --dry-run", async () => {
  const tome = openTome();
  await tome("space create --title Kept --local");
  const { code, stderr } = await tome("local reset --yes --dry-run");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--dry-run")]);
  expect((await tome("space list --local")).stdout).toContain("Kept");
});
