import { Worker, type Transferable } from 'node:worker_threads';

/** What a thread sends back while it works on a job. */
export type ThreadMessage =
  | { type: 'done'; result: unknown }
  | { type: 'failed'; name: string; message: string; facts?: unknown }
  | { type: 'event'; event: unknown };

/** One piece of work for a thread. */
export interface Job {
  task: unknown;
  timeLimitMs: number;
  signal?: AbortSignal;
  /** The job leaves much memory behind: its thread ends with it. */
  endsThread?: boolean;
  /** Called for everything the thread reports; `answer` sends something back to it. */
  onEvent?(event: unknown, answer: (message: unknown, transfer?: Transferable[]) => void): void;
}

/** How many threads there are and how long they live. */
export interface PoolOptions {
  /** The thread's JavaScript file. */
  entry: string | URL;
  threads: number;
  /** What each thread finds in its `workerData`. */
  data?: object;
  /** Niceness of the threads, 0 to 19, where the system has one for each thread: what else is due goes first. Default 0. */
  niceness?: number;
  /** Jobs after which a thread makes room for a fresh one. */
  jobsPerThread: number;
  /** Idle time after which a thread's memory is freed, in milliseconds. */
  idleMs: number;
}

/** A job's own failure, as the thread reported it. */
export class JobFailed extends Error {
  constructor(
    override readonly cause: string,
    message: string,
    readonly facts: unknown,
  ) {
    super(message);
    this.name = 'JobFailed';
  }
}

/** A thread died or took too long. */
export class ThreadLost extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ThreadLost';
  }
}

interface Waiting {
  job: Job;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  jobs: number;
  idleTimer?: NodeJS.Timeout;
}

/** A few threads with one queue. Threads start when they are needed and end when they are idle, old, stuck or broken. */
export class ThreadPool {
  private readonly idle: Thread[] = [];
  private readonly threads = new Set<Thread>();
  private readonly queue: Waiting[] = [];
  private closed = false;

  constructor(private readonly options: PoolOptions) {}

  /** Threads alive now. */
  get size(): number {
    return this.threads.size;
  }

  /** @throws JobFailed, ThreadLost, or the signal's reason */
  run<T>(job: Job): Promise<T> {
    if (this.closed) return Promise.reject(new ThreadLost('the pool is closed'));
    if (job.signal?.aborted) return Promise.reject(reasonOf(job.signal));
    return new Promise<T>((resolve, reject) => {
      const entry: Waiting = { job, resolve: resolve, reject };
      job.signal?.addEventListener('abort', () => this.abandon(entry), { once: true });
      this.queue.push(entry);
      this.next();
    });
  }

  /** A job still waiting is dropped; one that runs is stopped by its own listener. */
  private abandon(entry: Waiting): void {
    const at = this.queue.indexOf(entry);
    if (at < 0) return;
    this.queue.splice(at, 1);
    entry.reject(reasonOf(entry.job.signal!));
  }

  private next(): void {
    while (this.queue.length > 0) {
      const thread = this.idle.pop() ?? (this.threads.size < this.options.threads ? this.start() : undefined);
      if (!thread) return;
      this.execute(thread, this.queue.shift()!);
    }
  }

  private start(): Thread {
    const worker = new Worker(this.options.entry, {
      workerData: { ...this.options.data, niceness: this.options.niceness ?? 0 },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const thread: Thread = { worker, jobs: 0 };
    this.threads.add(thread);
    worker.once('exit', () => {
      this.threads.delete(thread);
      const at = this.idle.indexOf(thread);
      if (at >= 0) this.idle.splice(at, 1);
      if (!this.closed) this.next();
    });
    return thread;
  }

  private execute(thread: Thread, { job, resolve, reject }: Waiting): void {
    const { worker } = thread;
    clearTimeout(thread.idleTimer);
    worker.ref();
    let settled = false;
    const settle = (act: () => void, keep: boolean): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      job.signal?.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      this.retire(thread, keep && !job.endsThread);
      act();
    };
    const onMessage = (message: ThreadMessage): void => {
      if (message.type === 'event') job.onEvent?.(message.event, (m, transfer) => worker.postMessage(m, transfer));
      else if (message.type === 'done') settle(() => resolve(message.result), true);
      else settle(() => reject(new JobFailed(message.name, message.message, message.facts)), true);
    };
    const onError = (error: unknown): void =>
      settle(
        () => reject(new ThreadLost(`a thread broke: ${error instanceof Error ? error.message : String(error)}`)),
        false,
      );
    const onExit = (code: number): void =>
      settle(() => reject(new ThreadLost(`a thread ended with code ${code}`)), false);
    const onAbort = (): void => settle(() => reject(reasonOf(job.signal!)), false);
    const timer = setTimeout(
      () => settle(() => reject(new ThreadLost(`no result within ${job.timeLimitMs} ms`)), false),
      job.timeLimitMs,
    );
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    job.signal?.addEventListener('abort', onAbort, { once: true });
    worker.postMessage(job.task);
  }

  private retire(thread: Thread, keep: boolean): void {
    thread.jobs++;
    if (!keep || this.closed || thread.jobs >= this.options.jobsPerThread) {
      // Its exit makes room and starts the next job.
      thread.worker.on('error', () => {});
      void thread.worker.terminate();
      return;
    }
    this.idle.push(thread);
    thread.worker.unref();
    thread.idleTimer = setTimeout(() => void thread.worker.terminate(), this.options.idleMs);
    thread.idleTimer.unref();
    queueMicrotask(() => this.next());
  }

  /** Ends all threads; waiting and running jobs are rejected. */
  async close(): Promise<void> {
    this.closed = true;
    for (const entry of this.queue.splice(0)) entry.reject(new ThreadLost('the pool is closed'));
    await Promise.all([...this.threads].map((t) => t.worker.terminate()));
  }
}

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason));
