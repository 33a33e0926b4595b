/** What a question of a destructive verb says beside its words: what things are called, and whether it is about the caller. */
import type { Confirm, Named } from "../commands/confirm.ts";
import { type Act, fieldsOf } from "../commands/verb.ts";
import type { Client, JsonObject } from "../context.ts";
import { pathNames } from "../contract/endpoint.ts";
import { Problem } from "../errors.ts";
import { isObject, objectIn } from "../json/values.ts";
import { asInput } from "./input.ts";
import { withPlace } from "./project-place.ts";
import { fill } from "./sentence.ts";

const titles = ["title", "displayName", "label", "subject", "language", "name"];

/** What is known when it is asked. */
interface Middleware {
  /** The thing itself, where it was looked at. */
  readonly found: JsonObject | undefined;
  readonly place: string;
  /** What to say first where it is about whoever asks. */
  readonly own: string | undefined;
}

/**
 * The question, with things by their title and id, and with a plain word where the caller is the one.
 */
export async function questionFor(
  verb: Act,
  { question, names }: Pick<Confirm, "question" | "names">,
  input: JsonObject,
  { found, place, own }: Middleware,
  client: Client,
): Promise<string> {
  const known: Record<string, string> = { projectPlace: place };
  for (const [name, { nullWord }] of Object.entries(fieldsOf(verb))) {
    if (input[name] === null) known[name] = nullWord ?? "";
  }
  for (const named of names) {
    const id = input[named.of];
    if (typeof id === "string") known[keyOf(named)] = await nameOf(named, id, input, client);
  }
  const asked = fill(withPlace(question), known, input, found);
  return own === undefined ? asked : `${own} ${asked}`;
}

/** `{user}` stands for who `userId` names. */
function keyOf({ of }: Named): string {
  return of.replace(/Id$/, "");
}

async function nameOf(
  { by: several, as, says }: Named,
  id: string,
  input: JsonObject,
  client: Client,
): Promise<string> {
  try {
    const asked = asInput({ ...input, ...(as !== undefined && { [as]: id }) });
    const by = [several].flat().find((one) => pathNames(one).every((name) => name in asked));
    if (by === undefined) return id;
    const thing = by.list
      ? await itemOf(client.pages(by, asked), id)
      : objectIn((await client.call(by, asked)).value);
    if (says !== undefined && Object.keys(thing).length > 0) return says(thing);
    return labelOf(thing, id);
  } catch (error) {
    // What cannot be read keeps its id; the command itself tells why.
    if (error instanceof Problem) return id;
    throw error;
  }
}

async function itemOf(pages: ReturnType<Client["pages"]>, id: string): Promise<JsonObject> {
  for await (const { items } of pages) {
    const things = items.map(objectIn).map((one) => (isObject(one.team) ? one.team : one));
    const item = things.find((one) => one.id === id || objectIn(one.user).id === id);
    if (item !== undefined) return item;
  }
  return {};
}

/** A person with the email address, anything else with its title, and the id behind it. */
function labelOf(thing: JsonObject, id: string): string {
  const person = objectIn(thing.user);
  const of = Object.keys(person).length > 0 ? person : thing;
  const title = titles
    .map((name) => of[name])
    .find((text) => typeof text === "string" && text !== "");
  if (typeof title !== "string") return id;
  const email = typeof of.email === "string" ? ` <${of.email}>` : "";
  return email === "" ? `"${title}" (${id})` : `${title}${email} (${id})`;
}
