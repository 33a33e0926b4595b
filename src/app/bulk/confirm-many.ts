/** Asks once for all items, where the verb wants a yes. */
import type { Context } from "../../context.ts";
import { objectIn } from "../../contract/wire.ts";
import { Cancelled, Problem, UsageError } from "../../errors.ts";
import { questionFor } from "../confirm.ts";
import { asInput } from "../input.ts";
import { titledPlace } from "../project-place.ts";
import type { Item, Many } from "./items.ts";

/** Items that are shown before the question. */
const shown = 5;

/** @throws UsageError where nobody can be asked; Cancelled without a yes */
export async function confirmMany(
  { line, verb, context }: Many,
  items: readonly Item[],
  client: Context["client"],
): Promise<void> {
  if (verb.kind !== "act" || verb.confirm === undefined || context.yes) return;
  if (verb.confirm.ownOnly) return;
  const { terminal } = context;
  if (!terminal.interactive) {
    throw new UsageError(
      `tome ${line} asks for confirmation, and there is no terminal to ask at; add --yes to do it without.`,
    );
  }
  const { look } = verb.confirm;
  for (const { assembled } of items.slice(0, shown)) {
    const { input } = assembled;
    const found = look && (await lookAt(look, input));
    const asked = await questionFor(verb.confirm, input, found, "", await client());
    terminal.warn(`- ${asked}`);
  }
  const more = items.length - shown;
  if (more > 0) terminal.warn(`- and ${more} more`);
  const parents = new Set(items.flatMap(({ assembled }) => assembled.fromProject));
  const place = await titledPlace([...parents], context, await client());
  const what = items.length === 1 ? `Do it${place}?` : `Do it for all ${items.length}${place}?`;
  if (!(await terminal.confirm(what))) throw new Cancelled();

  async function lookAt(endpoint: NonNullable<typeof look>, input: Item["assembled"]["input"]) {
    try {
      return objectIn((await (await client()).call(endpoint, asInput(input))).value);
    } catch (error) {
      // What is not there is told when its turn comes.
      if (error instanceof Problem && error.status === 404) return undefined;
      throw error;
    }
  }
}
