import { loadFaceLibrary } from '../node/models/face-library.js';
import { judgePerson, type PersonOrder } from './judge-person.js';

/** Judges one person in a process of its own, whose memory is that person's, and which may break down alone. */
process.once('message', (order: PersonOrder) => {
  void loadFaceLibrary()
    .then((library) => judgePerson(library, order))
    .then((report) => process.send?.(report, () => process.disconnect()));
});
