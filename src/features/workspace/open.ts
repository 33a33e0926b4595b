/** `tome open`: opens the web page of a resource. */
import type { Context, Result } from "../../context.ts";
import * as collection from "../../contract/collection.ts";
import { type Endpoint, type Input, pathNames } from "../../contract/endpoint.ts";
import { listWords, type Noun } from "../../contract/nouns.ts";
import * as organization from "../../contract/organization.ts";
import * as site from "../../contract/site.ts";
import * as space from "../../contract/space.ts";
import { UsageError } from "../../errors.ts";
import { objectIn } from "../../json/values.ts";
import { organizationInForce } from "../auth/current-organization.ts";
import { browse, findPageUrl } from "./browser.ts";

interface OpenInput {
  readonly noun?: string;
  readonly thing?: string;
}

/** Kinds that can be opened, and the operation that reads each. */
const openable = {
  org: organization.get,
  collection: collection.get,
  space: space.get,
  site: site.get,
} as const satisfies Partial<Record<Noun, Endpoint>>;

function isOpenable(noun: string): noun is keyof typeof openable {
  return Object.hasOwn(openable, noun);
}

export async function open(context: Context, { noun = "org", thing }: OpenInput): Promise<Result> {
  const name = isOpenable(noun) ? noun : noun.replace(/s$/, "");
  if (!isOpenable(name)) {
    throw new UsageError(
      `Unknown kind ${JSON.stringify(noun)}. Kinds: ${Object.keys(openable).join(", ")}.`,
      "tome open --help",
    );
  }
  const endpoint: Endpoint = openable[name];
  const [id = ""] = pathNames(endpoint);
  const { setting } = listWords(name);
  const { parentId } = context;
  const org = await organizationInForce(context);
  const named = async (word: string) =>
    (await context.lookUp({ of: [name], word, label: "<thing>", within: { organizationId: org } }))
      .id;
  const ofSettings = async () => (setting === "org" ? org : setting && parentId(setting));
  const value = thing === undefined ? await ofSettings() : await named(thing);
  if (value === undefined) {
    throw new UsageError(`tome open ${name} requires the id of the ${name}.`, `tome ${name} list`);
  }
  const input = { ...(org !== undefined && { organizationId: org }), [id]: value };
  const parents = Object.fromEntries(
    Object.entries(input).filter(([field]) => field in endpoint.input),
  );
  if ("organizationId" in endpoint.input && !("organizationId" in parents)) {
    throw new UsageError(
      `tome open ${name} requires an organization.`,
      "tome config set org <org>",
    );
  }
  const client = await context.client();
  const { value: answer } = await client.call(endpoint, parents as Input<Endpoint>);
  const address = findPageUrl(objectIn(answer));
  if (address === undefined) throw new UsageError(`The ${name} ${value} has no page of its own.`);
  await browse(context, address);
  return { done: `Opened ${address}`, record: { address } };
}
