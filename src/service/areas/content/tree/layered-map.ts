/**
 * A map that shares its entries with the map from which it is derived, and stores only the changes.
 * Deriving it takes time in proportion to the number of changes since the last complete map.
 */
export class LayeredMap<Value extends object | string> {
  readonly #base: ReadonlyMap<string, Value>;
  /** Undefined for an entry of the base that was removed. */
  readonly #changes: ReadonlyMap<string, Value | undefined>;
  readonly size: number;

  constructor(
    base: ReadonlyMap<string, Value>,
    changes: ReadonlyMap<string, Value | undefined> = new Map(),
    size = base.size,
  ) {
    this.#base = base;
    this.#changes = changes;
    this.size = size;
  }

  get(key: string): Value | undefined {
    const value = this.#changes.get(key);
    if (value !== undefined || this.#changes.has(key)) return value;
    return this.#base.get(key);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /**
   * @param changes undefined removes an entry
   * @returns undefined if so many entries have changed that a complete map takes less time and memory
   */
  derive(changes: ReadonlyMap<string, Value | undefined>): LayeredMap<Value> | undefined {
    if (this.#changes.size + changes.size > Math.max(fewest, this.#base.size / 4)) return undefined;
    const all = new Map(this.#changes);
    let { size } = this;
    for (const [key, value] of changes) {
      size += Number(value !== undefined) - Number(this.has(key));
      all.set(key, value);
    }
    return new LayeredMap(this.#base, all, size);
  }

  /** The keys whose values may differ; undefined if both maps have no common base. */
  listDifferent(other: LayeredMap<Value>): ReadonlySet<string> | undefined {
    if (this.#base !== other.#base) return undefined;
    return new Set([...this.#changes.keys(), ...other.#changes.keys()]);
  }
}

/** So many changes are stored without a complete map, also for a small map. */
const fewest = 64;
