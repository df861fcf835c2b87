/** Caches one value per object, for example per row that several requests share. */
export function memo<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, { value: V }>();
  return (key) => {
    const cached = cache.get(key);
    if (cached) return cached.value;
    const value = compute(key);
    cache.set(key, { value });
    return value;
  };
}

/** Caches one value per list of objects. An entry is garbage-collected together with any object of its list. */
export function memoOfLists<V>(): (keys: readonly object[], compute: () => V) => V {
  interface Node {
    next: (key: object) => Node;
    value?: V;
  }
  const newNode = (): Node => ({ next: memo(newNode) });
  const root = newNode();
  return (keys, compute) => {
    let node = root;
    for (const key of keys) node = node.next(key);
    node.value ??= compute();
    return node.value;
  };
}

/** Computes a value at the first call and returns it from then on. */
export function once<V>(compute: () => V): () => V {
  let computed: { value: V } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}
