/** Translation of texts by the engine that the operator configured. */
import { setImmediate as turn } from "node:timers/promises";
import type { TranslationControl } from "./libre-translate.ts";

export interface Translator {
  /** One translation for each text, in order. Rejects if the engine is not available. */
  readonly translate: (
    texts: readonly string[],
    languages: { readonly from: string; readonly to: string },
    control: TranslationControl,
  ) => Promise<readonly string[]>;
}

export interface TranslatorSetting {
  /** The base URL of a server with the LibreTranslate API; pseudo-translation if absent. */
  readonly address?: string | undefined;
  readonly key?: string | undefined;
}

/** This many take some milliseconds; then other requests are processed. */
const textsAtOnce = 500;

/** The engine is loaded with the first text. */
export function openTranslator({ address, key }: TranslatorSetting = {}): Translator {
  return {
    async translate(texts, languages, control) {
      if (address === undefined) {
        const { pseudoTranslate } = await import("./pseudo-translation.ts");
        const translated: string[] = [];
        for (const text of texts) {
          if (translated.push(pseudoTranslate(text)) % textsAtOnce === 0) await turn();
        }
        return translated;
      }
      const { askServer } = await import("./libre-translate.ts");
      return askServer({ address, key }, texts, languages, control);
    },
  };
}
