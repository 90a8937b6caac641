import { createContext, useContext } from 'react';

/** Told when a portrait, a cut of one or the whole run was saved or handed on. */
export const SavedContext = createContext<() => void>(() => undefined);
export const useSaved = (): (() => void) => useContext(SavedContext);
