import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadMessage } from './thread-pool.js';

/** The thread's end of a pool: answers each task with its result or its failure. */
export function serveTasks(
  handle: (task: unknown) => Promise<unknown>,
  factsOf: (error: Error) => unknown = () => undefined,
): void {
  const port = parentPort!;
  makeNice((workerData as { niceness: number }).niceness);
  port.on('message', (message: unknown) => {
    // Answers to a running task's questions have their own listener.
    if (isAnswer(message)) return;
    handle(message).then(
      (result) => send({ type: 'done', result }),
      (error: unknown) => {
        const e = error instanceof Error ? error : new Error(String(error));
        send({ type: 'failed', name: e.name, message: e.message, facts: factsOf(e) });
      },
    );
  });
}

/** Lets other threads go first. Linux alone has a priority for each thread, and says which one this is. */
function makeNice(niceness: number): void {
  if (niceness === 0) return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // Elsewhere the work is done all the same.
  }
}

/** Reports something about the running task. */
export const report = (event: unknown): void => send({ type: 'event', event });

let questions = 0;

/** Asks the owner of the running task for something and waits for it. */
export function ask<T>(question: object): Promise<T> {
  const id = ++questions;
  const port = parentPort!;
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      if (!isAnswer(message) || message.answerTo !== id) return;
      port.off('message', onMessage);
      if (message.error === undefined) resolve(message.value as T);
      else reject(new Error(message.error));
    };
    port.on('message', onMessage);
    report({ ...question, id });
  });
}

/** Answer to a question of a thread. */
export interface Answer {
  answerTo: number;
  value?: unknown;
  error?: string;
}

const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'answerTo' in message;

function send(message: ThreadMessage): void {
  if (message.type === 'done' && message.result instanceof Uint8Array) {
    // The encoder's own buffers cannot be moved to another thread; a copy can.
    const result = new Uint8Array(message.result);
    parentPort!.postMessage({ ...message, result }, [result.buffer]);
    return;
  }
  parentPort!.postMessage(message);
}
