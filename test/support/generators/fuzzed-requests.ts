/** Random valid and invalid requests, derived from the contract. */
import {
  type Endpoint,
  getMethod,
  listPathNames,
  resolveLocation,
  resolvePath,
} from "../../../src/contract/endpoint.ts";
import { getType, type Noun, nouns } from "../../../src/contract/nouns.ts";
import type { WireRequest } from "../../../src/contract/wire.ts";
import { neededBy, pathBefore, requestFor } from "../requests/requests.ts";
import { fitting, fittingFields, hostileText, type Matter, wrong } from "./fuzzed-values.ts";
import type { Random } from "./random.ts";

/** The ids in responses, by noun. */
export class Ids implements Matter {
  readonly #known = new Map<string, string[]>();
  readonly #nouns = new Map<string, string>(
    Object.keys(nouns).map((noun) => [getType(noun as Noun), noun]),
  );
  /** The page tokens of lists, by path. */
  readonly #pages = new Map<string, string>();

  /** @param idsByPath related ids by position in a path; see `Filling` */
  constructor(
    readonly random: Random,
    readonly idsByPath: Map<string, string>,
  ) {
    this.#nouns.set("organization", "org").set("change-request", "cr");
    for (const [path, id] of idsByPath) this.#add(path, id);
  }

  readonly getId = (noun: string): string => {
    const known = this.#known.get(noun) ?? [];
    if (known.length > 0 && this.random.chance(0.95)) return this.random.pick(known);
    return this.random.pick(["unknown", "x", "0", "-", "A".repeat(255)]);
  };

  /** Records the ids in a response. */
  learn(endpoint: Endpoint, { url }: WireRequest, answer: unknown): void {
    this.#learnAll(answer);
    if (typeof answer !== "object" || answer === null) return;
    const path = pathIn(url);
    if ("next" in answer && typeof answer.next === "object" && answer.next !== null) {
      if ("page" in answer.next) this.#pages.set(path, String(answer.next.page));
    }
    const made = "id" in answer && typeof answer.id === "string" ? answer.id : undefined;
    if (getMethod(endpoint) === "GET" || made === undefined) return;
    // New resources replace earlier ones.
    if (this.#withIds(resolvePath(endpoint)) === path)
      this.idsByPath.set(resolvePath(endpoint), made);
  }

  getPage(url: string): string | undefined {
    return this.#pages.get(pathIn(url));
  }

  /** A path with related ids. */
  #withIds(path: string): string {
    return path.replace(
      /\{\w+\}/g,
      (_, at: number) => this.idsByPath.get(path.slice(0, at - 1)) ?? "",
    );
  }

  #learnAll(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    if ("object" in value && "id" in value && typeof value.id === "string") {
      this.#add(this.#nouns.get(String(value.object)) ?? String(value.object), value.id);
    }
    for (const member of Object.values(value)) this.#learnAll(member);
  }

  #add(noun: string, id: string): void {
    const known = this.#known.get(noun) ?? [];
    this.#known.set(noun, known);
    if (known.includes(id)) return;
    known.push(id);
    // The newest resources are the most likely to exist.
    if (known.length > 12) known.splice(1 + this.random.below(6), 1);
  }
}

function pathIn(url: string): string {
  return new URL(url, "http://none").pathname.replace(/^\/v1/, "");
}

export interface Target {
  /** Without `/v1`. */
  readonly base: string;
  readonly token: string;
}

/** A request that the contract allows. Its resources may not exist. */
export async function fittingRequest(
  endpoint: Endpoint,
  ids: Ids,
  target: Target,
): Promise<WireRequest> {
  const { random, idsByPath } = ids;
  const input = await fittingFields(endpoint.input, ids);
  if (random.chance(0.7))
    Object.assign(input, neededBy(endpoint, { ids: idsByPath, word: "Probe" }));
  const together = random.chance(0.7);
  for (const name of listPathNames(endpoint)) {
    const isText = endpoint.input[name]?.kind === "text";
    const givenId = idsByPath.get(pathBefore(endpoint, name)) ?? (isText ? "example" : undefined);
    if (givenId !== undefined && (together || isText)) input[name] = givenId;
  }
  if (!endpoint.list) return requestFor(endpoint, input, target);
  const { page: _, ...first } = input;
  const request = requestFor(endpoint, first, target);
  const page = random.chance(0.5) ? ids.getPage(request.url) : undefined;
  return page === undefined ? request : requestFor(endpoint, { ...first, page }, target);
}

/** A request with one or more errors. */
export async function wrongRequest(
  endpoint: Endpoint,
  ids: Ids,
  target: Target,
): Promise<WireRequest> {
  const { random } = ids;
  const input = await fittingFields(endpoint.input, ids);
  for (const name of listPathNames(endpoint)) {
    const givenId = ids.idsByPath.get(pathBefore(endpoint, name));
    if (givenId !== undefined) input[name] = givenId;
  }
  // An operation without fields can still receive unknown fields.
  const names = [...Object.keys(endpoint.input), "nothing"];
  const hasBody = !["GET", "DELETE"].includes(getMethod(endpoint));
  switch (random.below(9)) {
    case 0:
      delete input[random.pick(names)];
      break;
    case 1:
      input[random.pick(["extra", "__proto__x", "id", ""])] = wrong(random);
      break;
    case 2:
      for (const name of names) if (random.chance(0.5)) input[name] = wrong(random);
      break;
    case 3:
      for (const name of names.filter((one) => resolveLocation(endpoint, one) === "path")) {
        input[name] = wellFormed(hostileText(random)).slice(0, 300) || "%";
      }
      break;
    default: {
      const name = random.pick(names);
      input[name] = random.chance(0.5) ? wrong(random) : await nearly(endpoint, name, ids);
    }
  }
  const request = requestFor(endpoint, plainTexts(input), target);
  if (!random.chance(0.25)) return request;
  return random.pick<() => WireRequest>([
    () => ({ ...request, body: hasBody ? random.pick(bodies) : "{}" }),
    () => ({ ...request, headers: { ...request.headers, "content-type": "text/plain" } }),
    () => ({ ...request, url: request.url + random.pick(endings) }),
    () => ({ ...request, method: random.pick(["GET", "POST", "PUT", "PATCH", "DELETE"]) }),
    () => ({ ...request, headers: { "content-type": "application/json" } }),
  ])();
}

const bodies = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  "1",
  '{"a":1,"a":2}',
  "{} {}",
  `${"[".repeat(2000)}`,
  '{"__proto__":{"polluted":true}}',
  "\ufeff{}",
];
const endings = [
  "&limit=-1",
  "&limit=1e3",
  "&page=x",
  "&page=%zz",
  "&page=&page=",
  "/",
  "//",
  "/..",
  "%",
  "#",
];

/** A valid value of another field, or one just beyond the limits. */
async function nearly(endpoint: Endpoint, name: string, ids: Ids): Promise<unknown> {
  const { random } = ids;
  const field = endpoint.input[name];
  if (field?.kind === "text" && field.max !== undefined) return "é".repeat(field.max + 1);
  if (field?.kind === "integer" && field.max !== undefined) return field.max + 1;
  const other = endpoint.input[random.pick(["nothing", ...Object.keys(endpoint.input)])];
  return other === undefined ? wrong(random) : fitting(other, ids);
}

/** Lone surrogates cannot be encoded in a URL. */
function plainTexts(input: Record<string, unknown>): object {
  const texts = Object.entries(input).map(([name, value]) => [
    name,
    typeof value === "string" ? wellFormed(value) : value,
  ]);
  return Object.fromEntries(texts);
}

function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
