/** `tome open`: opens the page of a resource in the browser. */
import type { Context, Result } from "../../context.ts";
import * as collection from "../../contract/collection.ts";
import * as changeRequest from "../../contract/cr.ts";
import { type Endpoint, type Input, listPathNames } from "../../contract/endpoint.ts";
import { listWords, type Noun } from "../../contract/nouns.ts";
import * as organization from "../../contract/organization.ts";
import * as page from "../../contract/page.ts";
import * as site from "../../contract/site.ts";
import * as space from "../../contract/space.ts";
import { UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { asObject } from "../../json/values.ts";
import { findCurrentOrganization } from "../auth/current-organization.ts";
import { openResource } from "./browser.ts";

interface OpenInput {
  readonly noun?: string;
  readonly thing?: string;
  readonly space?: string;
  readonly published?: boolean;
}

/** Kinds that can be opened, and the operation that reads each. */
const openable = {
  org: organization.get,
  collection: collection.get,
  space: space.get,
  page: page.get,
  cr: changeRequest.get,
  site: site.get,
} as const satisfies Partial<Record<Noun, Endpoint>>;

type OpenableNoun = keyof typeof openable;

/** Other words for the kinds. */
const synonyms: Readonly<Record<string, OpenableNoun>> = {
  "change-request": "cr",
  organization: "org",
  pr: "cr",
};

function isOpenable(noun: string): noun is OpenableNoun {
  return Object.hasOwn(openable, noun);
}

function parseKind(word: string): OpenableNoun | undefined {
  const singular = word.replace(/s$/, "");
  const name = findOwn(synonyms, singular) ?? singular;
  return [word, name].find(isOpenable);
}

function findKind(word: string): OpenableNoun {
  const kind = parseKind(word);
  if (kind !== undefined) return kind;
  throw new UsageError(
    `Unknown kind ${JSON.stringify(word)}. Kinds: ${Object.keys(openable).join(", ")}.`,
    "tome open --help",
  );
}

export async function open(context: Context, input: OpenInput): Promise<Result> {
  const { noun = "org", published = false } = input;
  if (input.thing === undefined && parseKind(noun) === undefined) {
    // As in `open Handbook`.
    return open(context, { ...input, noun: "space", thing: noun });
  }
  const kind = findKind(noun);
  const endpoint: Endpoint = openable[kind];
  const fields = await findFields(context, kind, input);
  const client = await context.client();
  const { value: answer } = await client.call(endpoint, fields as Input<Endpoint>);
  return openResource(context, asObject(answer), published);
}

/**
 * The fields of the request that reads the resource.
 * @throws UsageError if one is missing
 */
async function findFields(
  context: Context,
  kind: OpenableNoun,
  { thing, space: spaceWord }: OpenInput,
): Promise<Readonly<Record<string, string>>> {
  const { parentId, lookUp } = context;
  const { setting, parent } = listWords(kind);
  const organizationId = await findCurrentOrganization(context);
  const within = { ...(organizationId !== undefined && { organizationId }) };
  const lookUpSpace = async (word: string) =>
    (await lookUp({ of: ["space"], word, label: "--space", within })).id;
  const spaceId =
    parent !== "space"
      ? undefined
      : spaceWord === undefined
        ? await parentId("space")
        : await lookUpSpace(spaceWord);
  if (parent === "space" && spaceId === undefined) {
    const word = thing !== undefined && /^[\w./-]+$/.test(thing) ? thing : `<${kind}>`;
    throw new UsageError(
      `tome open ${kind} requires a space.`,
      `tome open ${kind} ${word} --space <space>`,
    );
  }
  const findCurrent = async () =>
    setting === "org" ? organizationId : setting && parentId(setting);
  const scope = { ...within, ...(spaceId !== undefined && { spaceId }) };
  const value =
    thing === undefined
      ? await findCurrent()
      : (await lookUp({ of: [kind], word: thing, label: "<thing>", within: scope })).id;
  if (value === undefined) {
    throw new UsageError(`tome open ${kind} requires the ${kind} to open.`, `tome ${kind} list`);
  }
  const names = listPathNames(openable[kind]);
  const own = names.at(-1) ?? "";
  if (
    names.includes("organizationId") &&
    own !== "organizationId" &&
    !("organizationId" in scope)
  ) {
    throw new UsageError(
      `tome open ${kind} requires an organization.`,
      "tome config set org <org>",
    );
  }
  const fields: Readonly<Record<string, string>> = { ...scope, [own]: value };
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? ""]));
}
