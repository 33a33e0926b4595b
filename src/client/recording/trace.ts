/** Log of every request and response for `--debug`, without secrets. */
import type { WireRequest, WireResponse } from "../../contract/wire.ts";
import { redactAnswer, redactHeader, redactRequest } from "../secrets/secrets.ts";

/** Notified of every attempt; times are milliseconds since the request was sent. */
export interface Tracer {
  request(request: WireRequest): void;
  answer(request: WireRequest, response: WireResponse, text: string, milliseconds: number): void;
  fault(message: string, milliseconds: number): void;
  wait(milliseconds: number): void;
}

const longestBody = 4000;

/** A tracer that passes its lines to `write`, each redacted by `clean` as a last safeguard. */
export function openTracer(write: (line: string) => void, clean: (text: string) => string): Tracer {
  function lines(sign: string, headers: Readonly<Record<string, string>>, body: string): void {
    for (const [name, value] of Object.entries(headers)) write(clean(`${sign} ${name}: ${value}`));
    if (body === "") return;
    const shown = clean(body);
    const rest = shown.length - longestBody;
    write(
      `${sign} ${shown.slice(0, longestBody)}${rest > 0 ? ` and ${rest} more characters` : ""}`,
    );
  }
  return {
    request(request) {
      const { url, headers, body } = redactRequest(request);
      write(clean(`> ${request.method} ${url}`));
      lines(">", headers, body ?? "");
    },
    answer(request, response, text, milliseconds) {
      write(`< ${response.status} after ${Math.round(milliseconds)} ms`);
      const headers = Object.entries(response.headers).map(([name, value]) => [
        name,
        redactHeader(name, value),
      ]);
      lines("<", Object.fromEntries(headers), redactAnswer(text, request));
    },
    fault(message, milliseconds) {
      write(clean(`! ${message} After ${Math.round(milliseconds)} ms.`));
    },
    wait(milliseconds) {
      write(`. next attempt in ${Math.round(milliseconds)} ms`);
    },
  };
}
