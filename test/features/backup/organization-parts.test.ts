/** Webhooks, SAML groups, redirects and former URLs in backups. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import type { Transport } from "../../../src/contract/wire.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { publish, publishPages } from "../../support/organizations/content.ts";
import { openFolder } from "../../support/organizations/organization-folder.ts";
import { openBackupPlatform } from "../../support/platforms/backup-platform.ts";

slowTest(
  "a restored organization has the webhooks, SAML groups, redirects and former URLs",
  async () => {
    const at = await openFolder();
    const { workspace } = at;
    const run = async (line: string) => {
      const ran = await at.run(line.split(" "));
      expect([line, ran.code, ran.code === 0 ? "" : ran.stderr]).toEqual([line, 0, ""]);
      return ran;
    };
    at.write("content.yaml", { collections: {}, spaces: { guide: { title: "Guide" } } });
    at.write("people.yaml", { teams: { docs: { title: "Docs" } } });
    at.write("webhooks.yaml", { webhooks: { chat: { url: "https://hooks.example.com/" } } });
    const login = { title: "Login", groups: { writers: "teams/docs" } };
    at.write("saml.yaml", { providers: { login } });
    const docs = {
      site: { title: "Docs", structure: [{ type: "space", key: "guide", path: "guide" }] },
      settings: { published: true },
    };
    at.write("sites/docs.yaml", docs);
    await run(`apply ${at.folder} --yes`);
    const [space] = await at.spaces();
    const spaceId = space?.id ?? "";
    await publishPages(workspace, spaceId, [
      { title: "Home", slug: "home", markdown: "Text.\n" },
      { title: "Installation", slug: "install", markdown: "Text.\n" },
    ]);
    at.write("sites/docs.yaml", { ...docs, redirects: { "/start": "/install" } });
    await run(`apply ${at.folder} --yes`);
    await publish(workspace, spaceId, (tree) => ({
      ...tree,
      pages: tree.pages.map((page) =>
        page.slug === "install" ? { ...page, slug: "setup" } : page,
      ),
    }));
    const backup = join(temporaryFolder(), "backup");
    await run(`backup create ${backup}`);
    const read = (name: string) => parse(readFileSync(join(backup, "organization", name), "utf8"));
    const [webhook] = Object.values(read("webhooks.yaml").webhooks);
    expect(webhook).toEqual({ url: "https://hooks.example.com/", events: [] });
    expect(read("saml.yaml").providers.login.groups).toEqual({ writers: "teams/docs" });
    expect(read("sites/docs.yaml")).toMatchObject({
      redirects: { "/start": "/setup" },
      automaticRedirects: { "/install": "/setup" },
    });
    await run(`backup verify ${backup}`);

    const { stdout } = await run("org create --title Other --json id");
    const { id: other } = JSON.parse(stdout);
    await run(`backup restore ${backup} --to ${other} --yes`);
    const files = join(temporaryFolder(), "files");
    cpSync(join(backup, "organization"), files, { recursive: true });
    rmSync(join(files, "tome.lock.json"));
    const spaces = await run(`space list --org ${other} --json id`);
    const [{ id: restored }] = JSON.parse(spaces.stdout);
    await run(`apply ${files} --org ${other} --adopt spaces/guide=id:${restored} --yes`);
    const site = JSON.parse((await run(`site list --org ${other} --json id`)).stdout)[0].id;
    const list = await run(`site redirect list --site ${site} --org ${other} --json source`);
    const sources = JSON.parse(list.stdout).map(({ source }: { source: string }) => source);
    expect(sources.toSorted()).toEqual(["/guide/install", "/install", "/start"]);
    const hooks = await run(`org webhook list --org ${other} --json url`);
    expect(JSON.parse(hooks.stdout)).toEqual([{ url: "https://hooks.example.com/" }]);
    const groups = await run(`saml get Login --org ${other} --json groups`);
    expect(JSON.parse(groups.stdout).groups).toMatchObject([{ name: "writers" }]);
    await run(`plan ${files} --org ${other} --fail`);
  },
);

/** Answers like a platform without webhooks, without groups of SAML providers and automatic redirects. */
function withoutExtensions(transport: Transport): Transport {
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (/\/webhooks(\/|$)/.test(pathname)) {
      const message = "Not found.";
      const body = JSON.stringify({ error: { code: 404, message } });
      return { status: 404, headers: { "content-type": "application/json" }, body };
    }
    if (searchParams.has("automatic")) {
      const url = request.url.replace(/[?&]automatic=true/, "").replace(/^([^?]*)&/, "$1?");
      return transport({ ...request, url });
    }
    const answer = await transport(request);
    if (!/\/saml(\/|$)/.test(pathname)) return answer;
    const chunks: Uint8Array[] = [];
    if (typeof answer.body !== "string") for await (const chunk of answer.body) chunks.push(chunk);
    const text = typeof answer.body === "string" ? answer.body : Buffer.concat(chunks).toString();
    const body = text.replaceAll(/"groups":\[[^\]]*\],?/g, "");
    const { "content-length": _, ...headers } = answer.headers;
    return { ...answer, headers, body };
  };
}

describe("on a platform without webhooks, SAML groups and automatic redirects", () => {
  slowTest("a backup has the other parts, and no file for webhooks", async () => {
    const platform = await openBackupPlatform(withoutExtensions);
    const backup = join(temporaryFolder(), "backup");
    const made = await platform.run(`backup create ${backup}`);
    expect(made.code, made.stderr).toBe(0);
    const folder = join(backup, "organization");
    expect(readdirSync(folder)).not.toContain("webhooks.yaml");
    const names = readdirSync(join(folder, "sites"));
    const texts = names.map((name) => readFileSync(join(folder, "sites", name), "utf8"));
    expect(texts.join("")).toContain("/roadmap");
    expect(texts.join("")).not.toContain("automaticRedirects");
    expect(readFileSync(join(folder, "saml.yaml"), "utf8")).not.toContain("groups:");
  });

  test("a plan with webhooks and an apply with groups are refused with the reason", async () => {
    const platform = await openBackupPlatform(withoutExtensions);
    const folder = temporaryFolder();
    const write = (name: string, value: object) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), stringify(value));
    };
    write("webhooks.yaml", { webhooks: { chat: { url: "https://hooks.example.com/" } } });
    const planned = await platform.run(`plan ${folder}`);
    expect([planned.code, planned.stderr]).toEqual([
      2,
      expect.stringContaining("This platform has no webhooks of organizations."),
    ]);
    rmSync(join(folder, "webhooks.yaml"));
    write("people.yaml", { teams: { docs: { title: "Docs" } } });
    write("saml.yaml", {
      providers: { login: { title: "New login", groups: { writers: "teams/docs" } } },
    });
    const applied = await platform.run(`apply ${folder} --yes`);
    expect([applied.code, applied.stderr]).toEqual([
      9,
      expect.stringContaining("This platform does not assign teams to the groups"),
    ]);
    const providers = await platform.json<{ label: string }[]>("saml list --all");
    expect(providers.map(({ label }) => label)).toContain("New login");
  });
});
