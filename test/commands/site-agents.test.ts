import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

async function start() {
  const tome = openTome();
  const run = (line: string) => tome(`${line} --local`, { env: { TOME_HISTORY: "on" } });
  const ok = async (line: string) => {
    const ran = await run(line);
    expect({ line, code: ran.code, stderr: ran.stderr }).toMatchObject({ code: 0 });
    return ran.stdout.trim();
  };
  await ok("site create --title Docs");
  return { run, ok };
}

describe("tome site mcp-server", () => {
  slowTest("reads headers from a file and never prints them", async () => {
    const { run, ok } = await start();
    const secret = "Bearer-0123456789abcdef";
    const file = join(temporaryFolder(), "headers.txt");
    writeFileSync(file, `# orders\nAuthorization: ${secret}\n\nX-Key: short\n`);
    const created = await run(
      `site mcp-server create --name Orders --url https://orders.example.com/mcp --headers-file ${file} --site Docs`,
    );
    expect(created.code).toBe(0);
    expect(created.stdout + created.stderr).not.toContain(secret);
    const names = await ok("site mcp-server get Orders --site Docs --json headers --jq .headers");
    expect(JSON.parse(names)).toEqual({ Authorization: "[hidden]", "X-Key": "[hidden]" });
    writeFileSync(file, "");
    await ok(`site mcp-server update Orders --headers-file ${file} --site Docs`);
    expect(await ok("site mcp-server get Orders --site Docs --jq .headers")).toBe("{}");
    writeFileSync(file, `Authorization ${secret}\n`);
    const refused = await run(`site mcp-server update Orders --headers-file ${file} --site Docs`);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("Line 1 of --headers-file is not a header.");
    expect(refused.stderr).not.toContain(secret);
    writeFileSync(file, `Authorization: ${secret.repeat(30)}\n`);
    const tooLong = await run(`site mcp-server update Orders --headers-file ${file} --site Docs`);
    expect(tooLong.code).toBe(2);
    expect(tooLong.stderr).not.toContain(secret);
    expect((await run("site mcp-server delete Orders --site Docs")).code).toBe(2);
    await ok("site mcp-server delete Orders --site Docs --yes");
  });
});

describe("tome site channel", () => {
  slowTest("accepts the limits of its program only", async () => {
    const { run, ok } = await start();
    const create = (more: string) => run(`site channel create ${more} --site Docs`);
    expect((await create("slack --allowed-team DOC")).stderr).toContain("Use --allowed-channel");
    expect((await create("teams")).stderr).toContain("slack, linear, github, discord");
    expect((await create("")).stderr).toContain("<slack|linear|github|discord>");
    await ok("site channel create github --allowed-repository acme/* --site Docs");
    const id = await ok("site channel list --site Docs --format id");
    const update = (more: string) => run(`site channel update ${id} ${more} --site Docs`);
    expect((await update("--allowed-channel help")).stderr).toContain("requires --program");
    expect((await update("--allowed-repository acme/docs --role collaborator")).code).toBe(0);
    const read = JSON.parse(await ok(`site channel get ${id} --site Docs --json`));
    expect(read).toMatchObject({
      type: "builtin:github",
      role: "collaborator",
      setupSettings: { allowedRepositories: ["acme/docs"] },
    });
  });
});

describe("tome site agent", () => {
  slowTest("changes one setting and keeps the others, and is undone", async () => {
    const { run, ok } = await start();
    const read = async () => JSON.parse(await ok("site agent view --site Docs --json"));
    await ok("site agent update --topic-scans auto --instructions Short. --site Docs");
    const before = await read();
    await ok("site agent update --change-requests always --site Docs");
    const after = await read();
    expect(after).toMatchObject({
      scans: { topics: "auto" },
      findings: { changeRequests: "always" },
      editing: before.editing,
    });
    await ok("undo --yes");
    expect((await read()).findings).toEqual({ changeRequests: "never" });
    expect((await run("site agent update --site Docs")).code).toBe(2);
  });
});

test("tome site ads update needs a status or a topic", async () => {
  const { run, ok } = await start();
  expect((await run("site ads update --site Docs")).code).toBe(2);
  await ok("site ads update --topic webdev --status in-review --site Docs");
  const ads = JSON.parse(await ok("site get Docs --jq .ads"));
  expect(ads).toEqual({ status: "in-review", topic: "webdev" });
});
