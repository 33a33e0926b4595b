/** Reader of a streamed response of the OpenAI chat completions API. */
import { findOwn } from "../../../json/own-members.ts";
import { isObject, type JsonValue } from "../../../json/values.ts";

/** A response that does not have the format of the API. */
export class InvalidCompletion extends Error {
  override readonly name = "InvalidCompletion";
}

/** In characters; an event contains a few words. */
const longestLine = 256 * 1024;

/**
 * The parts of the text, as they arrive.
 * @param body server-sent events: `data: <JSON>` for each part, and `data: [DONE]` at the end
 * @throws InvalidCompletion for an invalid event, an error of the model, and a body that ends early
 */
export async function* readCompletion(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, void> {
  let isComplete = false;
  for await (const line of readLines(body)) {
    const data = /^data: ?(.*)$/s.exec(line)?.[1];
    // Other lines are comments, names of events and ends of events.
    if (data === undefined) continue;
    if (data === "[DONE]") return;
    const event = parseEvent(data);
    const { text, isEnd } = readPart(event);
    isComplete ||= isEnd;
    if (text !== "") yield text;
  }
  // Some servers send no [DONE], but a reason for the end.
  if (!isComplete) throw new InvalidCompletion("ended its response too early");
}

async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of body) {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      throw new InvalidCompletion("sent a response that is not UTF-8 text");
    }
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop() ?? "";
    if (rest.length > longestLine) throw new InvalidCompletion("sent an event that is too large");
    yield* lines;
  }
  if (rest !== "") yield rest;
}

function parseEvent(data: string): JsonValue {
  try {
    return JSON.parse(data);
  } catch {
    throw new InvalidCompletion("sent an invalid event");
  }
}

/** An event has one choice with a part of the text, or none, for example to report the usage. */
function readPart(event: JsonValue): { readonly text: string; readonly isEnd: boolean } {
  if (!isObject(event)) throw new InvalidCompletion("sent an invalid event");
  // The message of the model may contain its configuration, so it is not repeated.
  if (findOwn(event, "error") != null) throw new InvalidCompletion("reported an error");
  const choices = findOwn(event, "choices");
  if (!Array.isArray(choices)) throw new InvalidCompletion("sent an invalid event");
  const [choice] = choices;
  if (choice === undefined) return { text: "", isEnd: false };
  if (!isObject(choice)) throw new InvalidCompletion("sent an invalid event");
  const delta = findOwn(choice, "delta") ?? {};
  if (!isObject(delta)) throw new InvalidCompletion("sent an invalid event");
  const content = findOwn(delta, "content") ?? "";
  if (typeof content !== "string") throw new InvalidCompletion("sent an invalid event");
  return { text: content, isEnd: findOwn(choice, "finish_reason") != null };
}
