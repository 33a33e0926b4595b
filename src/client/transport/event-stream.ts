/** Server-sent events of a response, as they arrive. */
import { ApiError, NetworkError } from "../../errors.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { asObject, asText, isObject, type JsonValue } from "../../json/values.ts";
import { PermanentNetworkError } from "../network-errors.ts";

/**
 * The data of each event until the event `done`, which the platform sends at the end of each stream.
 * @param limit maximum size of the stream in bytes
 * @throws ApiError for an error that the server reports in the stream
 * @throws NetworkError for an invalid stream, for one that is too large, and for one that ends without
 * the event `done`
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<JsonValue, void> {
  let name = "";
  let data: string[] = [];
  for await (const line of readLines(body, limit)) {
    if (line !== "") {
      const [, field, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      if (field === "event") name = value;
      else if (field === "data") data.push(value);
      // Other lines are comments, ids of events and times for a new connection.
      continue;
    }
    const [event, text] = [name, data.join("\n")];
    name = "";
    data = [];
    if (event === "done") return;
    if (text === "") continue;
    const value = parse(text);
    if (event === "error") throw toError(value);
    yield value;
  }
  // The last event may lack the empty line at its end.
  if (name === "done") return;
  throw new NetworkError("The answer is incomplete, because the server ended its response early.", {
    arrived: "perhaps",
    hint: "Run the command again.",
  });
}

async function* readLines(body: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest: string[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw createInvalidResponseError(`is larger than ${limit} bytes`);
    const lines = decode(decoder, chunk).split("\n");
    const [first = "", ...others] = lines;
    rest.push(first);
    for (const line of others) {
      // Removed here, because a chunk can end between the two characters of a line end.
      yield rest.join("").replace(/\r$/, "");
      rest = [line];
    }
  }
}

function decode(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true });
  } catch {
    throw createInvalidResponseError("is not UTF-8 text");
  }
}

function parse(text: string): JsonValue {
  try {
    return readExactly(text);
  } catch {
    throw createInvalidResponseError("contains an event that is not JSON");
  }
}

function toError(value: JsonValue): ApiError {
  const { error } = asObject(value);
  const { code, message } = asObject(isObject(error) ? error : value);
  const status = typeof code === "number" ? code : 500;
  return new ApiError(status, asText(message) || "The server ended the response with an error.");
}

function createInvalidResponseError(problem: string): NetworkError {
  return new PermanentNetworkError(`The response ${problem}.`, { arrived: "perhaps" });
}
