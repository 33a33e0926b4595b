/** A platform whose responses contain escape sequences and CI commands. */
import { answerTo, getOperation } from "../generators/any-answers.ts";
import { hostileText, hostileValue } from "../generators/hostile.ts";
import type { Random } from "../generators/random.ts";
import { serve } from "../network/loopback.ts";

/** `last` is the last response. In refusing mode, it responds with 404 and a hostile message. */
export async function hostilePlatform(random: Random) {
  let refusing = false;
  let last = "";
  const server = await serve(async ({ method, url }, response) => {
    const endpoint = getOperation(method, url);
    const value = endpoint && (await answerTo(endpoint));
    const named = {
      "content-type": "application/json",
      "x-request-id": "r\u009b31m::error::x##[error]",
    };
    if (refusing || value === undefined) {
      last = JSON.stringify({ error: { code: 404, message: hostileText(random) } });
      response.writeHead(refusing ? 404 : 204, named);
      response.end(refusing ? last : undefined);
      return;
    }
    last = JSON.stringify(hostileValue(value, random));
    response.writeHead(endpoint?.status ?? 200, named);
    response.end(last);
  });
  return {
    url: server.url,
    refuse: (is: boolean) => {
      refusing = is;
    },
    last: () => last,
  };
}
