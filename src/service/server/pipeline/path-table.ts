/** Lookup of paths by patterns with names, such as `/spaces/{spaceId}`. */

export interface Paths<T> {
  /**
   * @param pattern segments are literals or names in braces; the last may be `{name*}` for all
   * remaining segments
   */
  readonly add: (method: string, pattern: string, value: T) => void;
  /**
   * A literal takes precedence over a name. A name matches any segment that is not empty.
   * @param parts decoded segments of a path
   */
  readonly find: (method: string, parts: readonly string[]) => PathMatch<T> | undefined;
}

export interface PathMatch<T> {
  readonly value: T;
  /** The `{names}` of the pattern. */
  readonly path: Readonly<Record<string, string>>;
}

interface PathNode<T> {
  readonly texts: Map<string, PathNode<T>>;
  named?: PathNode<T>;
  /** The values of patterns with a trailing wildcard at this position, by method. */
  readonly rests: Map<string, { readonly names: readonly string[]; readonly value: T }>;
  /** The values of patterns that end at this position, by method. */
  readonly ends: Map<string, { readonly names: readonly string[]; readonly value: T }>;
}

export function createPaths<T>(): Paths<T> {
  const root = createFork<T>();
  return {
    add(method, pattern, value) {
      const names: string[] = [];
      let fork = root;
      for (const part of pattern.slice(1).split("/")) {
        const rest = /^\{(\w+)\*\}$/.exec(part)?.[1];
        if (rest !== undefined) {
          if (fork.rests.has(method)) throw new Error(`Duplicate route ${method} ${pattern}.`);
          fork.rests.set(method, { names: [...names, rest], value });
          return;
        }
        const name = /^\{(\w+)\}$/.exec(part)?.[1];
        if (name !== undefined) names.push(name);
        fork = name === undefined ? addTextFork(fork, part) : addNamedFork(fork);
      }
      if (fork.ends.has(method)) throw new Error(`Duplicate route ${method} ${pattern}.`);
      fork.ends.set(method, { names, value });
    },
    find(method, parts) {
      const matched: string[] = [];
      const end = matchEnd(root, parts, 0, method, matched);
      if (end === undefined) return undefined;
      const values = end.names.map((name, index) => [name, matched[index] ?? ""]);
      return { value: end.value, path: Object.fromEntries(values) };
    },
  };
}

function matchEnd<T>(
  fork: PathNode<T>,
  parts: readonly string[],
  index: number,
  method: string,
  matched: string[],
): { readonly names: readonly string[]; readonly value: T } | undefined {
  const part = parts[index];
  if (part === undefined)
    return fork.ends.get(method) ?? matchRest(fork, parts, index, method, matched);
  const text = fork.texts.get(part);
  const textEnd = text && matchEnd(text, parts, index + 1, method, matched);
  if (textEnd) return textEnd;
  if (fork.named !== undefined && part !== "") {
    matched.push(part);
    const end = matchEnd(fork.named, parts, index + 1, method, matched);
    if (end !== undefined) return end;
    matched.pop();
  }
  return matchRest(fork, parts, index, method, matched);
}

function matchRest<T>(
  fork: PathNode<T>,
  parts: readonly string[],
  index: number,
  method: string,
  matched: string[],
) {
  const rest = fork.rests.get(method);
  if (rest !== undefined) matched.push(parts.slice(index).join("/"));
  return rest;
}

function createFork<T>(): PathNode<T> {
  return { texts: new Map(), ends: new Map(), rests: new Map() };
}

function addTextFork<T>(fork: PathNode<T>, text: string): PathNode<T> {
  const next = fork.texts.get(text) ?? createFork<T>();
  fork.texts.set(text, next);
  return next;
}

function addNamedFork<T>(fork: PathNode<T>): PathNode<T> {
  fork.named ??= createFork<T>();
  return fork.named;
}
