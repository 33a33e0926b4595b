/** The history of a command's writes, opened before the first write is sent. */
import { join } from "node:path";
import type { LoggedWrite, WriteLog } from "../../client/write-log.ts";
import type { Context, LocalPlatform, ResolvedSettings } from "../../context.ts";
import type { History } from "../../history/history.ts";
import type { Keeper } from "../../history/keeper.ts";
import type { HistoryStore } from "../../history/store.ts";
import { getStatePath, type SettingsEnvironment } from "../../settings/paths.ts";

interface HistoryContext {
  /** The words of the command without its arguments. */
  readonly line: string;
  readonly settings: ResolvedSettings;
  readonly env: SettingsEnvironment;
  readonly local: LocalPlatform;
  readonly warn: (text: string) => void;
  /** Name and version of the program that asked for the command. */
  readonly client: string | undefined;
}

export interface HistoryAccess {
  /** The write log of a client; undefined if no history is kept. */
  readonly log: (many: boolean) => WriteLog | undefined;
  readonly open: Context["history"];
  readonly endAccepted: Keeper["endAccepted"];
}

const unrecorded: LoggedWrite = { answered: async () => {}, failed: async () => {} };

export function createHistoryAccess({
  line,
  settings,
  env,
  local,
  warn,
  client,
}: HistoryContext): HistoryAccess {
  const origin = settings.local ? local.location : settings.baseUrl.value;
  let keeper: Promise<Keeper> | undefined;

  let opened: Promise<HistoryStore> | undefined;

  /** A single store, so that its directory is prepared once. */
  function store(): Promise<HistoryStore> {
    opened ??= import("../../history/store.ts").then(({ openStore }) =>
      openStore(join(getStatePath(env), "history")),
    );
    return opened;
  }

  async function open(): Promise<Keeper> {
    const { openKeeper } = await import("../../history/keeper.ts");
    const profile = settings.profile.value;
    return openKeeper({ store: await store(), profile, origin, command: line, warn, client });
  }

  const kept = () => {
    keeper ??= open();
    return keeper;
  };

  async function openLog(many: boolean): Promise<WriteLog | undefined> {
    const { folder, isPossible } = await store();
    if (await isPossible()) return (await kept()).log(many);
    warn(
      `The history folder ${folder} cannot be created, so this command cannot be undone. Set XDG_STATE_HOME to another folder, or set TOME_HISTORY=off.`,
    );
    return undefined;
  }

  return {
    log(many) {
      if (env.TOME_HISTORY === "off") return undefined;
      let log: Promise<WriteLog | undefined> | undefined;
      return {
        async begin(request, read) {
          log ??= openLog(many);
          return (await log)?.begin(request, read) ?? unrecorded;
        },
      };
    },
    endAccepted: async (end) => (await keeper)?.endAccepted(end),
    async open(): Promise<History> {
      const { folder, entries, append, key } = await store();
      return {
        folder,
        origin,
        entries,
        undoing: async (entry, work) => (await kept()).undoing(entry, work),
        resolve: (entry, end) => append({ entry, ended: new Date().toISOString(), ...end }, true),
        async digests() {
          const { openDigests } = await import("../../history/digests.ts");
          return openDigests(await key());
        },
      };
    },
  };
}
