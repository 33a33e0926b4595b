/** Client of the LibreTranslate API, for a server that the operator configured. */

import { ApiError } from "../../../errors.ts";
import { withoutFinalSlashes } from "../../../json/trim.ts";
import { traceOutgoing } from "../tracing/trace-outgoing.ts";

export interface TranslationControl {
  readonly signal: AbortSignal;
  /** Called before texts are sent to another machine; an error ends the translation. */
  readonly beforeSending: () => Promise<void>;
}

export interface Server {
  readonly address: string;
  readonly key: string | undefined;
}

/** The number of texts in a request, and its timeout in milliseconds. */
const batch = 50;
const patience = 120_000;

/** @throws ApiError 502 for an invalid response */
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
  const url = `${withoutFinalSlashes(address)}/translate`;
  const answer = await traceOutgoing({ url, method: "POST" }, (traceHeaders) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...traceHeaders },
      body: JSON.stringify({ q: texts, source: from, target: to, format: "text", api_key: key }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
      redirect: "error",
    }),
  ).catch((cause: unknown) => {
    throw createFailure("could not be reached", cause);
  });
  if (!answer.ok) throw createFailure(`responded with status ${answer.status}`);
  const body: unknown = await answer.json().catch(() => undefined);
  const translations =
    typeof body === "object" && body !== null && "translatedText" in body
      ? body.translatedText
      : undefined;
  const isWhole = Array.isArray(translations) && translations.length === texts.length;
  if (!isWhole || !translations.every((text) => typeof text === "string")) {
    throw createFailure("did not return a translation for every text");
  }
  return translations;
}

function createFailure(problem: string, cause?: unknown): ApiError {
  return Object.assign(new ApiError(502, `The translation server ${problem}.`), { cause });
}
