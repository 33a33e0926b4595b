/** Translations of spaces. */
import { type Area, longJob, requestedJob } from "../../core/area.ts";
import { lazyModule } from "../../core/route-module.ts";

export const translations: Area = {
  routes: [
    lazyModule(
      "translation",
      () => import("../../../contract/translation.ts"),
      () => import("./translation.ts").then((m) => m.handlers),
    ),
    lazyModule(
      "translation-glossary",
      () => import("../../../contract/translation-glossary.ts"),
      () => import("./glossary.ts").then((m) => m.handlers),
    ),
  ],
  jobs: ({ translator }) => ({
    "run-translation": requestedJob(
      longJob(async () => {
        const [{ translationJob }, { openTranslator }] = await Promise.all([
          import("./run.ts"),
          import("../../engines/language/translator.ts"),
        ]);
        return translationJob(openTranslator(translator));
      }),
      () => import("./permission.ts").then((m) => m.translationPermission),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedTranslations),
};
