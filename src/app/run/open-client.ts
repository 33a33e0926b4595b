/**
 * The client of a command: on the network, on the local platform, describing requests, or replaying
 * a recording.
 */

import type { ReceivedSecret } from "../../client/secrets/received-secrets.ts";
import type { WriteLog } from "../../client/write-log.ts";
import type {
  ApiClient,
  CommandClientOptions,
  ResolvedSettings,
  ResolvedToken,
  Terminal,
} from "../../context.ts";
import { getMethod } from "../../contract/endpoint.ts";
import type { Transport } from "../../contract/wire.ts";
import { MissingTokenError, UnsentError, UsageError } from "../../errors.ts";
import { refuseOtherPlatform } from "../../settings/credentials.ts";
import { version } from "../../version.ts";
import { forgetThing } from "../resolve/remember-ids.ts";
import { readText } from "./files.ts";
import type { HistoryAccess } from "./history.ts";
import type { EmbeddedPlatform } from "./local-platform.ts";
import type { Machine } from "./machine.ts";
import type { Recording, Replay } from "./recordings.ts";

/** The recording that a command writes or is answered from. */
export interface Recordings {
  readonly recording?: Recording | undefined;
  readonly replaying?: Replay | undefined;
}

export interface ClientSources extends Recordings {
  readonly settings: ResolvedSettings;
  readonly token: () => Promise<ResolvedToken | undefined>;
  readonly local: EmbeddedPlatform;
  readonly dryRun: boolean;
  readonly machine: Machine;
  readonly terminal: Terminal;
  readonly options: CommandClientOptions;
  /** The client for the reads of a dry run. */
  readonly openLookups: () => Promise<ApiClient>;
  /** The open transports of this command, by whether they are for many requests. */
  readonly wires: Map<boolean, Transport>;
  readonly history: HistoryAccess;
  /** Receives every secret in a response. */
  readonly receiveSecret: (secret: ReceivedSecret) => void;
}

/** Seconds for a request whose result can be missing. */
const optionalTimeout = 5;

export async function openClientFor(sources: ClientSources): Promise<ApiClient> {
  const { settings, local, dryRun, machine, terminal, options, recording, replaying } = sources;
  const { many, through = (wire) => wire } = options;
  const { openClient } = await import("../../client/client.ts");
  const shape = {
    userAgent: `tome/${version}`,
    timeoutSeconds: options.isOptional
      ? Math.min(settings.timeout.value, optionalTimeout)
      : settings.timeout.value,
    retries: options.isOptional ? 0 : settings.retries.value,
    trace: settings.debug.value ? terminal.warn : undefined,
    note: terminal.note,
    receiveSecret: sources.receiveSecret,
    receivesUrls: machine.delegation !== undefined,
  };
  if (dryRun) {
    const { createDescribingClient } = await import("../../client/dry-run.ts");
    const transport = () => Promise.reject(new UnsentError("A dry run sends nothing"));
    const baseUrl = settings.baseUrl.value;
    const client = openClient({ ...shape, baseUrl, token: undefined, transport });
    return createDescribingClient(client, sources.openLookups);
  }
  if (replaying) {
    const { connection } = replaying;
    return openClient({ ...shape, ...connection, transport: through(connection.transport) });
  }
  refuseOtherPlatform(settings);
  const log = machine.delegation?.isReadOnly ? refusingWrites : sources.history.log(many === true);
  const token = options.isAnonymous ? undefined : await sources.token();
  const recorded = async (wire: Transport, base: string, secret: string | undefined) =>
    recording === undefined
      ? wire
      : recording.wrap(wire, { base, token: secret, parents: await findParents(settings, local) });
  if (settings.local) {
    const connection = await local.connect();
    machine.conceal?.(connection.token);
    const secret = token?.value ?? connection.token;
    const transport = through(await recorded(connection.transport, connection.baseUrl, secret));
    return forgetDeleted(
      openClient({ ...shape, ...connection, transport, token: secret, log }),
      sources,
    );
  }
  if (token === undefined && !options.isAnonymous) throw createMissingTokenError(settings);
  const { openTransport } = await import("../../client/transport/transport.ts");
  const { caFile, baseUrl } = settings;
  const authorities = caFile && (await readText(caFile.value, machine));
  const wire =
    sources.wires.get(many === true) ??
    openTransport({ many, environment: machine.env, authorities });
  sources.wires.set(many === true, wire);
  const transport = through(await recorded(wire, baseUrl.value, token?.value));
  return forgetDeleted(
    openClient({ ...shape, baseUrl: baseUrl.value, token: token?.value, transport, log }),
    sources,
  );
}

/** The same client; what it deletes or merges is not offered by completion any more. */
function forgetDeleted(client: ApiClient, { settings, machine }: ClientSources): ApiClient {
  return {
    ...client,
    async call(endpoint, input) {
      const answer = await client.call(endpoint, input);
      if (getMethod(endpoint) === "DELETE" || endpoint.operation === "mergeChangeRequest") {
        forgetThing(endpoint, input, { settings, env: machine.env });
      }
      return answer;
    },
  };
}

/** The client for lookups by name, which a dry run sends too. */
export async function openLookupClient(sources: ClientSources): Promise<ApiClient> {
  const client = await openClientFor({ ...sources, dryRun: false });
  if (!sources.dryRun) return client;
  const { createReadOnlyClient } = await import("../../client/dry-run.ts");
  return createReadOnlyClient(client);
}

/** Refuses all writes before they are sent. */
const refusingWrites: WriteLog = {
  begin: () => Promise.reject(new UsageError("This command may only read.")),
};

/** The parents that a command takes from settings, so that its recording can be replayed elsewhere. */
async function findParents(settings: ResolvedSettings, local: EmbeddedPlatform) {
  const { space, site } = settings;
  const org = settings.org?.value ?? (settings.local ? await local.platform.organization() : "");
  return {
    ...(org !== "" && { org }),
    ...(space && { space: space.value }),
    ...(site && { site: site.value }),
  };
}

export function createMissingTokenError({
  baseUrl,
  profile,
  profileFlag,
}: ResolvedSettings): MissingTokenError {
  return new MissingTokenError(
    `The profile ${profile.value} has no token for ${baseUrl.value}. Log in or set TOME_TOKEN. To use the local platform without an account, run: tome auth switch local.`,
    `tome auth login${profileFlag}`,
  );
}
