/** Reverse proxies for tests, with the configurations of docs/published-sites.md. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from "node:http";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../machine/folder.ts";

export function hasProgram(name: string): boolean {
  return spawnSync(name, ["--version"], { stdio: "ignore" }).error === undefined;
}

/** The first block of a language in the documentation after a heading. */
function readBlock(heading: string, language: string): string {
  const file = join(import.meta.dirname, "../../../docs/published-sites.md");
  const [, section = ""] = readFileSync(file, "utf8").split(`### ${heading}\n`);
  const [, block] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(section) ?? [];
  if (block === undefined) throw new Error(`No ${language} block below ${heading}`);
  return block;
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Requests a page of a proxy, on a separate connection and without following redirects. */
export function requestProxy(
  port: number,
  path: string,
  headers: OutgoingHttpHeaders,
): Promise<ProxiedAnswer> {
  const sent = request(`http://127.0.0.1:${port}${path}`, {
    headers: { accept: "text/html", ...headers },
    agent: false,
  });
  return new Promise((resolve, reject) => {
    sent.on("error", reject).on("response", (response) => {
      const { statusCode: status = 0 } = response;
      text(response).then((body) => resolve({ status, headers: response.headers, body }), reject);
    });
    sent.end();
  });
}

export interface ProxiedSite {
  /** The path of the site on its host, such as `/docs`. */
  readonly path: string;
  readonly siteId: string;
}

export interface ProxyOptions {
  readonly port: number;
  readonly platformUrl: string;
  readonly sites: readonly ProxiedSite[];
  /** A hostname of the platform itself. */
  readonly platformName?: string;
}

/** Returns when the proxy accepts connections, with the header limits that it has by default. */
export type StartProxy = (options: ProxyOptions) => void;

/** Repeats the routes for each site; directives of the server appear once. */
function fillIn(block: string, { platformUrl, sites }: ProxyOptions): string {
  const [, directives = "", routes = ""] = /^((?:large_\w+ [^\n]*\n)*)([\s\S]*)$/.exec(block) ?? [];
  const all = sites
    .map(({ path, siteId }) =>
      routes
        .replaceAll(/(?<=[\s])\/docs(?=[\s/;])/g, path)
        .replaceAll("127.0.0.1:4620", new URL(platformUrl).host)
        .replaceAll("<site id>", siteId),
    )
    .join("\n");
  return directives + all;
}

export const startNginx: StartProxy = (options) => {
  const { port, platformUrl, platformName } = options;
  const folder = temporaryFolder();
  const file = join(folder, "nginx.conf");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  const locations = fillIn(readBlock("Sites below a path", "nginx"), options);
  const platform =
    platformName === undefined
      ? ""
      : `server {
listen 127.0.0.1:${port};
server_name ${platformName};
location / {
proxy_pass ${platformUrl};
proxy_http_version 1.1;
proxy_set_header Host $http_host;
}
}`;
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
listen 127.0.0.1:${port} default_server;
${locations}
location / { return 404 "outside"; }
}
${platform}
}
`,
  );
  const command = ["-p", folder, "-e", `${folder}/error.log`, "-c", file];
  // The command returns when the server listens.
  execFileSync("nginx", command, { stdio: "ignore" });
  onTestFinished(() => void spawnSync("nginx", [...command, "-s", "stop"], { stdio: "ignore" }));
};

export const startCaddy: StartProxy = (options) => {
  const { port, platformUrl, platformName } = options;
  const folder = temporaryFolder();
  const file = join(folder, "Caddyfile");
  const admin = `unix/${folder}/admin.sock`;
  const routes = fillIn(readBlock("Sites below a path", "caddyfile"), options);
  const platform =
    platformName === undefined
      ? ""
      : `http://${platformName}:${port} {
bind 127.0.0.1
reverse_proxy ${new URL(platformUrl).host}
}
`;
  writeFileSync(
    file,
    `{
admin ${admin}
auto_https off
grace_period 1s
}
http://:${port} {
bind 127.0.0.1
${routes}
respond "outside" 404
}
${platform}`,
  );
  const env = { PATH: process.env.PATH ?? "", HOME: folder };
  const command = { env, stdio: "ignore" } as const;
  execFileSync("caddy", ["start", "--config", file, "--adapter", "caddyfile"], command);
  // A browser keeps its connections, for which Caddy waits without a limit otherwise.
  const stop = { ...command, timeout: 20_000 };
  onTestFinished(() => void spawnSync("caddy", ["stop", "--address", admin], stop));
};
