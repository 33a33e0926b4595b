/** Grouping by a key, like `Map.groupBy` of later Node versions. */

/** Adds a value to the list of its key. */
export function addTo<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group) group.push(value);
  else groups.set(key, [value]);
}
