export interface StoredBlob {
  id: string;
  size: number;
}

/** Storage of files. Files are written and read as streams, so that they are never held in memory. */
export interface Blobs {
  /** Resolves once the file is complete. `id` is for callers that need the id before the write. */
  write(platformId: string, chunks: AsyncIterable<Buffer>, id?: string): Promise<StoredBlob>;
  read(platformId: string, id: string): AsyncIterable<Buffer>;
  remove(platformId: string, id: string): Promise<void>;
}
