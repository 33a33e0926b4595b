/** Asks once for all items, where the verb wants a yes. */
import type { Context } from "../../context.ts";
import { Cancelled, Problem, unasked } from "../../errors.ts";
import { objectIn } from "../../json/values.ts";
import { questionFor } from "../confirm.ts";
import { asInput } from "../input.ts";
import { openSelf, ownWords } from "../self.ts";
import type { Item, Many } from "./items.ts";

/** Items that are shown before the question, beside those that are about whoever asks. */
const shown = 5;

/** @throws UsageError where nobody can be asked; Cancelled without a yes */
export async function confirmMany(
  { line, verb, context }: Many,
  items: readonly Item[],
  client: Context["client"],
): Promise<void> {
  if (verb.kind !== "act" || verb.confirm === undefined || context.yes) return;
  const { confirm } = verb;
  const { terminal } = context;
  if (!terminal.interactive && !confirm.ownOnly) throw unasked(`tome ${line}`);
  const self = openSelf(client);
  const own = new Map<Item, string>();
  for (const item of items) {
    const words = await ownWords(confirm, item.assembled.input, self);
    if (words !== undefined) own.set(item, words);
  }
  if (confirm.ownOnly && own.size === 0) return;
  if (!terminal.interactive) throw unasked(`tome ${line}`, [...own.values()][0]);
  const told = items.filter((item, index) => index < shown || own.has(item));
  for (const item of told) {
    const { input } = item.assembled;
    const found = confirm.look && (await lookAt(confirm.look, input));
    const around = { found, place: "", own: own.get(item) };
    terminal.warn(`- ${await questionFor(verb, confirm, input, around, await client())}`);
  }
  const more = items.length - told.length;
  if (more > 0) terminal.warn(`- and ${more} more`);
  const parents = new Set(items.flatMap(({ assembled }) => assembled.fromProject));
  const place = await context.titledPlace([...parents]);
  const what = items.length === 1 ? `Do it${place}?` : `Do it for all ${items.length}${place}?`;
  if (!(await terminal.confirm(what))) throw new Cancelled();

  async function lookAt(
    endpoint: NonNullable<typeof confirm.look>,
    input: Item["assembled"]["input"],
  ) {
    try {
      return objectIn((await (await client()).call(endpoint, asInput(input))).value);
    } catch (error) {
      // What is not there is told when its turn comes.
      if (error instanceof Problem && error.status === 404) return undefined;
      throw error;
    }
  }
}
