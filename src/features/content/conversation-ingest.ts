/** Import of conversations from a file in batches. Importing one again has no further effect. */
import type { Context, JsonValue, Result } from "../../context.ts";
import { check } from "../../contract/check.ts";
import * as contract from "../../contract/conversation.ts";
import type { Input } from "../../contract/endpoint.ts";
import { IncompleteError, UsageError } from "../../errors.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { formatCount } from "../../json/pluralize.ts";
import { isList } from "../../json/values.ts";

type Conversations = Input<typeof contract.ingest>["conversations"];

const batch = 100;

const example =
  '{"id": "ticket-1", "subject": "Export fails", "parts": [{"type": "message", "role": "user", "body": "It says 500."}]}';

export async function ingest(
  context: Context,
  { organizationId, file }: { readonly organizationId: string; readonly file: string },
): Promise<Result> {
  const all = parseConversations(await context.readText(file), file);
  for (const [index, one] of all.entries()) await checkOne(one, index, file);
  const batches = Array.from({ length: Math.ceil(all.length / batch) }, (_, at) =>
    all.slice(at * batch, (at + 1) * batch),
  );
  const client = await context.client({ many: batches.length > 3 });
  client.announce(contract.ingest, { organizationId, conversations: all as Conversations });
  const progress = context.terminal.progress(`Sending ${all.length} conversations`);
  let sent = 0;
  let accepted: IncompleteError | undefined;
  try {
    for (const some of batches) {
      // Validated one by one above, against the model of the body.
      await client
        .call(contract.ingest, { organizationId, conversations: some as Conversations })
        .catch((error: unknown) => {
          // The platform has stored this batch; the remaining ones are not sent yet.
          if (!(error instanceof IncompleteError) || error.how !== "pending") throw error;
          accepted = error;
        });
      sent += some.length;
      progress.update(`Sent ${sent} of ${all.length} conversations`);
    }
  } catch (error) {
    if (sent === 0) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new IncompleteError(
      "partial",
      `Sent ${sent} of ${all.length} conversations before an error: ${reason}`,
      `tome conversation ingest --file ${file}`,
    );
  } finally {
    progress.stop();
  }
  const what = formatCount(sent, "conversation");
  return { done: `Sent ${what}.`, record: { file, sent }, unsettled: accepted };
}

/** Parses one value, a list of values, or one value per line. */
function parseConversations(text: string, file: string): readonly JsonValue[] {
  try {
    const value = readExactly(text);
    return isList(value) ? value : [value];
  } catch {
    return text
      .split("\n")
      .map((line, at) => ({ line: line.trim(), number: at + 1 }))
      .filter(({ line }) => line !== "")
      .map(({ line, number }) => {
        try {
          return readExactly(line);
        } catch {
          throw new UsageError(
            `Line ${number} of ${file} is not valid JSON. The file must be JSON or contain one JSON object per line.`,
          );
        }
      });
  }
}

async function checkOne(one: JsonValue, index: number, file: string): Promise<void> {
  const faults = await check(
    { conversations: contract.ingest.input.conversations },
    { conversations: one },
  );
  const [fault] = faults;
  if (fault === undefined) return;
  const path = fault.path.slice(1).join(".");
  throw new UsageError(
    `Conversation ${index + 1} of ${file}${path === "" ? "" : `: ${path}`} ${fault.rule}. No conversations were sent. Example of a conversation:`,
    undefined,
    [example],
  );
}
