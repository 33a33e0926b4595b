/** Scripts of integrations for tests, bundled with the published runtime. */
import { build } from "esbuild";
import { openTestPlatform } from "./platform.ts";

/**
 * Bundles a source text, which may import `@gitbook/runtime`, with the options of the published CLI.
 */
export async function bundleSource(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: "tsx" },
    write: false,
    bundle: true,
    platform: "neutral",
    format: "esm",
    target: "es2020",
    mainFields: ["worker", "browser", "module", "jsnext", "main"],
    conditions: ["worker", "browser", "import", "production"],
    define: { "process.env.NODE_ENV": '"production"', MODE: '"production"' },
    external: ["node:*", "cloudflare:*"],
    jsx: "automatic",
    jsxImportSource: "@gitbook/runtime",
  });
  return outputFiles[0]?.text ?? "";
}

interface Listed {
  readonly items: readonly { readonly id: string; readonly payload: { readonly type: string } }[];
}

interface Traced {
  readonly event: {
    readonly id: string;
    readonly status: string;
    readonly failure?: string;
    readonly payload: { readonly type: string; readonly spaceId?: string };
  };
  readonly trace: {
    readonly logs: readonly { readonly level: string; readonly message: string }[];
  };
}

/**
 * A platform that runs the script of one integration, which is installed in an organization.
 * @param manifest further values of its manifest
 */
export async function openRunning(script: string, folder?: string, manifest: object = {}) {
  const platform = await openTestPlatform({ integrations: true, ...(folder && { folder }) });
  const { ask, service } = platform;
  const send = async <T>(what: string, body?: unknown): Promise<T> => {
    const answer = await ask(`${what.replace(" /", " /v1/")}`, body === undefined ? {} : { body });
    if (answer.status >= 300) throw new Error(`${what}: ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  };
  const organizations = await send<{ items: { id: string }[] }>("GET /orgs");
  const organization = organizations.items[0]?.id ?? "";
  const publish = (source: string, name = "checker") =>
    send(`POST /integrations/${name}`, {
      organization,
      title: "Checker",
      description: "Checks",
      script: source,
      scopes: ["space:metadata:read"],
      runtime: "v2",
      ...manifest,
    });
  await publish(script);
  const installation = await send<{ id: string; urls: { publicEndpoint: string } }>(
    "POST /integrations/checker/installations",
    { organization },
  );
  const endpoint = installation.urls.publicEndpoint.replace(/^https?:\/\/[^/]+/, "");
  /** All events, oldest first, with their traces. */
  const events = async (): Promise<Traced[]> => {
    const { items } = await send<Listed>("GET /integrations/checker/events");
    const traced = items.map(({ id }) => send<Traced>(`GET /integrations/checker/events/${id}`));
    return (await Promise.all(traced)).toReversed();
  };
  /** A token of another member of the organization, or of a guest. */
  const createToken = async (role: "admin" | "edit" | "read" | "guest"): Promise<string> => {
    const { token } = await service.admin.makeToken({ role, organization });
    return token;
  };
  return {
    ...platform,
    createToken,
    jobs: service.jobs,
    send,
    organization,
    publish,
    installation,
    endpoint,
    events,
  };
}
