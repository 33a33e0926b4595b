/** Translations of spaces. */
import { type Area, createLongJob, createRequestedJob } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const translations: Area = {
  routes: [
    createLazyModule(
      "translation",
      () => import("../../../contract/translation.ts"),
      () => import("./translation.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "translation-glossary",
      () => import("../../../contract/translation-glossary.ts"),
      () => import("./glossary.ts").then((m) => m.handlers),
    ),
  ],
  jobs: ({ translator }) => ({
    "run-translation": createRequestedJob(
      createLongJob(async () => {
        const [{ createTranslationJob }, { openTranslator }] = await Promise.all([
          import("./run.ts"),
          import("../../engines/language/translator.ts"),
        ]);
        return createTranslationJob(openTranslator(translator));
      }),
      () => import("./permission.ts").then((m) => m.translationPermission),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedTranslations),
};
