/** `tome integration tail`: follows the events of an integration until it is interrupted. */
import type { Context, Result } from "../../context.ts";
import { followEvents, lineColumns } from "./follow-events.ts";

interface TailInput {
  readonly integrationName: string;
  readonly last?: number;
}

const usualEarlier = 10;

export async function tailEvents(context: Context, input: TailInput): Promise<Result> {
  const { integrationName, last: earlier = usualEarlier } = input;
  const ending = new AbortController();
  void context.interrupted().then(() => ending.abort());
  const client = await context.client();
  context.terminal.aside("Following events. Press Ctrl-C to stop.");
  return {
    list: followEvents(context, client, { integrationName, earlier, signal: ending.signal }),
    columns: lineColumns,
    isFollowed: true,
    none: "No events.",
  };
}
