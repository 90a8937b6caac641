import { onceAmongWorkers } from './once-among-workers.ts';

/** A worker as a process: says when its work begins, and gives as its result what it is told then. */
const [folder, patienceMs] = process.argv.slice(2);
const work = () => {
  process.send({ begun: true });
  return new Promise((resolve, reject) =>
    process.once('message', ({ result }) => (result === null ? reject(new Error('no luck')) : resolve(result))),
  );
};
process.send({ asks: true });
onceAmongWorkers('answer', work, {
  folder,
  patienceMs: Number(patienceMs),
  isKept: (result) => !result.startsWith('unfit'),
}).then(
  (result) => process.send({ result }),
  (error) => process.send({ failed: error.message }),
);
