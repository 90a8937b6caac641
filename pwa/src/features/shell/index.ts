export { AppFrame } from './app-frame';
export { ColumnSkeleton, FormSkeleton } from './form-skeleton';
export { MessageLog } from './message-log';
export { BrokenScreen, LoadedPart, NotFoundScreen, PartError, PendingScreen } from './states';
export { BrokenPage } from './broken-page';
export { NotFoundPage } from './pages';
export { PublicFrame } from './public-frame';
export { useSignOut } from './sign-out';
export { RootFrame } from './root-frame';
