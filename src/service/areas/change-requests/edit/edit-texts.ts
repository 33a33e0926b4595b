/**
 * Texts of an edit. Large texts take long to parse and to prepare for storage, so this happens
 * before the transaction, which uses the results.
 */
import type { CommentBody } from "../../../../contract/comment.model.ts";
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import type { ContentChange } from "../../../../contract/cr-content.model.ts";
import { parseReference } from "../../../../document/reference-address.ts";
import { readHead } from "../../../../document/repository/front-matter.ts";
import type {
  ContentUrl,
  ResolvedUrls,
  StoredDocument,
} from "../../../../document/stored-document.ts";
import { ApiError } from "../../../../errors.ts";
import { trimEndCharacter } from "../../../../json/trim.ts";
import type { ParsedText } from "../../../engines/document-worker.ts";
import { isLongMarkdown, parseText, readDocument, storeText } from "../../../engines/documents.ts";
import type { Egress } from "../../../engines/network/egress.ts";
import { FetchFailure } from "../../../engines/network/fetch-failure.ts";
import type { RequestContextKey } from "../../../engines/threads/caller.ts";
import { type HeadFields, readHeadFields } from "../../content/texts/front-matter.ts";

/** Pages and files that an edit creates, by their refs in the request. */
export type EditIds = ReadonlyMap<string, { readonly kind: "page" | "file"; readonly id: string }>;

/** The text of a page before its links are resolved. */
export interface EditedText {
  /** Attributes from the front matter. */
  readonly fields: HeadFields;
  /** From the front matter, or from a heading at the start. */
  readonly title?: string;
  /** The URLs that may refer to the same content. */
  readonly addresses: readonly ContentUrl[];
  /** Prepares the text for storage, with the targets of those URLs. */
  readonly store: (resolved: ResolvedUrls) => Promise<StoredDocument>;
}

export type InsertPageChange = Extract<ContentChange, { operation: "insert_page" }>;

export interface EditTexts {
  readonly newIds: EditIds;
  /** The id of a new page or file; the same for each call. */
  readonly getId: (created: InsertPageChange | NewFile) => string;
  readonly loadBytes: (file: NewFile) => Promise<UploadedFile>;
  /**
   * @param isTitled whether a heading at the start is the title of the page
   * @returns undefined for the empty object, which has no text
   */
  readonly read: (body: CommentBody, isTitled: boolean) => Promise<EditedText | undefined>;
  /** Whether the front matter of a text that was read has a condition for the visitors of its page. */
  readonly hasPageCondition: () => boolean;
}

/** In characters, for all texts of an edit. Storing this much delays other requests only briefly. */
const longest = 1024 * 1024;

/** The context of an edit; with `outside`, files may be fetched from URLs. */
interface EditCall extends RequestContextKey {
  readonly newId: () => string;
  readonly outside?: Egress;
}

/** @throws ApiError 413 if the texts exceed the limit of an edit, 400 for a duplicate ref */
export function openTexts(changes: readonly ContentChange[], call: EditCall): EditTexts {
  const { newId, outside } = call;
  const isOneOfMany = isLongMarkdown(measureTexts(changes));
  const { newIds, ids } = assignIds(changes, newId);
  const parsed = new Map<CommentBody, Promise<ParsedText>>();
  /** Stored documents by their text and its resolved links. */
  const stored = new Map<ParsedText, Map<string, Promise<StoredDocument>>>();

  function parseOnce(body: CommentBody, parse: () => Promise<ParsedText>): Promise<ParsedText> {
    const pageText = parsed.get(body) ?? parse();
    parsed.set(body, pageText);
    return pageText;
  }

  function storeOnce(text: ParsedText, isTitled: boolean, resolved: ResolvedUrls) {
    const documents = stored.get(text) ?? new Map<string, Promise<StoredDocument>>();
    stored.set(text, documents);
    const key = JSON.stringify([isTitled, resolved]);
    const document =
      documents.get(key) ??
      storeText({ document: text.document, isTitled, resolved }, call, isOneOfMany);
    documents.set(key, document);
    return document;
  }

  let hasPageCondition = false;

  return {
    newIds,
    hasPageCondition: () => hasPageCondition,
    getId: (created) => ids.get(created) ?? newId(),
    loadBytes: openFiles(outside),
    async read(body, isTitled) {
      if ("document" in body) {
        const text = await parseOnce(body, () =>
          readDocument(JSON.stringify(body.document), call, isOneOfMany),
        );
        const store = (resolved: ResolvedUrls) => storeOnce(text, false, resolved);
        return { fields: {}, addresses: text.addresses, store };
      }
      if (!("markdown" in body)) return undefined;
      const head = readHead(body.markdown);
      hasPageCondition ||= head.values.if !== undefined;
      const text = await parseOnce(body, () => parseText(head.body, call, isOneOfMany));
      const heading = (isTitled && text.heading) || "";
      const read = (url: string): ContentReference => parseReference(url) ?? { kind: "url", url };
      const { fields, title } = readHeadFields(head.values, { read }, heading !== "");
      const pageTitle = heading || title;
      return {
        fields,
        ...(pageTitle && { title: pageTitle }),
        addresses: text.addresses,
        store: (resolved) => storeOnce(text, heading !== "", resolved),
      };
    },
  };
}

/**
 * @returns the number of characters in all texts, as Markdown
 * @throws ApiError 413 if they exceed the limit
 */
function measureTexts(changes: readonly ContentChange[]): number {
  let length = 0;
  for (const change of changes) {
    const body = "document" in change ? change.document : undefined;
    if (body === undefined) continue;
    length += "markdown" in body ? body.markdown.length : JSON.stringify(body).length / 8;
  }
  if (length <= longest) return length;
  throw new ApiError(
    413,
    `The texts of this edit have ${Math.ceil(length)} characters, which exceeds the limit of ${longest}. Split the edit.`,
    { field: "changes" },
  );
}

/** Runs before the first change, so that a text can link to pages that are inserted later. */
function assignIds(changes: readonly ContentChange[], newId: () => string) {
  const newIds = new Map<string, { readonly kind: "page" | "file"; readonly id: string }>();
  const ids = new Map<InsertPageChange | NewFile, string>();
  const assign = (kind: "page" | "file", created: InsertPageChange | NewFile) => {
    const id = newId();
    ids.set(created, id);
    const { ref } = created;
    if (ref === undefined) return;
    if (newIds.has(ref)) {
      throw new ApiError(
        400,
        `The ref ${ref} is used twice. Each ref must identify one page or file.`,
        {
          field: "changes",
        },
      );
    }
    newIds.set(ref, { kind, id });
  };
  for (const change of changes) {
    if (change.operation === "insert_page") assign("page", change);
    if (change.operation === "insert_files") for (const file of change.files) assign("file", file);
  }
  return { newIds, ids };
}

/** Contents of the files that an edit inserts: sent with it, or fetched from a URL. */
type NewFile = Extract<ContentChange, { operation: "insert_files" }>["files"][number];

interface UploadedFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** In bytes; larger files can be imported with Git. */
const largestFile = 1024 * 1024;

/** The timeout for one file, in milliseconds. */
const patience = 20_000;

/**
 * Fetches each file only once.
 * @param outside absent if no file is fetched from a URL
 */
function openFiles(outside: Egress | undefined) {
  const fetches = new Map<NewFile, Promise<UploadedFile>>();
  /**
   * @throws ApiError 400 for a file with no source, two sources or no type, 413 for more than 1 MiB,
   * 422 if it cannot be fetched
   */
  return (file: NewFile): Promise<UploadedFile> => {
    const bytes = fetches.get(file) ?? readBytes(file, outside);
    fetches.set(file, bytes);
    return bytes;
  };
}

async function readBytes(file: NewFile, outside: Egress | undefined): Promise<UploadedFile> {
  const { name, base64, url, contentType } = file;
  if ((base64 === undefined) === (url === undefined)) {
    throw new ApiError(400, `${name} needs its contents as base64, or a url to fetch them from.`, {
      field: "files",
    });
  }
  if (base64 !== undefined) {
    if (contentType === undefined) {
      throw new ApiError(400, `${name} needs a contentType, because its contents have none.`, {
        field: "files",
      });
    }
    return { bytes: decodeBase64(base64, name), contentType };
  }
  const fetched = await fetchFile(name, url ?? "", outside);
  return { ...fetched, contentType: contentType ?? fetched.contentType };
}

async function fetchFile(
  name: string,
  url: string,
  outside: Egress | undefined,
): Promise<UploadedFile> {
  if (outside === undefined) throw new Error("Files are fetched before the transaction.");
  try {
    const { status, headers, body } = await outside.fetch({ url, largest: largestFile, patience });
    if (status !== 200) throw new FetchFailure("failed", `${url} responded with status ${status}.`);
    const [type = ""] = (headers["content-type"] ?? "").split(";");
    return { bytes: body, contentType: type.trim() || "application/octet-stream" };
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    throw new ApiError(422, `Fetching ${name} failed: ${error.message}`, { field: "files" });
  }
}

function decodeBase64(base64: string, name: string): Uint8Array {
  const bytes = Buffer.from(base64, "base64");
  // The decoder skips invalid characters, so only valid base64 survives a round trip.
  if (
    trimEndCharacter(bytes.toString("base64"), "=") !==
    trimEndCharacter(base64.replace(/\s+/g, ""), "=")
  ) {
    throw new ApiError(400, `The contents of ${name} are not valid base64.`, { field: "files" });
  }
  if (bytes.length > largestFile) {
    throw new ApiError(
      413,
      `${name} has ${bytes.length} bytes, which exceeds the limit of ${largestFile}. Import larger files with Git.`,
      { field: "files" },
    );
  }
  return bytes;
}
