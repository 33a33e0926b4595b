/** Translations of spaces. */
import { type Area, longJob, requestedJob } from "../../core/area.ts";
import { lateModule } from "../../core/route-module.ts";

export const translations: Area = {
  routes: [
    lateModule(
      "translation",
      () => import("../../../contract/translation.ts"),
      () => import("./translation.ts").then((m) => m.handlers),
    ),
  ],
  jobs: ({ translator }) => ({
    "run-translation": requestedJob(
      longJob(async () => {
        const [{ translationJob }, { openTranslator }] = await Promise.all([
          import("./run.ts"),
          import("../../engines/translator.ts"),
        ]);
        return translationJob(openTranslator(translator));
      }),
      () => import("./permission.ts").then((m) => m.translationPermission),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedTranslations),
  migrations: {
    9: () => import("./migration.ts").then((m) => m.translations),
    32: () => import("./migration.ts").then((m) => m.resultLevels),
  },
};
