import { expect, it } from "vitest";
import { openTranslator } from "../../../../src/service/engines/language/translator.ts";
import { answering } from "../../../support/network/answering.ts";

const languages = { from: "en", to: "de" };
const control = { signal: new AbortController().signal, beforeSending: async () => {} };

it("pseudo-translates without a server, with an accent on each letter that has one", async () => {
  const texts = ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ 1ß", ""];
  expect(await openTranslator().translate(texts, languages, control)).toEqual([
    "⟦áƀçðéfĝĥíĵķļmñópqŕšţúvŵxýž⟧",
    "⟦ÁBÇÐÉFĜĤÍĴĶĻMÑÓPQŔŠŢÚVŴXÝŽ 1ß⟧",
    "⟦⟧",
  ]);
});

it("translates many texts in order", async () => {
  const texts = Array.from({ length: 1001 }, (_, at) => `${at}`);
  const translated = await openTranslator().translate(texts, languages, control);
  expect(translated).toEqual(texts.map((text) => `⟦${text}⟧`));
});

it("sends texts to the server with its key", async () => {
  const requests: unknown[] = [];
  const there = await answering(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    requests.push([request.method, request.url, JSON.parse(body)]);
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ translatedText: ["Tee"] }));
  });
  const translator = openTranslator({ address: there.url, key: "secret" });
  expect(await translator.translate(["Tea"], languages, control)).toEqual(["Tee"]);
  expect(requests).toEqual([
    [
      "POST",
      "/translate",
      { q: ["Tea"], source: "en", target: "de", format: "text", api_key: "secret" },
    ],
  ]);
});
