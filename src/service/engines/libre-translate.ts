/** Asks a server with LibreTranslate's API, whose address the operator has configured. */

import { Problem } from "../../errors.ts";
import { withoutFinalSlashes } from "../../json/trimming.ts";

export interface TranslationControl {
  readonly signal: AbortSignal;
  /** Called each time before texts are sent to another machine; what it throws ends the translation. */
  readonly beforeSending: () => Promise<void>;
}

export interface Server {
  readonly address: string;
  readonly key: string | undefined;
}

/** Texts of one request, and its time in milliseconds. */
const batch = 50;
const patience = 120_000;

/** @throws Problem 502 if the server does not answer as it should */
export async function askServer(
  server: Server,
  texts: readonly string[],
  languages: { readonly from: string; readonly to: string },
  { signal, beforeSending }: TranslationControl,
): Promise<readonly string[]> {
  const translated: string[] = [];
  for (let start = 0; start < texts.length; start += batch) {
    const some = texts.slice(start, start + batch);
    await beforeSending();
    for (const one of await ask(server, some, languages, signal)) translated.push(one);
  }
  return translated;
}

async function ask(
  { address, key }: Server,
  texts: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const answer = await fetch(`${withoutFinalSlashes(address)}/translate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ q: texts, source: from, target: to, format: "text", api_key: key }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    redirect: "error",
  }).catch((cause: unknown) => {
    throw failure("could not be reached", cause);
  });
  if (!answer.ok) throw failure(`answered with status ${answer.status}`);
  const body: unknown = await answer.json().catch(() => undefined);
  const translations =
    typeof body === "object" && body !== null && "translatedText" in body
      ? body.translatedText
      : undefined;
  const isWhole = Array.isArray(translations) && translations.length === texts.length;
  if (!isWhole || !translations.every((text) => typeof text === "string")) {
    throw failure("answered with something that is no translation of every text");
  }
  return translations;
}

function failure(what: string, cause?: unknown): Problem {
  return Object.assign(new Problem(502, `The translation server ${what}.`), { cause });
}
