/** Results of the tools. Each is a text of limited length with data of the platform marked as data. */
import type { AgentCommands, JsonObject, JsonValue } from "../../../context.ts";
import { missingRolePrefix } from "../../../contract/requirement.ts";
import { UsageError } from "../../../errors.ts";
import { readExactly } from "../../../json/exact-reading.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { asText, isList, isObject } from "../../../json/values.ts";
import { asData } from "./data-mark.ts";
import { type AgentPlan, formatFailure, openPlans } from "./plans.ts";
import type { ToolName } from "./tools.ts";

/** Permission of the server, beyond reading. */
export interface AgentPermission {
  readonly allow: "write" | "delete" | undefined;
}

/** The circumstances of a call. */
export interface ToolCall {
  /** Name and version of the agent's program. */
  readonly client: string;
  /** Whether the agent's program can ask its user. */
  readonly canAsk: boolean;
  /** The name that the user typed; undefined before the question, null if the user declined. */
  readonly typedName: string | null | undefined;
  /** Aborted when the agent's program cancels the call. */
  readonly signal: AbortSignal;
}

/** A text, or a question for the user before the tool is called again. */
export type ToolAnswer = { readonly text: string } | { readonly ask: NameQuestion };

export interface NameQuestion {
  readonly message: string;
  /** The name that the user must type. */
  readonly name: string;
}

export type ToolAnswers = (
  name: ToolName,
  values: JsonObject,
  call: ToolCall,
) => Promise<ToolAnswer>;

/** In characters of a result; longer results have a cursor. */
const longest = 16_000;
/** Items that a list requests at a time. */
const pageItems = 50;
const mostCommands = 8;
/** The fields of search results. */
const organizationMatch = "title,pages.title,pages.path,pages.sections.body";
const spaceMatch = "title,path,sections.body";

/** @throws UsageError for invalid arguments, and with the message of a failed command */
export function openAnswers(commands: AgentCommands, { allow }: AgentPermission): ToolAnswers {
  const plans = openPlans(commands);

  async function read(
    client: string,
    command: string,
    input: JsonObject,
    { fields = "", cursor = "" } = {},
  ): Promise<ToolAnswer> {
    const { effect } = await commands.get(command);
    if (effect !== "read") {
      throw new UsageError(`The command ${command} writes. Call plan, and then apply.`);
    }
    const start = readCursor(cursor);
    const limit = start.items + pageItems;
    const chosen = fields === "" ? undefined : fields;
    const isBrief = chosen === undefined;
    const run = { command, input, mode: "read" as const, limit, fields: chosen, isBrief };
    const { code, value, notes } = await commands.run(run, client);
    // Findings and unfinished work have their own exit codes, and data.
    if (value === null && code !== 0) throw new UsageError(formatFailure(notes, value));
    const shown = isBrief ? withoutNull(value) : value;
    const note = code === 0 ? pickDataNotes(notes) : formatFailure(notes, value);
    return { text: [formatPage(shown, start, limit), note].filter((one) => one !== "").join("\n") };
  }

  async function plan(client: string, command: string, input: JsonObject): Promise<ToolAnswer> {
    return { text: asData(describePlan(await plans.create(command, input, client), allow)) };
  }

  async function apply(id: string, digest: string, call: ToolCall): Promise<ToolAnswer> {
    const found = plans.find(id, digest);
    const { command, effect, input, resource } = found;
    const line = await commands.toLine(command.name, input);
    if (allow === undefined || (effect === "delete" && allow !== "delete")) {
      throw new UsageError(
        `Nothing was changed: this server may not ${effect}. Ask the user to run:\n${line}`,
      );
    }
    if (effect === "delete") {
      if (!call.canAsk) {
        throw new UsageError(
          `Nothing was changed: this program cannot ask its user to confirm. Ask the user to run:\n${line}`,
        );
      }
      if (call.typedName === undefined) {
        const message = `tome ${command.name}: ${command.summary}.\n${line}\nTo confirm, type the name: ${resource}`;
        return { ask: { message, name: resource } };
      }
      if (call.typedName !== resource) {
        plans.remove(found);
        throw new UsageError("Nothing was changed: the user did not confirm with the name.");
      }
    }
    await plans.take(found, call);
    const run = { command: command.name, input, mode: "write" as const, isBrief: true };
    const { code, value, notes } = await commands.run(run, call.client);
    if (code !== 0) throw new UsageError(formatFailure(notes, value));
    const result = {
      done: true,
      ...(notes !== "" && { notes }),
      ...(value !== null && { result: withoutNull(value) }),
    };
    return { text: asData(cut(writeJson(result))) };
  }

  return async (name, values, call) => {
    const { client } = call;
    const text = (member: string) => requireText(name, member, values[member]);
    const optional = (member: string) => asText(values[member]);
    switch (name) {
      case "find_commands": {
        const found = await commands.find(text("query"), mostCommands);
        if (found.length === 0) return { text: "No command matches. Use other words." };
        const rows = found.map(({ irreversible: _, ...one }) => withoutAbsent(one));
        return { text: writeJson(rows) };
      }
      case "describe_command":
        return {
          text: writeJson(withoutAbsent({ ...(await commands.describe(text("command"))) })),
        };
      case "read":
        return read(client, text("command"), readInput(values), {
          fields: optional("fields"),
          cursor: optional("cursor"),
        });
      case "search_content": {
        const [query, space] = [text("query"), optional("space")];
        return space === ""
          ? read(client, "org search", { query }, { fields: organizationMatch })
          : read(client, "space search", { query, space }, { fields: spaceMatch });
      }
      case "read_page": {
        const input = { page: text("page"), space: text("space") };
        return read(client, "page get", input, {
          fields: "title,path,description,markdown",
          cursor: optional("cursor"),
        });
      }
      case "plan":
        return plan(client, text("command"), readInput(values));
      case "apply":
        return apply(text("plan"), text("digest"), call);
      case "history":
        return read(
          client,
          "history list",
          {},
          { fields: "entry,at,command,client,target,outcome", cursor: optional("cursor") },
        );
      case "undo":
        return plan(client, "undo", { entry: text("entry") });
    }
  };
}

function requireText(tool: ToolName, member: string, value: JsonValue | undefined): string {
  if (typeof value === "string" && value !== "") return value;
  throw new UsageError(`${tool} needs ${member}, a text.`);
}

/** Some programs send nested objects as JSON text. */
function readInput({ input = {} }: JsonObject): JsonObject {
  if (isObject(input)) return input;
  try {
    const parsed = readExactly(asText(input));
    if (isObject(parsed)) return parsed;
  } catch {
    // The error below names the rule.
  }
  throw new UsageError("input must be an object with the input of the command.");
}

function describePlan(plan: AgentPlan, allow: AgentPermission["allow"]): string {
  const { id, digest, effect, command, requests, expires, resource } = plan;
  const isAllowed = allow === "delete" || allow === effect;
  const lines = plan.notes.split("\n");
  const missingRoles = lines.filter((line) => line.startsWith(missingRolePrefix));
  const notes = lines.filter((line) => !line.startsWith(missingRolePrefix)).join("\n");
  return cut(
    writeJson(
      withoutAbsent({
        plan: id,
        digest,
        effect,
        changes: resource,
        requests: requests.map(shorten),
        notes: notes === "" ? undefined : notes,
        role: command.role,
        missingRoles:
          missingRoles.length === 0
            ? undefined
            : missingRoles.map((line) => line.slice(missingRolePrefix.length)),
        reversible: command.irreversible ?? "with undo",
        expires: new Date(expires).toISOString(),
        confirmation: effect === "delete" ? `The user must type: ${resource}` : undefined,
        apply: isAllowed ? "Call apply with plan and digest." : `This server may not ${effect}.`,
      }),
    ),
  );
}

function withoutAbsent(members: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]): [string, JsonValue][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}

/** Characters of a text within the requests of a plan. */
const longestText = 300;
/** Characters of the body of a request. */
const longestBody = 2000;

/** A request without the rest of long texts. The digest covers the whole request. */
function shorten({ body, ...request }: JsonObject): JsonObject {
  if (body === undefined) return request;
  const text = writeJson(body);
  if (text.length <= longestBody) return { ...request, body };
  const cutBody = cutTexts(body);
  const rest = writeJson(cutBody);
  return {
    ...request,
    body: rest.length <= longestBody ? cutBody : `${rest.slice(0, longestBody)}…`,
    bodyCharacters: text.length,
  };
}

function cutTexts(value: JsonValue): JsonValue {
  if (typeof value === "string") {
    return value.length <= longestText ? value : `${value.slice(0, longestText)}…`;
  }
  if (isList(value)) return value.map(cutTexts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cutTexts(one)]));
}

/** Brief results omit absent values, which cost tokens. */
function withoutNull(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(withoutNull);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]): [string, JsonValue][] => {
      if (one === null) return [];
      const rest = withoutNull(one);
      return isObject(rest) && Object.keys(rest).length === 0 ? [] : [[name, rest]];
    }),
  );
}

/** The notes of a successful command that are about its data. */
function pickDataNotes(notes: string): string {
  const lines = notes.split("\n").filter((line) => line !== "" && !line.startsWith("Showing "));
  const text = lines.join("\n").slice(0, longestNotes);
  return text === "" ? "" : asData(text);
}

const longestNotes = 1000;

/** Position in a result: skipped items of a list, or skipped characters of another result. */
interface ResultPosition {
  readonly items: number;
  readonly characters: number;
}

function readCursor(cursor: string): ResultPosition {
  if (cursor === "") return { items: 0, characters: 0 };
  const [, kind, number] = /^([ic])(\d{1,7})$/.exec(cursor) ?? [];
  if (number === undefined) throw new UsageError("The cursor is not from a previous result.");
  return kind === "i"
    ? { items: Number(number), characters: 0 }
    : { items: 0, characters: Number(number) };
}

/** @param limit the number of items that were requested, from the first one */
function formatPage(value: JsonValue, start: ResultPosition, limit: number): string {
  if (!isList(value)) return formatSlice(value, start.characters);
  const lines: string[] = [];
  let length = 0;
  let next = start.items;
  for (const item of value.slice(start.items)) {
    const line = cut(writeJson(item));
    if (lines.length > 0 && length + line.length > longest) break;
    lines.push(line);
    length += line.length;
    next++;
  }
  const hasMore = next < value.length || value.length >= limit;
  const end = hasMore ? `\nThere may be more. cursor: i${next}` : "";
  return lines.length === 0 ? "No items." : `${asData(lines.join("\n"))}${end}`;
}

function formatSlice(value: JsonValue, start: number): string {
  const text = typeof value === "string" ? value : writeJson(value);
  const end = start + longest;
  const rest = end < text.length ? `\n${text.length - end} characters follow. cursor: c${end}` : "";
  return `${asData(text.slice(start, end))}${rest}`;
}

function cut(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}
