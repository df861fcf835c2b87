/** Jobs that other tables store until they are due, because most of them are cancelled before. */
export interface DeferredJobs {
  /** Enqueues the jobs that are due in real time. */
  enqueueDue(now: Date): Promise<void>;
  /** Enqueues the next jobs of a platform up to a time on its clock, unless an enqueued job comes first. */
  enqueueNext(platformId: string, until: Date): Promise<void>;
  /** Recomputes the real due times after the clock of a platform, or of all platforms, was advanced. */
  realign(platformId?: string): Promise<void>;
}
