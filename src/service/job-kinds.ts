/** Every kind of job; what does one is loaded when the first of its kind is due. */
import type { sortingKind } from "./conversations/sort.ts";
import type { JobKind, LongJob, ShortJob } from "./engines/jobs.ts";
import { openTranslator, type TranslatorSetting } from "./engines/translator.ts";
import type { synchronizingKind } from "./git/synchronize.ts";
import type { processingKind } from "./openapi/process.ts";
import type { translatingKind } from "./translations/run.ts";

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
    "purge-space": short(() => import("./engines/purge.ts").then((m) => m.purgeSpace)),
    "process-specification": long(() =>
      import("./openapi/process.ts").then((m) => m.processSpecification),
    ),
    "send-events": long(() => import("./events/send.ts").then((m) => m.sendEvents)),
    "synchronize-git": long(() => import("./git/synchronize.ts").then((m) => m.synchronizeGit)),
    "sort-issues": short(() => import("./conversations/sort.ts").then((m) => m.sortIssues)),
    "run-translation": long(() =>
      import("./translations/run.ts").then((m) => m.translationJob(openTranslator(translator))),
    ),
  };
}

function short(load: () => Promise<ShortJob>): ShortJob {
  return async (payload, call) => (await load())(payload, call);
}

function long(load: () => Promise<LongJob>): LongJob {
  return { prepare: async (payload, call) => (await load()).prepare(payload, call) };
}
