/** Every kind of job; what does one is loaded when the first of its kind is due. */
import type { sortingKind } from "../areas/conversations/sort.ts";
import type { JobKind, LongJob, ShortJob } from "../jobs/jobs.ts";
import { openTranslator, type TranslatorSetting } from "../engines/translator.ts";
import type { synchronizingKind } from "../areas/git/synchronize.ts";
import type { processingKind } from "../areas/openapi/process.ts";
import type { translatingKind } from "../areas/translations/run.ts";

type Name =
  | "purge-space"
  | "send-events"
  | typeof processingKind
  | typeof synchronizingKind
  | typeof sortingKind
  | typeof translatingKind;

export function jobKinds(
  translator: TranslatorSetting | undefined,
): Readonly<Record<Name, JobKind>> {
  return {
    "purge-space": short(() => import("./purge-space.ts").then((m) => m.purgeSpace)),
    "process-specification": long(() =>
      import("../areas/openapi/process.ts").then((m) => m.processSpecification),
    ),
    "send-events": long(() => import("../areas/events/send.ts").then((m) => m.sendEvents)),
    "synchronize-git": long(() => import("../areas/git/synchronize.ts").then((m) => m.synchronizeGit)),
    "sort-issues": short(() => import("../areas/conversations/sort.ts").then((m) => m.sortIssues)),
    "run-translation": long(() =>
      import("../areas/translations/run.ts").then((m) => m.translationJob(openTranslator(translator))),
    ),
  };
}

function short(load: () => Promise<ShortJob>): ShortJob {
  return async (payload, call) => (await load())(payload, call);
}

function long(load: () => Promise<LongJob>): LongJob {
  return { prepare: async (payload, call) => (await load()).prepare(payload, call) };
}
