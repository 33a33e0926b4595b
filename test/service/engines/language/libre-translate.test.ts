import { describe, expect, test } from "vitest";
import { askServer } from "../../../../src/service/engines/language/libre-translate.ts";
import { answerJson, serve } from "../../../support/network/loopback.ts";

/** Translates texts with a server that responds to each list of texts. */
async function translate(texts: readonly string[], respond: (q: readonly string[]) => unknown) {
  const server = await serve(({ body }, response) => {
    const answer = respond(JSON.parse(body).q);
    if (typeof answer === "number") return answerJson(response, answer, { translatedText: [] });
    if (typeof answer === "string") return response.end(answer);
    return answerJson(response, 200, answer);
  });
  let permissions = 0;
  const control = {
    signal: new AbortController().signal,
    beforeSending: async () => void permissions++,
  };
  const address = { address: `${server.url}/`, key: undefined };
  const translated = await askServer(address, texts, { from: "en", to: "fr" }, control);
  return { translated, requests: server.seen.map(({ url }) => url), permissions };
}

test("texts are sent in batches, and their translations returned in order", async () => {
  const texts = Array.from({ length: 101 }, (_, index) => `text ${index}`);
  const { translated, requests, permissions } = await translate(texts, (q) => ({
    translatedText: q.map((text) => `fr ${text}`),
  }));
  expect(translated).toEqual(texts.map((text) => `fr ${text}`));
  expect(requests).toEqual(["/translate", "/translate", "/translate"]);
  expect(permissions).toBe(3);
});

describe("an incomplete response is an error", () => {
  const incomplete = "The translation server did not return a translation for every text.";

  test.each<[string, unknown, string]>([
    ["with fewer texts", { translatedText: ["un"] }, incomplete],
    ["with more texts", { translatedText: ["un", "deux", "trois"] }, incomplete],
    ["without texts", { translatedText: [] }, incomplete],
    ["with one text for all", { translatedText: "un deux" }, incomplete],
    ["with a number", { translatedText: ["un", 2] }, incomplete],
    ["with an error", { error: "No." }, incomplete],
    ["that is not JSON", "<html>", incomplete],
    ["with the status 429", 429, "The translation server responded with status 429."],
  ])("%s", async (_, answer, message) => {
    await expect(translate(["one", "two"], () => answer)).rejects.toThrow(message);
  });
});

test("a redirect is not followed, which would send the texts and the key to another server", async () => {
  const other = await serve((_, response) => answerJson(response, 200, { translatedText: ["un"] }));
  const server = await serve((_, response) =>
    response.writeHead(307, { location: `${other.url}/translate` }).end(),
  );
  const address = { address: `${server.url}/`, key: "secret" };
  const control = { signal: new AbortController().signal, beforeSending: async () => {} };
  await expect(askServer(address, ["one"], { from: "en", to: "fr" }, control)).rejects.toThrow(
    "The translation server could not be reached.",
  );
  expect([server.seen.length, other.seen.length]).toEqual([1, 0]);
});
