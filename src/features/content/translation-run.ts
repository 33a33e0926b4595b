/** Run of a translation, optionally waiting for its end. */

import type { Context, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/translation.ts";
import { IncompleteError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { isForPerson } from "../output-form.ts";
import { findTitles } from "../resource-titles.ts";
import {
  createBeginningCheck,
  type PollingClient,
  startWork,
  type WaitFlags,
  waitFor,
} from "../waiting.ts";

export async function run(
  context: Context,
  { wait, waitLimit, ...named }: Input<typeof contract.run> & WaitFlags,
): Promise<Result> {
  const client = await context.client();
  const { translationId: id } = named;
  if (context.settings.local && !context.env.TOME_TRANSLATE_URL) {
    context.terminal.note(
      "No translation service is configured, so the local platform marks texts instead of translating them. To configure one: tome help environment",
    );
  }
  client.announce(contract.run, named);
  const read = async (reading: PollingClient) =>
    asObject((await reading.call(contract.get, named)).value);
  const before = wait ? await read(client) : undefined;
  const start = await startWork(client.call(contract.run, named), { wait });
  if (!wait) {
    return {
      done: "Started the run.",
      next: `To show its progress: tome translation get ${id}`,
      record: { id, started: true },
    };
  }
  const look = `tome translation get ${id}`;
  const mayBegin = createBeginningCheck(start, before);
  const waiting = { client, what: "The translation", hint: look, waitLimit, start };
  const record = await waitFor(context, waiting, async (polling, say) => {
    const translation = await read(polling);
    say(String(translation.status));
    const isEnded = !mayBegin(translation) && translation.status === "completed";
    return isEnded ? translation : undefined;
  });
  if (typeof record.error === "string") {
    throw new IncompleteError("failed", `The translation ${id} failed: ${record.error}`, look);
  }
  const stats = asObject(record.stats);
  const { space = "" } = asObject(record.result);
  const titles = isForPerson(context)
    ? await findTitles(client, new Map([[asText(space), "space"]]), () => ({}))
    : new Map<string, string>();
  const title = titles.get(asText(space));
  const where = title === undefined ? asText(space) : `${JSON.stringify(title)} (${asText(space)})`;
  const outdated = asObjects(record.outdated);
  const requests = [...new Set(outdated.map(({ changeRequest }) => asText(changeRequest)))];
  return {
    ...(requests.length > 0 && {
      next: `Manual corrections were kept. To review the new translation of ${formatCount(outdated.length, "page")}: ${requests.map((one) => `tome cr diff ${one} --space ${asText(space)}`).join(", ")}`,
    }),
    done: `Translated ${formatCount(Number(stats.latestPages), "page")} (${formatCount(Number(stats.latestWords), "word")}) into the space ${where}.`,
    record,
    columns: [
      { header: "ID", path: "id", as: "id" },
      { header: "STATUS", path: "status", as: "state" },
      { header: "SPACE", path: "result.space" },
      { header: "PAGES", path: "stats.latestPages", as: "number" },
      { header: "WORDS", path: "stats.latestWords", as: "number" },
    ],
  };
}
