/** Translates texts. Which engine does it is a setting of the platform. */
import { setImmediate as turn } from "node:timers/promises";
import type { TranslationControl } from "./libre-translate.ts";

export interface Translator {
  /** One translation for each text, in order. Rejects if the engine is not available; nothing is lost then. */
  readonly translate: (
    texts: readonly string[],
    languages: { readonly from: string; readonly to: string },
    control: TranslationControl,
  ) => Promise<readonly string[]>;
}

export interface TranslatorSetting {
  /** The address of a server with LibreTranslate's API; pseudo-translation if absent. */
  readonly address?: string | undefined;
  readonly key?: string | undefined;
}

/** So many take some milliseconds; then others have their turn. */
const textsAtOnce = 500;

/** Nothing is loaded before the first text is translated. */
export function openTranslator({ address, key }: TranslatorSetting = {}): Translator {
  return {
    async translate(texts, languages, control) {
      if (address === undefined) {
        const { pseudoTranslated } = await import("./pseudo-translation.ts");
        const translated: string[] = [];
        for (const text of texts) {
          if (translated.push(pseudoTranslated(text)) % textsAtOnce === 0) await turn();
        }
        return translated;
      }
      const { askServer } = await import("./libre-translate.ts");
      return askServer({ address, key }, texts, languages, control);
    },
  };
}
