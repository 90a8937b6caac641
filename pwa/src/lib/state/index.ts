/** The only door to jotai: client state lives in atoms beside the feature that owns it. */
export {
  atom,
  createStore,
  Provider as StateProvider,
  useAtom,
  useAtomValue,
  useSetAtom,
  type Atom,
  type PrimitiveAtom,
} from 'jotai';
import { createStore } from 'jotai';

/** The one store of the running app, also reachable outside React (route guards, live events). */
export const store = createStore();
