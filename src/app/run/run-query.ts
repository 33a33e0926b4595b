/** Reads the resource, list or field names that a verb shows. */
import type { QueryVerb } from "../../commands/verb.ts";
import type { Context, JsonObject, Pages, PrintedColumn, Result } from "../../context.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { type Finding, UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { isAgent } from "../../terminal/agent-environment.ts";
import { getFormat } from "../../terminal/formats/output-choice.ts";
import { cutList, fetchPages, findTruncation, mapPages } from "../output/lists.ts";
import { asInput, type ResolvedInput } from "../resolve/input.ts";
import { remember } from "../resolve/remember-ids.ts";

export async function runShow(
  verb: QueryVerb,
  endpoint: Endpoint,
  { input, extra }: Pick<ResolvedInput, "input" | "extra">,
  context: Context,
  shared: ReadonlyMap<string, string | true>,
): Promise<Result> {
  const { columns, emptyText, listIn } = verb;
  if (asksForFields(context, shared)) return listFieldNames(endpoint, listIn, context);
  const knownFields = await listFieldPaths(endpoint, context);
  if (endpoint.list) {
    const asked = { verb, endpoint, input, known: knownFields ?? [] };
    const { first, ...cut } = await fetchPages(asked, context, shared);
    const unsettled = () =>
      verb.findIncomplete(first(), { ...input, ...extra }) ?? findTruncation(cut.isCut(), shared);
    const collected: Finding[] = [];
    const whole = verb.hasFindings ? collectFindings(cut.list, verb, collected) : cut.list;
    const { shorten } = verb;
    const isShort = shorten !== undefined && isAgent(context.env) && !choosesFields(context);
    const list = isShort ? mapPages(whole, (items) => items.map(shorten)) : whole;
    const findings = () => collected;
    const aside = verb.describeScope(input);
    const order = context.choice.sort === undefined ? verb.order(input) : undefined;
    return { ...cut, list, none: emptyText, knownFields, aside, order, unsettled, findings };
  }
  const client = await context.client();
  client.announce(endpoint, asInput(input));
  const { value } = await client.call(endpoint, asInput(input));
  const answer = asObject(value);
  remember([answer], endpoint, input, context);
  if (shared.has("web")) return openPage(context, answer);
  if (listIn === undefined) {
    const isWhole = printsTable(context) && !choosesFields(context);
    const presented = isWhole ? await verb.present?.(answer, context) : undefined;
    if (presented !== undefined) return presented;
    return {
      record: answer,
      columns: await withTitles(columns, answer, input, context),
      knownFields,
    };
  }
  const items = listIn === "." ? value : answer[listIn];
  const rows = Array.isArray(items) ? items.map(asObject) : [];
  const note = verb.note(answer);
  const { list, notes, isCut } = await cutList([rows], columns, context, shared);
  return {
    list,
    unsettled: () => findTruncation(isCut(), shared),
    columns,
    none: emptyText,
    order: context.choice.sort === undefined ? verb.order(input) : undefined,
    notes: () => [...(note === undefined ? [] : [note]), ...notes()],
  };
}

/** On a terminal, `--json` alone lists the available fields; a program gets everything. */
function asksForFields(
  { choice, terminal }: Context,
  shared: ReadonlyMap<string, string | true>,
): boolean {
  const isChosen = choice.jq !== undefined || shared.has("format") || shared.has("dry-run");
  return terminal.outIsTerminal && shared.get("json") === true && !isChosen;
}

/** The fields of the operation's response, one per line. */
async function listFieldNames(
  { output, summary }: Endpoint,
  listIn: string | undefined,
  { terminal }: Context,
): Promise<Result> {
  if (output === undefined) throw new UsageError(`The response has no fields: ${summary}.`);
  const { listModelPaths } = await import("../../contract/paths.model.ts");
  const paths = listModelPaths(await output());
  const prefix = `${listIn}.`;
  const inner = paths.filter((path) => path.startsWith(prefix));
  // The paths of a page of a list are those of its items already.
  const names = inner.length === 0 ? paths : inner.map((path) => path.slice(prefix.length));
  terminal.aside("To print some of these fields: --json <fields>. To print all: --format json.");
  return { text: `${names.join("\n")}\n` };
}

/** The same pages; the findings in their items are collected in `findings`. */
async function* collectFindings(pages: Pages, verb: QueryVerb, findings: Finding[]) {
  for await (const items of pages) {
    for (const item of items)
      for (const one of [verb.toFinding(item) ?? []].flat()) findings.push(one);
    yield items;
  }
}

/** Whether a person reads the output, with titles in place of ids. */
function printsTable({ terminal, choice }: Context): boolean {
  return terminal.outIsTerminal && getFormat(choice, true) === "table";
}

function choosesFields({ choice: { columns, fields, jq } }: Context): boolean {
  return (columns ?? fields ?? []).length > 0 || jq !== undefined;
}

/** The columns of a record, with titles for ids if a person reads it. */
async function withTitles(
  columns: readonly PrintedColumn[],
  answer: JsonObject,
  input: JsonObject,
  context: Context,
): Promise<readonly PrintedColumn[]> {
  if (!printsTable(context) || columns.every(({ refers }) => refers === undefined)) return columns;
  const { findColumnTitles } = await import("../output/column-titles.ts");
  const organizationId =
    asText(input.organizationId) || asText(answer.organization) || (await context.parentId("org"));
  const client = await context.client({ lookup: true });
  const titles = await findColumnTitles(client, columns, [answer], {
    organizationId,
    spaceId: asText(input.spaceId) || asText(asObject(answer.target).space),
    siteId: asText(answer.site),
  });
  return columns.map((column) => (column.refers === undefined ? column : { ...column, titles }));
}

async function openPage(context: Context, answer: JsonObject): Promise<Result> {
  const { openResource } = await import("../../features/workspace/browser.ts");
  return openResource(context, answer);
}

async function listFieldPaths(
  endpoint: Endpoint,
  { choice }: Context,
): Promise<readonly string[] | undefined> {
  const { fields = [], columns = [], filters = [], sort } = choice;
  const isAsked = fields.length + columns.length + filters.length > 0 || sort !== undefined;
  if (endpoint.output === undefined || !isAsked) return undefined;
  const { listModelPaths } = await import("../../contract/paths.model.ts");
  return listModelPaths(await endpoint.output());
}
