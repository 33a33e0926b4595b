/**
 * Secrets of responses in the output of a command: masked when they arrive, printed only if
 * requested by name.
 */
import type { ReceivedSecret } from "../../client/secrets/received-secrets.ts";
import type {
  SecretOutput as Hiding,
  JsonObject,
  JsonValue,
  OutputChoice,
  Pages,
  Result,
} from "../../context.ts";
import { buildObject } from "../../json/exact-reading.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { isList, isObject } from "../../json/values.ts";
import { parseNames } from "../../terminal/formats/field-selection.ts";

export interface OutputRedaction extends Hiding {
  /** Removes hidden secrets from a text on its way to a stream. */
  readonly guard: (text: string) => string;
}

const hiddenText = "[hidden]";
/** Shorter secrets occur in many texts by chance, so they are removed only as values of fields. */
const shortestInText = 12;

/**
 * @param conceal masks a text in the log of a pipeline
 * @param isOfAgent whether an agent runs the command: it cannot request secrets by name, because its
 * conversation leaves the machine
 */
export function openSecretOutput(
  choice: OutputChoice,
  conceal: (secret: string) => void,
  isOfAgent: boolean,
): OutputRedaction {
  const requested = new Set(isOfAgent ? [] : listRequestedNames(choice).map(getLetters));
  /** The values by their names, as JSON texts. */
  const received = new Map<string, Set<string>>();
  const texts = new Map<string, string>();
  /** A long list can have many secrets, and most texts are shorter than any of them. */
  let shortestReceived = Number.POSITIVE_INFINITY;
  /** The hidden fields by name, each with its path in the output. */
  const hiddenFields = new Map<string, string>();

  const isRequested = (name: string) => requested.has(getLetters(name));

  function receive({ name, value }: ReceivedSecret): void {
    const values = received.get(name) ?? new Set();
    received.set(name, values.add(writeJson(value)));
    for (const text of listTexts(value)) {
      if (text.length < shortestInText) continue;
      conceal(text);
      texts.set(text, name);
      shortestReceived = Math.min(shortestReceived, text.length);
    }
  }

  function isHidden(name: string, value: JsonValue): boolean {
    const values = received.get(name);
    return values !== undefined && !isRequested(name) && values.has(writeJson(value));
  }

  function guard(text: string): string {
    if (text.length < shortestReceived) return text;
    let cleaned = text;
    for (const [secret, name] of texts) {
      if (isRequested(name) || !cleaned.includes(secret)) continue;
      if (!hiddenFields.has(name)) hiddenFields.set(name, name);
      cleaned = cleaned.replaceAll(secret, hiddenText);
    }
    return cleaned;
  }

  function hideIn(value: JsonValue, path = ""): JsonValue {
    if (typeof value === "string") return guard(value);
    if (isList(value)) return value.map((item) => hideIn(item, path));
    return isObject(value) ? hideMembers(value, path) : value;
  }

  /** @param above the path of the record in the output; empty for a row */
  function hideMembers(record: JsonObject, above = ""): JsonObject {
    const members = Object.entries(record).flatMap(([name, value]): [string, JsonValue][] => {
      const path = above === "" ? name : `${above}.${name}`;
      if (!isHidden(name, value)) return [[name, hideIn(value, path)]];
      hiddenFields.set(name, path);
      return [];
    });
    return buildObject(members);
  }

  /** The columns of hidden values would be empty. */
  function withoutHidden<T extends { readonly path: string }>(columns: readonly T[]): readonly T[] {
    return columns.filter(({ path }) => !hiddenFields.has(parseNames(path).at(-1) ?? ""));
  }

  async function hide(result: Result): Promise<Result> {
    if (result === undefined) return result;
    if ("list" in result) {
      const { first, pages } = await hidePages(result.list);
      const columns = first === undefined ? result.columns : withoutHidden(result.columns);
      return { ...result, list: pages, columns };
    }
    if (received.size === 0) return result;
    if ("value" in result) return { ...result, value: hideIn(result.value) };
    if (!("record" in result)) return result;
    const record = hideMembers(result.record);
    const columns = result.columns && withoutHidden(result.columns);
    if (!("done" in result)) return { ...result, record, ...(columns && { columns }) };
    const brief = result.brief && withoutHidden(result.brief);
    return { ...result, record, ...(columns && { columns }), ...(brief && { brief }) };
  }

  /** The first page decides the columns. */
  async function hidePages(list: Pages) {
    const iterator =
      Symbol.asyncIterator in list ? list[Symbol.asyncIterator]() : list[Symbol.iterator]();
    const hideRows = (rows: readonly JsonObject[]) =>
      received.size === 0 ? rows : rows.map((row) => hideMembers(row));
    const begun = await iterator.next();
    const first = begun.done === true ? undefined : hideRows(begun.value);
    const pages = (async function* () {
      try {
        if (first === undefined) return;
        yield first;
        for (;;) {
          const next = await iterator.next();
          if (next.done === true) return;
          yield hideRows(next.value);
        }
      } finally {
        await iterator.return?.();
      }
    })();
    return { first, pages };
  }

  return {
    receive,
    allow(names) {
      if (isOfAgent) return;
      for (const name of names) requested.add(getLetters(name));
    },
    guard,
    hide,
    describeHidden() {
      const [first, ...others] = hiddenFields.values();
      if (first === undefined) return undefined;
      const isOne = others.length === 0;
      const names = [first, ...others].join(", ");
      if (isOfAgent) {
        return `Hidden ${isOne ? "secret" : "secrets"}: ${names}. Results for agents contain no secrets. The user can run the command in a terminal.`;
      }
      return `Hidden ${isOne ? "secret" : "secrets"}: ${names}. To print ${isOne ? "it" : "them"}: --json=${names.replaceAll(" ", "")}`;
    },
  };
}

/** The names of fields in the output flags. */
function listRequestedNames({
  format,
  fields = [],
  columns = [],
  jq = "",
}: OutputChoice): string[] {
  return [
    ...[...fields, ...columns].flatMap(parseNames),
    ...(jq.match(/[A-Za-z_]\w*/g) ?? []),
    ...(format === "id" ? ["id"] : []),
  ];
}

/** A column can be named by its header: `PRIVATE KEY`, `private-key`, `privateKey`. */
function getLetters(name: string): string {
  return name.replace(/[\s_-]/g, "").toUpperCase();
}

function listTexts(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (isList(value)) return value.flatMap(listTexts);
  return isObject(value) ? Object.values(value).flatMap(listTexts) : [];
}
