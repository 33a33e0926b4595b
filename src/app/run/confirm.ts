/**
 * The confirmation question of a verb, with titles, and with a warning if it affects the current
 * user.
 */
import type { Confirm, TitledField } from "../../commands/confirm.ts";
import { listFields, type MutationVerb } from "../../commands/verb.ts";
import type { ApiClient, JsonObject } from "../../context.ts";
import { listPathNames } from "../../contract/endpoint.ts";
import { ApiError } from "../../errors.ts";
import { asObject, isObject } from "../../json/values.ts";
import { fill } from "../output/sentence.ts";
import { asInput } from "../resolve/input.ts";
import { withProjectParents } from "../resolve/project-parents.ts";

const titles = ["title", "displayName", "label", "subject", "language", "name"];

/** Data for the question. */
interface ConfirmationContext {
  /** The target, if it was read. */
  readonly target: JsonObject | undefined;
  /** The parents from the project file, as text. */
  readonly projectParents: string;
  /** A warning to print first if the command affects the current user. */
  readonly own: string | undefined;
}

export async function buildQuestion(
  verb: MutationVerb,
  { question, names }: Pick<Confirm, "question" | "names">,
  input: JsonObject,
  { target, projectParents, own }: ConfirmationContext,
  client: ApiClient,
): Promise<string> {
  const known: Record<string, string> = { projectParents };
  for (const [name, { nullWord }] of Object.entries(listFields(verb))) {
    if (input[name] === null) known[name] = nullWord ?? "";
  }
  for (const named of names) {
    const id = input[named.field];
    if (typeof id === "string") known[getKey(named)] = await fetchName(named, id, input, client);
  }
  const text = fill(withProjectParents(question), known, input, target);
  return own === undefined ? text : `${own} ${text}`;
}

/** `{user}` stands for the user with the id `userId`. */
function getKey({ field }: TitledField): string {
  return field.replace(/Id$/, "");
}

async function fetchName(
  { endpoints: several, as, describe }: TitledField,
  id: string,
  input: JsonObject,
  client: ApiClient,
): Promise<string> {
  try {
    const named = asInput({ ...input, ...(as !== undefined && { [as]: id }) });
    const by = [several].flat().find((one) => listPathNames(one).every((name) => name in named));
    if (by === undefined) return id;
    const thing = by.list
      ? await fetchItem(client.pages(by, named), id)
      : asObject((await client.call(by, named)).value);
    if (describe !== undefined && Object.keys(thing).length > 0) return describe(thing);
    return formatLabel(thing, id);
  } catch (error) {
    // A resource that cannot be read is shown by its id; the command itself will report the error.
    if (error instanceof ApiError) return id;
    throw error;
  }
}

async function fetchItem(pages: ReturnType<ApiClient["pages"]>, id: string): Promise<JsonObject> {
  for await (const { items } of pages) {
    const things = items.map(asObject).map((one) => (isObject(one.team) ? one.team : one));
    const item = things.find((one) => one.id === id || asObject(one.user).id === id);
    if (item !== undefined) return item;
  }
  return {};
}

/** A user as name, email address and id; any other resource as title and id. */
function formatLabel(thing: JsonObject, id: string): string {
  const person = asObject(thing.user);
  const of = Object.keys(person).length > 0 ? person : thing;
  const title = titles
    .map((name) => of[name])
    .find((text) => typeof text === "string" && text !== "");
  if (typeof title !== "string") return id;
  const email = typeof of.email === "string" ? ` <${of.email}>` : "";
  return email === "" ? `"${title}" (${id})` : `${title}${email} (${id})`;
}
