/** Caches of results that take time to load, so that concurrent callers share one. */

/** Such as a WeakMap or an LRUCache. */
interface ResultCache<Key, Result> {
  readonly get: (key: Key) => Promise<Result> | undefined;
  readonly set: (key: Key, result: Promise<Result>) => unknown;
  readonly delete: (key: Key) => unknown;
}

/** @returns the cached result of a key, or else that of `load`; failures are not cached */
export function loadOnce<Key, Result>(
  cache: ResultCache<Key, Result>,
  key: Key,
  load: () => Promise<Result>,
): Promise<Result> {
  const cachedResult = cache.get(key);
  if (cachedResult) return cachedResult;
  const result = load();
  cache.set(key, result);
  result.catch(() => cache.delete(key));
  return result;
}
