/** A complete organization behind HTTP, for undoing any operation. */
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openClient } from "../../../src/client/client.ts";
import { openTransport } from "../../../src/client/transport/transport.ts";
import { type Endpoint, getMethod, type Input } from "../../../src/contract/endpoint.ts";
import type { Noun } from "../../../src/contract/nouns.ts";
import { ApiError } from "../../../src/errors.ts";
import type { HistoryEntry } from "../../../src/history/history-entry.ts";
import { openKeeper } from "../../../src/history/keeper.ts";
import { openStore } from "../../../src/history/store.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { openTome, type Ran } from "../commands/tome.ts";
import { fitting } from "../generators/fuzzed-values.ts";
import type { Random } from "../generators/random.ts";
import { temporaryFolder } from "../machine/folder.ts";
import { serve } from "../network/loopback.ts";
import { openCompleteOrganization } from "../organizations/complete-organization.ts";
import { endpoints } from "../requests/made.ts";
import { neededBy, pathBefore, requestFor } from "../requests/requests.ts";

const base = "http://127.0.0.1:4000";

export interface UndoPlatform {
  /** Sends an operation with history. @returns the history entry; undefined if it was refused */
  readonly act: (endpoint: Endpoint, input: object) => Promise<HistoryEntry | undefined>;
  /** Sends an operation as another user without history. @returns whether it succeeded */
  readonly meanwhile: (endpoint: Endpoint, input: object) => Promise<boolean>;
  readonly run: (line: string | readonly string[]) => Promise<Ran>;
  readonly entries: () => Promise<readonly HistoryEntry[]>;
  /** Random input for an operation, with existing ids. */
  readonly inputFor: (endpoint: Endpoint, random: Random) => Promise<Record<string, unknown>>;
  /** All responses for an admin, by operation, without times and values derived from them. */
  readonly everything: () => Promise<ReadonlyMap<string, unknown>>;
  readonly organizationId: string;
  readonly ids: ReadonlyMap<string, string>;
  readonly folder: string;
}

export async function openUndoPlatform(word: string): Promise<UndoPlatform> {
  const { workspace, admin, ids, organizationId } = await openCompleteOrganization(word);
  onTestFinished(() => workspace.service.close());
  const { service, db, now } = workspace;
  const token = await issueToken(db, { user: admin, label: "undo", now });
  const server = await serve(async ({ method, url, headers, body }, response) => {
    const answer = await service.transport({
      method: method as "GET",
      url: `${base}${url}`,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          typeof value === "string" && name !== "host" ? [[name, value]] : [],
        ),
      ),
      ...(body !== "" && { body }),
    });
    response.writeHead(answer.status, { ...answer.headers });
    response.end(String(answer.body));
  });
  const state = temporaryFolder();
  const folder = join(state, "tome", "history");
  const store = openStore(folder);
  const tome = openTome();
  const env = {
    XDG_STATE_HOME: state,
    TOME_BASE_URL: server.url,
    TOME_TOKEN: token,
    TOME_ORG: organizationId,
    TOME_HISTORY: "on",
  };
  const ask = (endpoint: Endpoint, input: object) =>
    service.transport(requestFor(endpoint, input, { base, token }));

  return {
    organizationId,
    ids,
    folder,
    entries: store.entries,
    run: (line) => tome(line, { env }),
    async act(endpoint, input) {
      const keeper = openKeeper({
        store,
        profile: "default",
        origin: server.url,
        command: "test",
        warn(text) {
          throw new Error(text);
        },
      });
      const client = openClient({
        baseUrl: server.url,
        token,
        transport: openTransport({ environment: {} }),
        userAgent: "tome/test",
        log: keeper.log(false),
      });
      try {
        await client.call(endpoint, input as Input<typeof endpoint>);
      } catch (error) {
        if (error instanceof ApiError) return undefined;
        throw error;
      }
      await service.jobs.finish();
      return (await store.entries()).at(-1);
    },
    async meanwhile(endpoint, input) {
      const { status } = await ask(endpoint, input);
      await service.jobs.finish();
      return status < 300;
    },
    async inputFor(endpoint, random) {
      const getId = (noun: Noun | string) => ids.get(noun) ?? "none";
      const input: Record<string, unknown> = {};
      const share = random.next();
      for (const [name, field] of Object.entries(endpoint.input)) {
        if (endpoint.route.includes(`{${name}}`)) {
          input[name] =
            ids.get(pathBefore(endpoint, name)) ??
            (field.kind === "id" ? getId(field.of) : "example");
        } else if (!field.optional || random.chance(share)) {
          const value = await fitting(field, { random, getId });
          if (value !== undefined) input[name] = value;
        }
      }
      return { ...input, ...neededBy(endpoint, { ids, word }) };
    },
    async everything() {
      const answers = new Map<string, unknown>();
      for (const endpoint of endpoints.filter(isTelling)) {
        const input: Record<string, unknown> = {};
        for (const [name, field] of Object.entries(endpoint.input)) {
          if (!endpoint.route.includes(`{${name}}`)) continue;
          input[name] =
            ids.get(pathBefore(endpoint, name)) ??
            (field.kind === "id" ? (ids.get(field.of) ?? "none") : "example");
        }
        // Drafts are in a separate list.
        for (const draft of endpoint.input.draft === undefined ? [false] : [false, true]) {
          const { status, body } = await ask(endpoint, { ...input, ...(draft && { draft }) });
          const text = typeof body === "string" ? body : "";
          answers.set(`${endpoint.operation}${draft ? " of drafts" : ""}`, {
            status,
            body: text.startsWith("{") ? withoutTimes(JSON.parse(text)) : text,
          });
        }
      }
      return answers;
    },
  };
}

/** Whether the operation returns the state of an organization, rather than events or external data. */
function isTelling(endpoint: Endpoint): boolean {
  return (
    getMethod(endpoint) === "GET" &&
    !/audit|\/pdf|\/embed|\/search|\/ask|events|deliveries|\/scans|\/urls\/|email-domains|git\/plans/i.test(
      endpoint.route,
    )
  );
}

/**
 * Removes times, download URLs, which contain signed times, and the ids of redirects, which are identified
 * by their source.
 */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== "object" || value === null) return value;
  const isRedirect = "object" in value && value.object === "site-redirect";
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isRedirect || name !== "id")
      .filter(([name]) => !/[a-z](?:At|Date)$/.test(name) && name !== "executionId")
      .map(([name, inner]) => [name, withoutTimes(inner)]),
  );
}
