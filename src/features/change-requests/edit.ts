/** `tome cr edit`: edits one page or adds files by flags, or applies a file of changes. */

import { basename } from "node:path";
import type { Context, JsonObject, JsonValue, Result } from "../../context.ts";
import * as contract from "../../contract/cr.ts";
import * as content from "../../contract/cr-content.ts";
import type { Input } from "../../contract/endpoint.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { findOwn } from "../../json/own-members.ts";
import { trimEndCharacter } from "../../json/trim.ts";
import { asObject } from "../../json/values.ts";

export type EditBody = Input<typeof contract.edit>;

interface EditInput {
  readonly spaceId: string;
  readonly changeRequestId: string;
  readonly page?: string;
  readonly new?: boolean;
  readonly file?: string;
  readonly title?: string;
  readonly slug?: string;
  readonly into?: string;
  readonly condition?: string;
  readonly delete?: boolean;
  readonly revertTo?: string;
  readonly upload?: readonly string[];
  readonly input?: string;
}

const help = "tome cr edit --help";

export async function edit(context: Context, input: EditInput): Promise<Result> {
  const { spaceId, changeRequestId } = input;
  if (input.condition !== undefined && context.settings.local) refuseCondition();
  const changes =
    input.input === undefined
      ? [await buildChange(context, input)]
      : await listChanges(context, input);
  // Validated as a whole before it is sent.
  const body = { spaceId, changeRequestId, changes } as EditBody;
  await checkBody(body, input);
  const client = await context.client();
  const { value } = await client.call(contract.edit, body).catch((error: unknown) => {
    // The flags make a single change, so the index in the list is omitted.
    if (error instanceof ApiError && input.input === undefined) {
      error.message = error.message.replace(/^changes\.0: /, "");
    }
    throw error;
  });
  const record = asObject(value);
  const many = changes.length === 1 ? "a change" : `${changes.length} changes`;
  return {
    done: `Made ${many} in the change request ${record.number ?? changeRequestId}.`,
    record,
    columns: [
      { header: "NUMBER", path: "number", as: "number" },
      { header: "ID", path: "id", as: "id" },
      { header: "REVISION", path: "revision" },
    ],
  };
}

/** The local platform would ignore the condition, and every visitor would see the page. */
function refuseCondition(): never {
  throw new UsageError(
    "The local platform does not support conditions for single pages. Move the page to a separate space and set the condition of its section, or enclose the text of the page in {% if <expression> %} and {% endif %}.",
    "tome site section update --help",
  );
}

/** Flags that describe an edit of a page. */
async function buildChange(context: Context, input: EditInput): Promise<JsonObject> {
  const { page, file, title, slug, into, condition, revertTo, upload } = input;
  if (upload !== undefined) {
    refuseOthers(input, pageFlags, "--upload");
    return { operation: "insert_files", files: await fetchFiles(context, upload) };
  }
  if ((page === undefined) === (input.new !== true)) {
    if (revertTo !== undefined && input.new !== true) {
      throw new UsageError(
        "--revert-to reverts one page. Specify it with --page <page>; repeat the command for other pages, or use --from <file> for several.",
        `tome page list --space ${input.spaceId}`,
      );
    }
    throw new UsageError(
      "No page specified. Use --page <page> to edit a page, --new to add one, or --upload <file> to add files.",
      help,
    );
  }
  const document = file === undefined ? undefined : { markdown: await context.readText(file) };
  const text = {
    ...(title !== undefined && { title }),
    ...(slug !== undefined && { slug }),
    ...(condition !== undefined && { condition }),
  };
  const position = { ...(into !== undefined && { into }) };
  if (page === undefined) {
    refuseOthers(input, ["delete", "revertTo"], "--new");
    const titled = document && { markdown: replaceHeading(title, document.markdown) };
    return { operation: "insert_page", document: titled ?? {}, ...text, ...position };
  }
  if (input.delete === true) {
    refuseOthers(input, ["file", "title", "slug", "into", "condition", "revertTo"], "--delete");
    return { operation: "delete_page", page };
  }
  if (revertTo !== undefined) {
    refuseOthers(input, ["file", "title", "slug", "into", "condition"], "--revert-to");
    return { operation: "revert_page", page, revision: revertTo };
  }
  const edited = document && {
    markdown: await withoutTitle(context, { ...input, page }, document.markdown),
  };
  const change = { ...(edited && { document: edited }), ...text, ...position };
  if (Object.keys(change).length > 0) return { operation: "update_page", page, ...change };
  throw new UsageError(
    "No change specified. Use --file <markdown>, --title, --slug, --into, --condition, --delete or --revert-to.",
    help,
  );
}

/**
 * Without a title, the first heading of a new page is its title; a title replaces the heading. The
 * platform removes the first heading, so that another one below it must not become the first.
 */
function replaceHeading(title: string | undefined, markdown: string): string {
  if (title === undefined || findFirstHeading(markdown) === undefined) return markdown;
  return `# ${title.replaceAll(/\s+/g, " ")}\n\n${withoutHeading(markdown)}`;
}

/** @param markdown starts with a heading */
function withoutHeading(markdown: string): string {
  const text = markdown.trimStart();
  const end = text.indexOf("\n");
  return end === -1 ? "" : text.slice(end + 1).replace(/^\s*\n/, "");
}

/**
 * In an existing page, a first heading that repeats the title of the page is removed; another one
 * remains a heading.
 */
async function withoutTitle(
  context: Context,
  { spaceId, changeRequestId, page, title }: EditInput & { readonly page: string },
  markdown: string,
): Promise<string> {
  const heading = findFirstHeading(markdown);
  if (heading === undefined) return markdown;
  const client = await context.client({ lookup: true });
  const ids = { spaceId, changeRequestId, pageId: page };
  const current = await client
    .call(content.page, { ...ids, metadata: false })
    .catch(() => ({ value: null }));
  if (heading === (title ?? asObject(current.value).title)) return withoutHeading(markdown);
  context.terminal.note(
    `The text starts with the heading ${JSON.stringify(heading)}, which is kept below the page's title. To change the title, use --title.`,
  );
  return markdown;
}

function findFirstHeading(markdown: string): string | undefined {
  const [first = ""] = markdown.trimStart().split("\n", 1);
  const text = /^# +(\S.*)$/.exec(trimEndCharacter(first, " "))?.[1];
  if (text === undefined) return undefined;
  // Trailing # signs belong to the syntax of the heading.
  const plain = trimEndCharacter(text, "#");
  return plain !== text && plain.endsWith(" ") ? trimEndCharacter(plain, " ") : text;
}

async function fetchFiles(context: Context, paths: readonly string[]): Promise<JsonObject[]> {
  const { default: mime } = await import("mime");
  const files: JsonObject[] = [];
  for (const path of paths) {
    const name = basename(path);
    const base64 = Buffer.from(await context.readBytes(path)).toString("base64");
    files.push({ name, contentType: mime.getType(name) ?? "application/octet-stream", base64 });
  }
  return files;
}

/** The selected page and its edit. */
const pageFlags = [
  ...(["page", "new", "file", "title", "slug", "into", "condition"] as const),
  ...(["delete", "revertTo"] as const),
] as const;

function refuseOthers(input: EditInput, names: readonly (keyof EditInput)[], flag: string): void {
  const other = names.find((name) => input[name] !== undefined && input[name] !== false);
  if (other === undefined) return;
  const written = other === "revertTo" ? "revert-to" : other;
  throw new UsageError(`Specify either --${written} or ${flag}, not both.`, help);
}

async function listChanges(context: Context, flags: EditInput): Promise<readonly JsonValue[]> {
  const { input = "" } = flags;
  refuseOthers(flags, [...pageFlags, "upload"], "--input");
  const body = asObject(await context.readDocument(input));
  if (Array.isArray(body.changes) && body.changes.length > 0) return body.changes;
  throw new UsageError(
    `The file ${input} must contain {"changes": [...]} with at least one change.`,
    help,
  );
}

async function checkBody(body: EditBody, { input }: EditInput): Promise<void> {
  const { check } = await import("../../contract/check.ts");
  const [fault] = await check(contract.edit.input, body);
  if (fault === undefined) return;
  const [, , name = ""] = fault.path;
  const label =
    input === undefined
      ? (findOwn(flags, name) ?? `--${name}`)
      : `The field ${fault.path.join(".")} of --input ${input}`;
  throw new UsageError(`${label} ${fault.rule}.`, help);
}

/** Flags of change fields that have other names. */
const flags: Readonly<Record<string, string>> = {
  document: "--file",
  files: "--upload",
  revision: "--revert-to",
};
