export interface StoredBlob {
  id: string;
  size: number;
}

/** Storage of files. Written and read as streams, so that files are never held in memory. */
export interface Blobs {
  /** Returns once the file is complete. `id` is for callers that need it before the write. */
  write(platformId: string, chunks: AsyncIterable<Buffer>, id?: string): Promise<StoredBlob>;
  read(platformId: string, id: string): AsyncIterable<Buffer>;
  remove(platformId: string, id: string): Promise<void>;
}
