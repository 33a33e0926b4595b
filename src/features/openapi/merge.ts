/** Replacement of references to other files with their content. */
import {
  buildSteps,
  collectOpenApiReferences,
  getMember,
  isTree,
  type JsonTree,
  type OpenApiReference,
  type Path,
} from "../../contract/openapi-references.ts";
import { UsageError } from "../../errors.ts";

/** Loads a file. @param to as in the reference, without the part after # */
export type ReadFile = (
  to: string,
  from: string,
) => Promise<{ readonly file: string; readonly document: unknown }>;

/** A value in a file. */
interface FileLocation {
  readonly file: string;
  readonly steps: readonly string[];
}

const mostHops = 100;

/**
 * @param entry path of the file that `document` is
 * @param named name of a file for messages
 */
export async function mergeFiles(
  document: unknown,
  entry: string,
  readFile: ReadFile,
  named: (file: string) => string,
): Promise<{ readonly result: unknown; readonly files: readonly string[] }> {
  const result = structuredClone(document);
  const documents = new Map<string, unknown>([[entry, document]]);
  /** JSON pointer of the location's value in the result. */
  const pointers = new Map<string, string>([[getKey({ file: entry, steps: [] }), ""]]);

  async function locate(text: string, from: string): Promise<FileLocation> {
    const cut = text.indexOf("#");
    const to = cut === -1 ? text : text.slice(0, cut);
    const steps = buildSteps(cut === -1 ? "" : text.slice(cut + 1));
    if (!steps)
      throw new UsageError(
        `${named(from)} references ${text}. A reference to another file must be a JSON pointer after #.`,
      );
    if (to === "") return { file: from, steps };
    const { file, document: fileContent } = await readFile(to, from);
    if (!documents.has(file)) documents.set(file, fileContent);
    return { file, steps };
  }

  /** The location and its value, following references on the way. */
  async function find(
    start: FileLocation,
    text: string,
  ): Promise<FileLocation & { readonly value: unknown }> {
    let location = start;
    for (let hops = 0; hops < mostHops; hops++) {
      let value = documents.get(location.file);
      let through: FileLocation | undefined;
      for (const [index, step] of location.steps.entries()) {
        const next = getMember(value, step);
        if (next === undefined && isTree(value) && typeof value.$ref === "string") {
          const { file, steps } = await locate(value.$ref, location.file);
          through = { file, steps: [...steps, ...location.steps.slice(index)] };
          break;
        }
        value = next;
      }
      if (through === undefined && value !== undefined) return { ...location, value };
      if (through === undefined) break;
      location = through;
    }
    throw new UsageError(`${named(start.file)} has no value at ${text}, the target of a $ref.`);
  }

  /** @param root base of `path`; it is at `at` in the result and comes from `home` */
  async function resolveReferences(root: unknown, home: string, at: string): Promise<void> {
    for (const reference of inOrder(collectOpenApiReferences(root))) {
      const { text, holder, member } = reference;
      if (isWebAddress(text) || (home === entry && text.startsWith("#"))) continue;
      const location = await find(await locate(text, home), text);
      if (["string", "number"].includes(typeof location.value) || location.value === null) {
        throw new UsageError(`${named(home)} references ${text}, which is text, not an object.`);
      }
      const pointer =
        pointerTo(location) ?? (await replaceReference(location, reference, root, at));
      // A replaced reference is no longer a reference.
      if (pointer !== undefined) holder[member] = `#${pointer}`;
    }
  }

  function pointerTo({ file, steps }: FileLocation): string | undefined {
    for (let length = steps.length; length >= 0; length--) {
      const above = pointers.get(getKey({ file, steps: steps.slice(0, length) }));
      if (above !== undefined) return above + toPointer(steps.slice(length));
    }
    return undefined;
  }

  /** @returns the location of the value, unless the value replaced the reference */
  async function replaceReference(
    location: FileLocation & { readonly value: unknown },
    { holder, path, mapping }: OpenApiReference,
    root: unknown,
    at: string,
  ): Promise<string | undefined> {
    const content = structuredClone(location.value);
    const isAlone = Object.keys(holder).length === 1 && !mapping;
    if (!isAlone) return putAside(location, content);
    const pointer = at + toPointer(path.slice(0, -1));
    pointers.set(getKey(location), pointer);
    if (isTree(content)) {
      delete holder.$ref;
      // Not assignments, because a field can be named __proto__.
      Object.defineProperties(holder, Object.getOwnPropertyDescriptors(content));
      await resolveReferences(holder, location.file, pointer);
    } else {
      setAt(root, path.slice(0, -1), content);
      await resolveReferences(content, location.file, pointer);
    }
    return undefined;
  }

  /** A reference with siblings remains a reference, to an entry of `x-bundled`. */
  async function putAside(location: FileLocation, content: unknown): Promise<string> {
    if (!isTree(result)) throw new UsageError("The specification must be an object.");
    const shelf = isTree(result["x-bundled"]) ? result["x-bundled"] : {};
    result["x-bundled"] = shelf;
    const name = findFreeName(shelf, location);
    const pointer = toPointer(["x-bundled", name]);
    pointers.set(getKey(location), pointer);
    shelf[name] = content;
    await resolveReferences(content, location.file, pointer);
    return pointer;
  }

  await resolveReferences(result, entry, "");
  return { result, files: [...documents.keys()].slice(1) };
}

export function isWebAddress(text: string): boolean {
  return /^(https?:)?\/\//i.test(text);
}

/** Named components come first, so that other references use their names. */
function inOrder(references: readonly OpenApiReference[]): OpenApiReference[] {
  const isNamed = ({ path }: OpenApiReference) =>
    path[0] === "components" || path[0] === "definitions";
  return [
    ...references.filter(isNamed).toSorted((one, other) => one.path.length - other.path.length),
    ...references.filter((reference) => !isNamed(reference)),
  ];
}

function setAt(root: unknown, path: Path, value: unknown): void {
  let holder: unknown = root;
  for (const step of path.slice(0, -1)) holder = getMember(holder, String(step));
  const last = path.at(-1);
  if (Array.isArray(holder)) holder[Number(last)] = value;
  else if (isTree(holder) && last !== undefined) holder[String(last)] = value;
}

function toPointer(steps: Path): string {
  return steps
    .map(
      (step) =>
        `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("%", "%25")}`,
    )
    .join("");
}

function getKey({ file, steps }: FileLocation): string {
  return JSON.stringify([file, ...steps]);
}

function findFreeName(shelf: JsonTree, { file, steps }: FileLocation): string {
  const stem = (steps.at(-1) ?? file.replace(/^.*[\\/]/, "").replace(/\.\w+$/, "")).replace(
    /[^\w-]+/g,
    "_",
  );
  let name = stem;
  for (let number = 2; Object.hasOwn(shelf, name); number++) name = `${stem}-${number}`;
  return name;
}
