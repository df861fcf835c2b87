/** Made once of each: of a row, say, that several requests have been given. */
export function memo<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, { value: V }>();
  return (key) => {
    const known = made.get(key);
    if (known) return known.value;
    const value = make(key);
    made.set(key, { value });
    return value;
  };
}

/** Made once for each list of objects, and forgotten with any of them. */
export function memoOfLists<V>(): (keys: readonly object[], make: () => V) => V {
  interface Node {
    next: (key: object) => Node;
    value?: V;
  }
  const newNode = (): Node => ({ next: memo(newNode) });
  const root = newNode();
  return (keys, make) => {
    let node = root;
    for (const key of keys) node = node.next(key);
    node.value ??= make();
    return node.value;
  };
}
