/** One confirmation for all items, if the verb asks for it. */
import type { Context } from "../../context.ts";
import { ApiError, CanceledError, unasked } from "../../errors.ts";
import { objectIn } from "../../json/values.ts";
import { asInput } from "../resolve/input.ts";
import { openSelf, ownWords } from "../resolve/self.ts";
import { questionFor } from "../run/confirm.ts";
import type { BulkCommand, BulkItem } from "./items.ts";

/**
 * Number of items that are listed before the question, in addition to those that affect the current
 * user.
 */
const mostListed = 5;

/** @throws UsageError without a terminal; CanceledError if the answer is not yes */
export async function confirmMany(
  { line, verb, context }: BulkCommand,
  items: readonly BulkItem[],
  client: Context["client"],
): Promise<void> {
  if (verb.kind !== "mutation" || verb.confirm === undefined || context.yes) return;
  const { confirm } = verb;
  const { terminal } = context;
  if (!terminal.interactive && !confirm.onlyIfSelf) throw unasked(`tome ${line}`);
  const self = openSelf(client);
  const own = new Map<BulkItem, string>();
  for (const item of items) {
    const words = await ownWords(confirm, item.assembled.input, self);
    if (words !== undefined) own.set(item, words);
  }
  if (confirm.onlyIfSelf && own.size === 0) return;
  if (!terminal.interactive) throw unasked(`tome ${line}`, [...own.values()][0]);
  const listed = items.filter((item, index) => index < mostListed || own.has(item));
  for (const item of listed) {
    const { input } = item.assembled;
    const target = confirm.read && (await readTarget(confirm.read, input));
    const known = { target, projectParents: "", own: own.get(item) };
    terminal.warn(`- ${await questionFor(verb, confirm, input, known, await client())}`);
  }
  const more = items.length - listed.length;
  if (more > 0) terminal.warn(`- and ${more} more`);
  const parents = new Set(items.flatMap(({ assembled }) => assembled.fromProject));
  const within = await context.describeTitledParents([...parents]);
  const what =
    items.length === 1 ? `Continue${within}?` : `Continue with all ${items.length} items${within}?`;
  if (!(await terminal.confirm(what))) throw new CanceledError();

  async function readTarget(
    endpoint: NonNullable<typeof confirm.read>,
    input: BulkItem["assembled"]["input"],
  ) {
    try {
      return objectIn((await (await client()).call(endpoint, asInput(input))).value);
    } catch (error) {
      // A missing resource is reported when its item runs.
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }
}
