/** `tome serve`: runs the local platform until it is interrupted. */
import { resolve } from "node:path";
import type { Context, Result } from "../../context.ts";
import type { JobRole } from "../../contract/job-roles.ts";
import { UsageError } from "../../errors.ts";
import { pause } from "../waiting.ts";
import { requireLocalPlatform } from "./local.ts";
import { loadSandboxOptions, type SandboxInput } from "./sandbox.ts";

interface ServeInput extends SandboxInput {
  readonly port?: number;
  readonly host?: string;
  readonly data?: string;
  readonly database?: string;
  readonly s3Endpoint?: string;
  readonly s3Bucket?: string;
  readonly s3Region?: string;
  readonly s3Prefix?: string;
  readonly memory?: boolean;
  readonly seed?: boolean;
  readonly readyFile?: string;
  readonly allowPrivate?: boolean;
  readonly runIntegrations?: boolean;
  readonly allowIntegrationScripts?: boolean;
  readonly jobs?: JobRole;
  readonly jobConcurrency?: number;
  readonly rateLimit?: number;
  readonly organizationRateLimit?: number;
  readonly drainDelay?: number;
  readonly log?: "text" | "json" | "off";
  readonly metrics?: boolean;
  readonly otlpEndpoint?: string;
  readonly publicUrl?: string;
  readonly trustedProxy?: readonly string[];
}

const usualPort = 4620;
/** Fields of `--json`; the token only if it is requested by name or on a terminal. */
const fields: readonly string[] = ["url", "token", "data", "pid", "site"];

export async function serve(context: Context, input: ServeInput): Promise<Result> {
  const { cwd, terminal, choice } = context;
  checkFields(choice.fields);
  const local = requireLocalPlatform(context, input.database);
  if (input.memory && input.data !== undefined) {
    throw new UsageError("Specify either --memory or --data, not both.");
  }
  if (input.memory && input.database !== undefined) {
    throw new UsageError("Specify either --memory or --database, not both.");
  }
  const folder = input.data === undefined ? local.folder : resolve(cwd, input.data);
  const data = input.memory ? false : folder;
  if (input.repeatable !== undefined && !input.memory) {
    throw new UsageError("--repeatable requires --memory.");
  }
  if (input.allowIntegrationScripts && !input.runIntegrations) {
    throw new UsageError("--allow-integration-scripts requires --run-integrations.");
  }
  const { port = usualPort, host, seed, readyFile, allowPrivate, log, metrics } = input;
  // Registered before the URL is known, so that every signal leads to an orderly shutdown.
  const interrupted = context.interrupted();
  const serving = await local.serve({
    port,
    host,
    data,
    database: input.memory ? undefined : local.database,
    objectStorage: {
      endpoint: input.s3Endpoint,
      bucket: input.s3Bucket,
      region: input.s3Region,
      prefix: input.s3Prefix,
    },
    seed,
    allowPrivate,
    integrations: input.runIntegrations,
    integrationScripts: input.allowIntegrationScripts,
    jobs: input.jobs,
    jobConcurrency: input.jobConcurrency,
    rateLimit: input.rateLimit,
    organizationRateLimit: input.organizationRateLimit,
    log,
    metrics,
    otlpEndpoint: input.otlpEndpoint,
    publicUrl: findOrigin(input.publicUrl),
    trustedProxies: input.trustedProxy,
    ...(await loadSandboxOptions(context, input)),
    readyFile: readyFile === undefined ? undefined : resolve(cwd, readyFile),
  });
  const { url, token } = serving;
  // The URL may have belonged to another platform before, and this one ends with the process.
  const forgetIds = () => {
    if (data === false) context.idCache.forgetAddress(url);
  };
  forgetIds();
  context.conceal(token);
  context.conceal(serving.adminToken);
  const location = local.database === undefined ? folder : local.location;
  const { site } = serving;
  // Without a terminal the output may be stored in a log, which must not contain the token.
  const printsToken = choice.fields?.includes("token") ?? terminal.outIsTerminal;
  const output = {
    url,
    token,
    data: data === false ? null : location,
    pid: process.pid,
    ...(site !== undefined && { site }),
  };
  const isJson = choice.format === "json" || choice.format === "ndjson";
  const names = choice.fields ?? fields.filter((name) => name !== "token" || printsToken);
  const picked = Object.fromEntries(
    Object.entries(output).filter(([name]) => names.includes(name)),
  );
  const lines = [
    `url      ${url}`,
    ...(printsToken ? [`token    ${token}`] : []),
    `data     ${output.data ?? "in memory"}`,
    ...(site === undefined ? [] : [`site     ${site}`]),
  ];
  await terminal.write(isJson ? `${JSON.stringify(picked)}\n` : `${lines.join("\n")}\n`);
  if (!printsToken) terminal.note(describeTokenSource(input));
  terminal.note("Press Ctrl-C to stop.");
  await interrupted;
  if (input.drainDelay) {
    serving.startShutdown();
    terminal.note(`Serving for ${input.drainDelay} s more, until proxies send no more requests.`);
    await pause(input.drainDelay * 1000);
  }
  terminal.note("Shutting down after completing the requests in progress.");
  await serving.close();
  forgetIds();
  return undefined;
}

/** @throws UsageError for an unknown --json field */
function checkFields(names: readonly string[] = []): void {
  const unknown = names.find((name) => !fields.includes(name));
  if (unknown === undefined) return;
  throw new UsageError(`Unknown field ${unknown}. Fields: ${fields.join(", ")}.`);
}

/** Instructions for getting a token if none is printed. */
function describeTokenSource({ memory, data, database, readyFile }: ServeInput): string {
  if (readyFile !== undefined) return `The token is not printed. It is in ${readyFile}.`;
  if (memory) return "The token is not printed. To write it to a file, use --ready-file.";
  const folder = data === undefined ? "" : `TOME_DATA_DIR=${data} `;
  const flag = database === undefined ? "" : " --database <url>";
  return `The token is not printed. To create one: ${folder}tome local token create${flag}`;
}

/** Links start with this URL, so it can have only a scheme, host and port. */
function findOrigin(address: string | undefined): string | undefined {
  if (address === undefined) return undefined;
  const { origin, href } = new URL(address);
  if (href === `${origin}/`) return origin;
  throw new UsageError(
    `--public-url must consist of a scheme, a host and an optional port, such as https://tome.example.com, not ${address}.`,
  );
}
