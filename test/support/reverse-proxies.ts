/** Reverse proxies for tests, with the configurations of docs/published-sites.md. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./folder.ts";

export function hasProgram(name: string): boolean {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined;
}

/** The first block of a language in the documentation after a heading. */
function readBlock(heading: string, language: string): string {
  const file = join(import.meta.dirname, "../../docs/published-sites.md");
  const [, section = ""] = readFileSync(file, "utf8").split(`### ${heading}\n`);
  const [, block] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section) ?? [];
  if (block === undefined) throw new Error(`No ${language} block below ${heading}`);
  return block;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** @returns the port of the proxy, which accepts connections */
export type StartProxy = (platformUrl: string, siteId: string) => Promise<number>;

function fillIn(block: string, platformUrl: string, siteId: string): string {
  return block
    .replaceAll("127.0.0.1:4620", new URL(platformUrl).host)
    .replaceAll("<site id>", siteId);
}

export const startNginx: StartProxy = async (platformUrl, siteId) => {
  const folder = temporaryFolder();
  const port = await findFreePort();
  const file = join(folder, "nginx.conf");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  const locations = fillIn(readBlock("Sites below a path", "nginx"), platformUrl, siteId);
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? "user root;\n" : ""}worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
access_log off;
${paths}
server {
listen 127.0.0.1:${port};
${locations}
location / { return 404 "outside"; }
}
}
`,
  );
  const command = ["-p", folder, "-e", `${folder}/error.log`, "-c", file];
  // The command returns when the server listens.
  execFileSync("nginx", command, { stdio: "ignore" });
  onTestFinished(() => void spawnSync("nginx", [...command, "-s", "stop"], { stdio: "ignore" }));
  return port;
};

export const startCaddy: StartProxy = async (platformUrl, siteId) => {
  const folder = temporaryFolder();
  const port = await findFreePort();
  const file = join(folder, "Caddyfile");
  const admin = `unix/${folder}/admin.sock`;
  const routes = fillIn(readBlock("Sites below a path", "caddyfile"), platformUrl, siteId);
  writeFileSync(
    file,
    `{
admin ${admin}
auto_https off
}
http://:${port} {
bind 127.0.0.1
${routes}
respond "outside" 404
}
`,
  );
  const env = { PATH: process.env.PATH ?? "", HOME: folder };
  const options = { env, stdio: "ignore" } as const;
  execFileSync("caddy", ["start", "--config", file, "--adapter", "caddyfile"], options);
  onTestFinished(() => void spawnSync("caddy", ["stop", "--address", admin], options));
  return port;
};
