/** Jobs that other tables hold until they are due, because most of them are cancelled before. */
export interface DeferredJobs {
  /** Enqueues the jobs that are due in real time. */
  enqueueDue(now: Date): Promise<void>;
  /** Enqueues jobs of a platform up to a time of its clock, unless a job of the queue precedes them. */
  enqueueNext(platformId: string, until: Date): Promise<void>;
  /** Recomputes the real time of the jobs after the clock of a platform, or of all platforms, was advanced. */
  realign(platformId?: string): Promise<void>;
}
