/** Values of response bodies. */
import type { Endpoint } from "../../../src/contract/endpoint.ts";

/**
 * @param text the body of a successful response
 * @returns the value of JSON, and each event of a stream; an empty list without a body
 */
export function readValues({ stream }: Endpoint, text: string): readonly unknown[] {
  if (text === "") return [];
  if (stream !== true) return [JSON.parse(text)];
  return text.split("\n\n").flatMap((event) => {
    const data = /^data: (.*)$/m.exec(event)?.[1];
    return data === undefined || event.startsWith("event:") ? [] : [JSON.parse(data)];
  });
}
