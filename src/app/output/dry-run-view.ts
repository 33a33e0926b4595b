/** A dry run for a person: the effects of all requests as words, grouped by their verb. */
import type { TerminalView, ViewLine } from "../../context.ts";
import { addTo } from "../../json/groups.ts";

/** The start of a line that describes one request. */
const bullet = "- ";

/** The number of effects that are printed beside the requests. */
const mostListed = 30;

/** Whether the messages describe the requests. */
export function describesRequests(says: readonly string[]): boolean {
  return says.some((line) => line.startsWith(bullet));
}

/** The messages beside the printed requests, which are complete. */
export function shortenEffects(says: readonly string[]): readonly string[] {
  const effects = says.filter((line) => line.startsWith(bullet));
  const more = effects.length - mostListed;
  if (more <= 0) return says;
  const others = says.filter((line) => !line.startsWith(bullet));
  return [
    ...effects.slice(0, mostListed),
    `${bullet}and ${more} more; see the requests for all`,
    ...others,
  ];
}

/**
 * All effects under headings such as `remove (3)`, in the order of the first request of each.
 * @param count the number of requests
 * @param isEnd whether the view ends with the command to print the requests
 * @param others lines about requests without a message
 */
export function buildDryRunView(
  says: readonly string[],
  count: number,
  isEnd = true,
  others: readonly ViewLine[] = [],
): TerminalView {
  const groups = new Map<string, string[]>();
  for (const line of says) {
    if (!line.startsWith(bullet)) continue;
    const [, verb = "", rest = ""] = /^- (?:([a-z]+) )?(.*)$/s.exec(line) ?? [];
    addTo(groups, verb, rest);
  }
  const lines = [...groups].flatMap(([verb, items]): ViewLine[] => [
    ...(verb === "" ? [] : [[{ text: verb, tone: "bold" as const }, ` (${items.length})`]]),
    ...items.map((item): ViewLine => [`${verb === "" ? "" : "  "}${item}`]),
  ]);
  const notes = says.filter((line) => !line.startsWith(bullet)).map((line): ViewLine => [line]);
  if (count === 0) return [{ lines: [...notes, ["There are no requests to send."]] }];
  const end = `Nothing was sent. To print ${count === 1 ? "the request" : `all ${count} requests`}: --verbose`;
  return [{ lines: [...lines, ...others, ...notes, ...(isEnd ? [[end]] : [])] }];
}
