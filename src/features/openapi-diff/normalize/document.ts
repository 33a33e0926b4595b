/**
 * Normalization of OpenAPI 2.0, 3.0, 3.1 and 3.2 documents to 3.1 objects: resolves references,
 * copies inherited fields, and counts elements that are not compared.
 */
import { isTree, type JsonTree, type Path } from "../../../contract/openapi-references.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import { findUnknownKeywords } from "./keywords.ts";
import { createMedia } from "./media.ts";
import { containsMember, ReferenceIndex, type ReferenceTarget } from "./references.ts";
import { createSchemaNormalizer } from "./schemas.ts";
import { createSwaggerOperations } from "./swagger.ts";
import {
  type LegacyOperations,
  type LocatedValue,
  listMembers,
  locateItems,
  normalizeSerialization,
  pick,
  type Tools,
} from "./tools.ts";

/** An element that is not compared. */
export interface UncomparedPart {
  /** Plural name for messages: `links`. */
  readonly kind: string;
  readonly path: Path;
  /** Equal texts identify equal elements. */
  readonly text: string;
}

/** The reference of a normalized schema, and the base URI to resolve it. */
export interface SchemaReference {
  readonly text: string;
  readonly base: string;
  readonly isDynamic: boolean;
}

export interface NormalizedDocument {
  /** In 3.1 form; schemas that are only referenced are normalized when they are followed. */
  readonly root: JsonTree;
  readonly origins: ReadonlyMap<object, Path>;
  /** Records the location of a value that is derived from others. */
  readonly locate: (value: JsonTree, path: Path) => void;
  readonly references: ReadonlyMap<object, SchemaReference>;
  readonly index: ReferenceIndex;
  readonly uncompared: readonly UncomparedPart[];
  /** The schema at a location of the original document. */
  readonly normalizeSchema: (target: ReferenceTarget) => JsonTree;
}

const plainMethods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
/**
 * Headers that a specification must not describe: OpenAPI 3.1, "Parameter Object" and "Response
 * Object".
 */
const ignoredHeaders = ["accept", "content-type", "authorization"];

export type Dialect = "2.0" | "3.0" | "3.1";

export function readDialect(root: JsonTree): Dialect {
  if (root.swagger !== undefined) return "2.0";
  return String(root.openapi).startsWith("3.0") ? "3.0" : "3.1";
}

export function normalizeDocument(document: JsonTree): NormalizedDocument {
  const dialect = readDialect(document);
  const index = new ReferenceIndex(document, dialect === "3.1");
  const origins = new Map<object, Path>();
  const references = new Map<object, SchemaReference>();
  const uncompared: UncomparedPart[] = [];
  const locate = <T extends object>(value: T, path: Path): T => {
    origins.set(value, path);
    return value;
  };
  const skip = (kind: string, path: Path, value: unknown) => {
    uncompared.push({ kind, path, text: toCanonicalText(value) });
  };
  /** Computed for the first condition without consequences. */
  let hasUnevaluated: boolean | undefined;
  const schema = createSchemaNormalizer({
    isLegacy: dialect !== "3.1",
    locate,
    locateOnce: (value, path) => (origins.has(value) ? value : locate(value, path)),
    refer(text, path, base, isDynamic) {
      const reference = locate({ $ref: getReferenceName(text) }, path);
      references.set(reference, { text, base, isDynamic });
      return reference;
    },
    baseIn: (value, base) => index.baseIn(value, base),
    countsEvaluated() {
      hasUnevaluated ??= containsMember(document, ["unevaluatedProperties", "unevaluatedItems"]);
      return hasUnevaluated;
    },
    onSchema(value, path) {
      for (const name of findUnknownKeywords(value)) {
        skip("unknown schema keywords", [...path, name], value[name]);
      }
    },
  });
  const follow = (value: unknown, path: Path): ReferenceTarget | undefined => {
    let at: ReferenceTarget = { value, path, base: index.baseAt(path) };
    for (let hops = 0; hops < 32; hops++) {
      if (!isTree(at.value)) return undefined;
      const { $ref } = at.value;
      if (typeof $ref !== "string") return at;
      const target = index.resolve($ref, at.base);
      if (typeof target === "string") return undefined;
      at = target;
    }
    return undefined;
  };
  const tools: Tools = {
    document,
    base: index.base,
    baseAt: (path) => index.baseAt(path),
    locate,
    schema,
    follow,
    skip,
  };
  const root = dialect === "2.0" ? normalizeSwagger(tools) : normalizeModern(tools);
  return {
    root: locate(root, []),
    origins,
    locate,
    references,
    index,
    uncompared,
    normalizeSchema: ({ value, path, base }) => schema(value, path, base),
  };
}

/**
 * Definitions of 2.0 become components, so that the same schema has the same name in both versions.
 */
export function getReferenceName(text: string): string {
  return text.replace(/^#\/definitions\//, "#/components/schemas/");
}

function normalizeModern(tools: Tools): JsonTree {
  const { document, skip } = tools;
  const operations = createOperations(tools);
  if (document.jsonSchemaDialect !== undefined && !isUsualDialect(document.jsonSchemaDialect)) {
    skip("schema dialects", ["jsonSchemaDialect"], document.jsonSchemaDialect);
  }
  return {
    openapi: "3.1.0",
    ...pick(document, ["servers", "security"]),
    paths: operations.pathItems(document.paths, ["paths"]),
    webhooks: operations.pathItems(document.webhooks, ["webhooks"]),
    components: {
      securitySchemes: normalizeSecuritySchemes(tools, ["components", "securitySchemes"]),
    },
  };
}

function isUsualDialect(dialect: unknown): boolean {
  return /json-schema\.org\/draft\/2020-12|spec\.openapis\.org\/oas\/3\./.test(String(dialect));
}

function normalizeSwagger(tools: Tools): JsonTree {
  const { document } = tools;
  const swagger = createSwaggerOperations(tools);
  const { host, basePath, schemes } = document;
  const path = typeof basePath === "string" ? basePath.replace(/\/$/, "") : "";
  const hosts =
    typeof host !== "string"
      ? [""]
      : Array.isArray(schemes) && schemes.length > 0
        ? schemes.map((scheme) => `${scheme}://${host}`)
        : [`//${host}`];
  const servers = hosts.map((start) => ({ url: `${start}${path}` || "/" }));
  const holder = ["host", "basePath"].find((name) => document[name] !== undefined) ?? "swagger";
  return {
    openapi: "3.1.0",
    servers: tools.locate(servers, [holder]),
    ...pick(document, ["security"]),
    paths: createOperations(tools, swagger).pathItems(document.paths, ["paths"]),
    components: { securitySchemes: normalizeSecuritySchemes(tools, ["securityDefinitions"]) },
  };
}

function createOperations(tools: Tools, legacy?: LegacyOperations) {
  const { locate, follow, skip } = tools;
  /** Path items can refer to themselves through callbacks. */
  const items = new Map<unknown, JsonTree>();
  const media = createMedia(tools);

  function pathItems(holder: unknown, path: Path): JsonTree {
    const result: JsonTree = {};
    for (const [name, item] of listMembers(holder)) {
      if (name.startsWith("x-")) continue;
      const made = pathItem(item, [...path, name]);
      if (made !== undefined) result[name] = made;
    }
    return locate(result, path);
  }

  function pathItem(original: unknown, at: Path): JsonTree | undefined {
    if (!isTree(original)) return undefined;
    const existing = items.get(original);
    if (existing) return existing;
    const result: JsonTree = {};
    items.set(original, result);
    const { $ref, ...beside } = original;
    const target = typeof $ref === "string" ? follow(original, at) : undefined;
    const sources = [
      ...(target && isTree(target.value) ? [{ value: target.value, path: target.path }] : []),
      { value: beside, path: at },
    ];
    for (const { value, path } of sources) {
      if (value.servers !== undefined) result.servers = value.servers;
      const shared = { value: value.parameters, path: [...path, "parameters"] };
      const add = (method: string, own: unknown, where: Path) => {
        if (isTree(own)) result[method] = operation(own, where, shared);
      };
      for (const method of plainMethods) add(method, value[method], [...path, method]);
      for (const [method, own] of listMembers(value.additionalOperations)) {
        add(method, own, [...path, "additionalOperations", method]);
      }
    }
    return locate(result, (target ?? { path: at }).path);
  }

  function operation(original: JsonTree, path: Path, shared: LocatedValue): JsonTree {
    const sharedParameters = { value: original.parameters, path: [...path, "parameters"] };
    const holders = [shared, sharedParameters];
    const parameters = holders.flatMap(({ value, path: at }) =>
      legacy ? legacy.parameters(value, at) : locateItems(value, at).map(parameter),
    );
    const body = legacy
      ? legacy.body(holders, original)
      : requestBody(original.requestBody, [...path, "requestBody"]);
    return locate(
      {
        ...pick(original, ["deprecated", "security", "servers"]),
        parameters: parameters.filter((one) => one !== undefined),
        ...(body && { requestBody: body }),
        responses: responses(original.responses, [...path, "responses"], original),
        callbacks: callbacks(original.callbacks, [...path, "callbacks"]),
      },
      path,
    );
  }

  function parameter({ value, path: at }: LocatedValue): JsonTree | undefined {
    const target = follow(value, at);
    if (!target || !isTree(target.value)) return undefined;
    const { value: original, path } = { value: target.value, path: target.path };
    const where = original.in;
    if (where === "header" && ignoredHeaders.includes(String(original.name).toLowerCase())) {
      return undefined;
    }
    return locate(
      {
        ...pick(original, ["name", "in", "deprecated", "allowReserved", "allowEmptyValue"]),
        required: where === "path" || original.required === true,
        ...normalizeSerialization(
          original,
          where === "query" || where === "cookie" ? "form" : "simple",
        ),
        ...contents(original, path),
      },
      path,
    );
  }

  /** The schema of a parameter or header, or its single media type. */
  function contents(original: JsonTree, path: Path): JsonTree {
    if (isTree(original.content))
      return { content: media.content(original.content, [...path, "content"]) };
    const at = [...path, "schema"];
    return { schema: tools.schema(original.schema, at, tools.baseAt(at)) };
  }

  function requestBody(original: unknown, at: Path): JsonTree | undefined {
    const target = follow(original, at);
    if (!target || !isTree(target.value)) return undefined;
    const { value, path } = target;
    if (!isTree(value)) return undefined;
    const content = media.content(value.content, [...path, "content"]);
    return locate({ required: value.required === true, content }, path);
  }

  function responses(original: unknown, path: Path, outer: JsonTree): JsonTree {
    const result: JsonTree = {};
    for (const [status, one] of listMembers(original)) {
      if (status.startsWith("x-")) continue;
      const target = follow(one, [...path, status]);
      const name = /^[1-5]xx$/i.test(status) ? status.toUpperCase() : status;
      if (!target || !isTree(target.value)) continue;
      const value = legacy
        ? legacy.response(target.value, target.path, outer)
        : response(target.value, target.path);
      // Read-only, because V8 reserves 200 places for an assignment to "200".
      Object.defineProperty(result, name, { value, enumerable: true });
    }
    return locate(result, path);
  }

  function response(original: JsonTree, path: Path): JsonTree {
    for (const [name, link] of listMembers(original.links))
      skip("links", [...path, "links", name], link);
    const content = media.content(original.content, [...path, "content"]);
    return locate({ headers: headers(original.headers, [...path, "headers"]), content }, path);
  }

  function headers(original: unknown, path: Path): JsonTree {
    const result: JsonTree = {};
    for (const [name, one] of listMembers(original)) {
      const target = follow(one, [...path, name]);
      if (!target || !isTree(target.value) || name.toLowerCase() === "content-type") continue;
      const { value: header, path: at } = target;
      if (!isTree(header)) continue;
      result[name] = locate(
        {
          required: header.required === true,
          ...pick(header, ["deprecated"]),
          ...normalizeSerialization(header, "simple"),
          ...contents(header, at),
        },
        at,
      );
    }
    return locate(result, path);
  }
  media.headers = headers;

  function callbacks(original: unknown, path: Path): JsonTree {
    const result: JsonTree = {};
    for (const [event, one] of listMembers(original)) {
      const target = follow(one, [...path, event]);
      if (target) result[event] = pathItems(target.value, target.path);
    }
    return locate(result, path);
  }

  return { pathItems };
}

function normalizeSecuritySchemes({ document, follow, locate }: Tools, path: Path): JsonTree {
  const result: JsonTree = {};
  const holder = path.reduce<unknown>(
    (from, step) => (isTree(from) ? from[String(step)] : undefined),
    document,
  );
  for (const [name, one] of listMembers(holder)) {
    const target = follow(one, [...path, name]);
    if (target && isTree(target.value)) {
      result[name] = locate({ ...target.value }, target.path);
    }
  }
  return locate(result, path);
}
