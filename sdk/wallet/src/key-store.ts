/** Stores keys and sessions. Values are structured clones, so private keys need not be extractable. */
export interface KeyStore {
  get<T>(name: string): Promise<T | undefined>;
  set(name: string, value: unknown): Promise<void>;
  delete(name: string): Promise<void>;
}

const DATABASE = 'causeway-wallet';
const STORE = 'keys';

/** Values are lost when the page is closed. */
export function memoryKeyStore(): KeyStore {
  const values = new Map<string, unknown>();
  return {
    get: async <T>(name: string) => values.get(name) as T | undefined,
    set: async (name, value) => void values.set(name, value),
    delete: async (name) => void values.delete(name),
  };
}

/** IndexedDB, shared by the pages of this origin; memory if the browser does not allow it. */
export function browserKeyStore(): KeyStore {
  const memory = memoryKeyStore();
  let opened: Promise<IDBDatabase> | undefined;
  const run = async <T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
    opened ??= openDatabase(() => {
      opened = undefined;
    });
    const transaction = (await opened).transaction(STORE, mode);
    return settled(act(transaction.objectStore(STORE)), transaction);
  };
  return {
    // A failed read or delete is like a missing value: a value that could not be written is in memory.
    get: async (name) => (await memory.get(name)) ?? (await run('readonly', (s) => s.get(name)).catch(() => undefined)),
    set: (name, value) =>
      run('readwrite', (s) => s.put(value, name)).then(
        () => memory.delete(name),
        () => memory.set(name, value),
      ),
    delete: async (name) => {
      await memory.delete(name);
      // A browser without IndexedDB has stored nothing there.
      await run('readwrite', (s) => s.delete(name)).catch(() => undefined);
    },
  };
}

function openDatabase(onClose: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      // Another page deletes the database: the next call opens it again.
      database.onversionchange = () => {
        database.close();
        onClose();
      };
      database.onclose = onClose;
      resolve(database);
    };
  });
}

/** A write is durable only when its transaction is complete. */
function settled<T>(request: IDBRequest<T>, transaction: IDBTransaction): Promise<T> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}
